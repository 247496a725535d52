/**
 * Makes a checkout ready to run: dependencies installed, dist/ built. Silent when there is nothing to do.
 *
 *   node scripts/setup.mjs                what `npm start` and `npm run bench` call first
 *   node scripts/setup.mjs --keep-going   what `npm test` calls: a build that fails is a check that fails, counted there
 *   node scripts/setup.mjs --fresh        builds from nothing, as `npm pack` does
 *
 * Each half is finished when its stamp is written, as its last act, and the stamp names what it was made from. Whatever
 * is interrupted has no stamp and is done again; who comes while another works waits for the lock.
 * Needs Node and npm only, and keeps to syntax an old Node can read, so that it can say it is too old.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { swapIn } from "./swap.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const at = (...parts) => join(root, ...parts);
const say = (text) => process.stderr.write(`xoff: ${text}\n`);
const hash = (data) => createHash("sha256").update(data).digest("hex");

class SetupError extends Error {}
class BuildError extends SetupError {}

/** What the tests' tools accept as well: 20.19, 22.13, or 24 and later. */
function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major >= 24 || (major === 22 && minor >= 13) || (major === 20 && minor >= 19)) return;
  throw new SetupError(
    `this is Node ${process.versions.node}; needed is 20.19 or later of 20, 22.13 or later of 22, or 24 and later.\n` +
      "      Get one at https://nodejs.org, or by your version manager: `nvm install 24`, `fnm install 24`.",
  );
}

function read(path) {
  try {
    return fs.readFileSync(path, "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}

let child; // the program at work, if any

/** Runs to the end; its output is shown only if it fails. */
function runs(command, args, options, hint, Failure = SetupError) {
  return new Promise((resolve, reject) => {
    child = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"], ...options });
    const output = [];
    child.stdout.on("data", (chunk) => output.push(chunk));
    child.stderr.on("data", (chunk) => output.push(chunk));
    child.on("error", (error) => reject(new SetupError(`${command}: ${error.message}. ${hint}`)));
    child.on("close", (code, signal) => {
      if (code === 0) return resolve();
      process.stderr.write(Buffer.concat(output));
      reject(new Failure(`${hint} (${signal || `exit code ${code}`})`));
    });
  });
}

// Dependencies.

const stampName = ".xoff-installed";
const installStamp = at("node_modules", stampName);

/** The lock file, and the platform, since some packages are native. */
const installKey = () => `${hash(fs.readFileSync(at("package-lock.json")))} ${process.platform}-${process.arch}\n`;

const installed = () => read(installStamp) === installKey();

/** In a folder of its own, then moved: node_modules is there whole or not at all, whoever is killed when. */
async function install() {
  const key = installKey();
  say("installing dependencies: npm ci, about 15 s");
  clear();
  const folder = fs.mkdtempSync(at(".setup-"));
  try {
    for (const name of ["package.json", "package-lock.json", ".npmrc"]) fs.copyFileSync(at(name), join(folder, name));
    const windows = process.platform === "win32"; // where npm is a script, which needs a shell
    await runs(
      windows ? "npm ci --ignore-scripts --include=dev" : "npm",
      windows ? [] : ["ci", "--ignore-scripts", "--include=dev"],
      { cwd: folder, shell: windows },
      "npm ci did not succeed; is the package registry reachable?",
    );
    fs.writeFileSync(join(folder, "node_modules", stampName), key);
    if (fs.existsSync(at("node_modules"))) fs.renameSync(at("node_modules"), join(folder, "old"));
    fs.renameSync(join(folder, "node_modules"), at("node_modules"));
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

// dist/.

const buildStamp = at("dist", ".xoff-built");

/** Name, size and time of every file the build reads: enough to skip the compiler, which looks closer. */
function buildKey() {
  const lines = [installKey()];
  for (const name of [
    "config/tsconfig.base.json",
    "config/tsconfig.simulation.json",
    "config/tsconfig.threads.json",
    "config/tsconfig.node.json",
    "scripts/fold.mjs",
    "scripts/cli.mjs",
    "scripts/browser.mjs",
    "scripts/studio.mjs",
  ]) {
    lines.push(`${name} ${hash(fs.readFileSync(at(name)))}`);
  }
  const walk = (folder) => {
    for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path);
      else if (/\.(ts|tsx|css|html)$/.test(entry.name) && !/\.(test|suite)\.ts$/.test(entry.name)) {
        const { size, mtimeMs } = fs.statSync(path);
        lines.push(`${path} ${size} ${mtimeMs}`);
      }
    }
  };
  walk(at("src"));
  return `${hash(lines.sort().join("\n"))}\n`;
}

const built = () => read(buildStamp) === buildKey() && fs.existsSync(at("dist", "bin", "xoff.js"));

/** What a build reads. */
const READ = ["config", "package.json", "scripts", "scenarios", "src"];

/**
 * In a folder of its own, then file by file over what is there: an xoff that runs from dist/ finds its files at any moment, and a build that fails
 * changes nothing.
 */
async function build(fresh) {
  const key = buildKey(); // taken before: a file changed meanwhile is built next time
  say("building: tsc -b");
  clear();
  const folder = fs.mkdtempSync(at(".setup-"));
  const copy = (name) => fs.cpSync(at(name), join(folder, name), { recursive: true, preserveTimestamps: true });
  try {
    for (const name of READ) copy(name);
    fs.symlinkSync(at("node_modules"), join(folder, "node_modules"), "junction");
    // Without xoff.js someone has emptied dist/ in part, and the compiler would trust its own notes of what is there.
    if (!fresh && fs.existsSync(at("dist", "apps", "cli", "xoff.js"))) copy("dist");
    const step = (hint, ...args) => runs(process.execPath, args, { cwd: folder }, hint, BuildError);
    const script = (name) => join(folder, "scripts", name);
    const tsc = join(folder, "node_modules", "typescript", "bin", "tsc");
    await step("the build did not succeed", tsc, "-b", "config/tsconfig.node.json");
    await step("constants were not folded", script("fold.mjs"));
    await step("the command line was not bundled", script("cli.mjs"));
    await step("no files for browsers were made", script("browser.mjs"));
    await step("the studio was not made", script("studio.mjs"));
    fs.rmSync(buildStamp, { force: true });
    // The compiler's notes last: until then it compiles again what may not be there yet.
    swapIn(join(folder, "dist"), at("dist"), (file) => file.endsWith(".tsbuildinfo"));
    fs.writeFileSync(buildStamp, key);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Removes what was left by one that was killed. */
function clear() {
  for (const name of fs.readdirSync(root))
    if (name.startsWith(".setup-")) fs.rmSync(at(name), { recursive: true, force: true });
}

// One at a time. The holder touches the lock each second; a lock left behind by a dead or frozen holder is taken over.

const lockFile = at(".setup.lock");
const lockMine = `${hostname()} ${process.pid} ${hash(`${Math.random()} ${process.hrtime().join(".")}`)}`;

function lockIsAbandoned(text) {
  const [host, pid] = text.split(" ");
  try {
    if (Date.now() - fs.statSync(lockFile).mtimeMs > 60_000) return true;
    if (host === hostname() && Number(pid) > 0) process.kill(Number(pid), 0); // only asks whether it lives
    return false;
  } catch (error) {
    return error.code === "ESRCH";
  }
}

async function lock() {
  let told = false;
  for (;;) {
    try {
      fs.writeFileSync(lockFile, lockMine, { flag: "wx" });
      break;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    const other = read(lockFile);
    if (other === undefined) continue;
    if (lockIsAbandoned(other)) {
      // Renamed, then looked at again: of two who see the same dead holder, the slower must not remove the faster's lock.
      const aside = `${lockFile}.${process.pid}`;
      try {
        fs.renameSync(lockFile, aside);
        if (read(aside) !== other) fs.linkSync(aside, lockFile);
        fs.rmSync(aside, { force: true });
      } catch (error) {
        if (error.code !== "ENOENT" && error.code !== "EEXIST") throw error;
      }
      continue;
    }
    if (!told) say("another set-up is running here; waiting for it");
    told = true;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const beat = setInterval(() => {
    const now = new Date();
    fs.utimes(lockFile, now, now, () => undefined);
  }, 1_000);
  return () => {
    clearInterval(beat);
    if (read(lockFile) === lockMine) fs.rmSync(lockFile, { force: true });
  };
}

async function main() {
  checkNode();
  const fresh = process.argv.includes("--fresh");
  if (!fresh && installed() && built()) return;
  const unlock = await lock();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.once(signal, () => {
      if (child) child.kill();
      unlock();
      process.exit(1);
    });
  }
  try {
    if (!installed()) await install();
    if (fresh || !built()) await build(fresh);
  } finally {
    unlock();
  }
}

main().catch((error) => {
  say(error instanceof SetupError ? error.message : error.stack);
  if (!(error instanceof BuildError && process.argv.includes("--keep-going"))) process.exitCode = 1;
});
