/**
 * Prepares a checkout: installs the dependencies and builds dist/. It prints nothing if both are up to date.
 *
 *   node scripts/setup.mjs                called by `npm start` and `npm run bench`
 *   node scripts/setup.mjs --keep-going   called by `npm test`, which counts a failed build as a failed check
 *   node scripts/setup.mjs --fresh        builds from nothing, as `npm pack` does
 *
 * Installation and build each end by writing a stamp, which identifies their input. A step without a valid stamp is
 * repeated, for example after an interruption. A second process waits until the first one releases the lock.
 *
 * The script needs only Node and npm. Its syntax works in old versions of Node, so that it can report such a version.
 */
import { spawn } from "node:child_process";
import * as fs from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { swapIn } from "./swap.mjs";
import { built, buildKey, buildStamp, hash, installed, installKey, read, stampName } from "./up-to-date.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const at = (...parts) => join(root, ...parts);
const say = (text) => process.stderr.write(`xoff: ${text}\n`);

class SetupError extends Error {}
class BuildError extends SetupError {}

/** The versions that the test tools accept: 20.19 and later, 22.13 and later, or 24 and later. */
function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major >= 24 || (major === 22 && minor >= 13) || (major === 20 && minor >= 19)) return;
  throw new SetupError(
    `this is Node ${process.versions.node}; needed is 20.19 or later of 20, 22.13 or later of 22, or 24 and later.\n` +
      "      Get one at https://nodejs.org, or by your version manager: `nvm install 24`, `fnm install 24`.",
  );
}

let child; // the running child process, if any

/** Runs a command to its end. Its output is shown only if it fails. */
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

/**
 * Installs into a temporary folder and then moves it to node_modules. So node_modules is never incomplete, even if the
 * script is killed.
 */
async function install() {
  const key = installKey();
  say("installing dependencies: npm ci, about 15 s");
  clear();
  const folder = fs.mkdtempSync(at(".setup-"));
  try {
    for (const name of ["package.json", "package-lock.json", ".npmrc"]) fs.copyFileSync(at(name), join(folder, name));
    const windows = process.platform === "win32"; // npm is a script on Windows, so it needs a shell
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

/** Files and folders that the build reads. */
const READ = ["config", "package.json", "scripts", "scenarios", "src"];

/**
 * Builds in a temporary folder, then replaces the files of dist/ one by one. A running xoff thus always finds its
 * files, and a failed build changes nothing.
 */
async function build(fresh) {
  const key = buildKey(); // computed before the build: a file that changes during the build then causes another build
  say("building: tsc -b");
  clear();
  const folder = fs.mkdtempSync(at(".setup-"));
  const copy = (name) => fs.cpSync(at(name), join(folder, name), { recursive: true, preserveTimestamps: true });
  try {
    for (const name of READ) copy(name);
    fs.symlinkSync(at("node_modules"), join(folder, "node_modules"), "junction");
    // Without xoff.js, dist/ is incomplete and not copied. Its build info would make the compiler skip listed files,
    // even missing ones.
    if (!fresh && fs.existsSync(at("dist", "apps", "cli", "xoff.js"))) copy("dist");
    removeStale(folder);
    const step = (hint, ...args) => runs(process.execPath, args, { cwd: folder }, hint, BuildError);
    const script = (name) => join(folder, "scripts", name);
    const tsc = join(folder, "node_modules", "native-typescript", "bin", "tsc");
    await step("the build did not succeed", tsc, "-b", "config/tsconfig.node.json");
    await step("constants were not folded", script("fold.mjs"));
    await step("the command line was not bundled", script("cli.mjs"));
    await step("no files for browsers were made", script("browser.mjs"));
    await step("the studio was not made", script("studio.mjs"));
    fs.rmSync(buildStamp, { force: true });
    // The compiler's build info is replaced last. After an interruption the old one remains, so the compiler writes the
    // missing files again.
    swapIn(join(folder, "dist"), at("dist"), (file) => file.endsWith(".tsbuildinfo"));
    fs.writeFileSync(buildStamp, key);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Removes outputs of the compiler whose source was moved or removed. Folding would load them, and they may import missing files. */
function removeStale(folder) {
  if (!fs.existsSync(join(folder, "dist"))) return;
  for (const path of fs.readdirSync(join(folder, "dist"), { recursive: true })) {
    if (/^(bin|browser|studio)[\\/]/.test(path) || !/\.(js|d\.ts)(\.map)?$/.test(path)) continue;
    const source = join(folder, "src", path.replace(/\.(js|d\.ts)(\.map)?$/, ""));
    if (![".ts", ".tsx", ".js"].some((end) => fs.existsSync(source + end))) fs.rmSync(join(folder, "dist", path));
  }
}

/** Removes the temporary folders of interrupted calls. */
function clear() {
  for (const name of fs.readdirSync(root))
    if (name.startsWith(".setup-")) fs.rmSync(at(name), { recursive: true, force: true });
}

// Only one process works at a time. It touches the lock file every second, so that others detect the lock of a dead or frozen process and
// take it over.

const lockFile = at(".setup.lock");
const lockMine = `${hostname()} ${process.pid} ${hash(`${Math.random()} ${process.hrtime().join(".")}`)}`;

function lockIsAbandoned(text) {
  const [host, pid] = text.split(" ");
  try {
    if (Date.now() - fs.statSync(lockFile).mtimeMs > 60_000) return true;
    if (host === hostname() && Number(pid) > 0) process.kill(Number(pid), 0); // signal 0 only checks whether the process exists
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
      // Two processes may find the lock of the same dead process. The slower one must not remove the new lock of the
      // faster one. So it renames the lock, checks its content, and restores a lock that is not the dead one.
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
