/**
 * Tests xoff under misuse: unexpected paths, signals at random times, full disks and closed pipes. It also runs two
 * commands at once.
 *
 *   node scripts/hostile.mjs                        300 invocations, seed 1
 *   node scripts/hostile.mjs --runs 20 --seed 7     20 invocations with another seed
 *   node scripts/hostile.mjs --jobs 4               4 at once, each in a separate folder (default 2)
 *   node scripts/hostile.mjs --only 17 --seed 7     the 17th invocation alone, with its output
 *   node scripts/hostile.mjs --sweep-kills 20       first a sweep that is killed 20 times (default 20 with 300 invocations, else 0)
 *   node scripts/hostile.mjs --traps 100            also traps of hostile-traps.mjs (default 100 with 300 invocations, else 0)
 *
 * Each invocation has a separate folder, with files of the user next to and inside results of xoff. It passes if:
 *
 * - Every file of the user has the same hash as before.
 * - A results folder that looks complete is complete.
 * - The output has no stack trace.
 * - docs/cli.md lists the exit code for this situation. Code 70, an internal error, is never allowed.
 * - After a signal, the same command succeeds. No file of the killed command blocks it.
 *
 * The seed alone decides which invocations run. The time of a signal also depends on the machine. As root on Linux, the script mounts small
 * disks in memory. It runs commands as user `nobody` if permissions are part of the test. Elsewhere these invocations use /dev/full and the
 * existing disks.
 */
import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { springTraps } from "./hostile-traps.mjs";
import { sweepKills } from "./sweep-kills.mjs";

const main = fileURLToPath(new URL("../dist/bin/xoff.js", import.meta.url));
const parity = fileURLToPath(new URL("../test/parity/cases/R7_loss_dcqcn", import.meta.url));
const isRoot = process.platform === "linux" && process.getuid?.() === 0;
const hasFull = existsSync("/dev/full");

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "300" },
    seed: { type: "string", default: "1" },
    only: { type: "string" },
    jobs: { type: "string", default: "2" },
    "sweep-kills": { type: "string" },
    traps: { type: "string" },
  },
});

/** The generator mulberry32: numbers in [0, 1) that depend only on the seed. */
function numbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const scenario = (until, size) => `seed: 7
until: ${until}
topology: { kind: star, hosts: 5, delay: 2us }
traffic:
  - { kind: long-lived, from: h1, to: h0 }
  - { kind: incast, fanIn: 3, to: h0, size: ${size}, every: 50us }
`;

/**
 * Creates results of earlier runs once, for all invocations. Returns the duration of a short run on this machine in ms.
 */
function makeBefore(folder) {
  mkdirSync(folder);
  writeFileSync(join(folder, "quick.yaml"), scenario("60us", "64KB"));
  const xoff = (...args) => execFileSync(process.execPath, [main, ...args], { cwd: folder, stdio: "ignore" });
  const began = performance.now();
  xoff("run", "quick.yaml", "--out", "prev");
  const took = performance.now() - began;
  xoff("compare", "quick.yaml", "--vary", "buffer=st,dt", "--out", "cmp");
  xoff("report", "prev", "--out", "page.html");
  rmSync(join(folder, "quick.yaml"));
  return took;
}

/** The user's files in a test folder. They have to be unchanged after the command. */
const MINE = {
  "notes.txt": "mine",
  "my.yaml": scenario("60us", "64KB"),
  "slow.yaml": scenario("60ms", "64KB"),
  "mine/summary.json": '{ "title": "sums" }\n',
  "mine/compare.json": "{}\n",
  "mine/flows.csv": "a,b\n1,2\n",
  "mine/report.html": "<p>mine</p>\n",
  "mine/deep/er/thesis.tex": "chapter\n",
  "mine.html": "<html>mine</html>\n",
  "schema.json": '{ "title": "xoff scenario" }\n',
  "fct.txt": "of the simulator\n",
  "pfc.txt": "of the simulator too\n",
};

function makeWorld(path, before, random) {
  mkdirSync(path, { recursive: true });
  chmodSync(path, 0o777);
  cpSync(before, path, { recursive: true });
  for (const name of ["config.txt", "topology.txt", "flow.txt", "trace.txt"])
    cpSync(join(parity, name), join(path, name));
  const files = { ...MINE };
  if (random() < 0.4) files["prev/notes.txt"] = "mine, within";
  if (random() < 0.3) files["cmp/runs/mine/x"] = "mine, deep within";
  if (random() < 0.2) files["new.partial/x"] = "mine, where xoff works";
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(path, name, ".."), { recursive: true });
    writeFileSync(join(path, name), text);
  }
  symlinkSync("mine", join(path, "link"));
  symlinkSync("nowhere", join(path, "dangling"));
  mkdirSync(join(path, "closed"));
  writeFileSync(join(path, "closed", "x"), "mine, closed");
  chmodSync(join(path, "closed"), 0o555);
  const user = ["config.txt", "topology.txt", "flow.txt", "trace.txt", "closed/x", ...Object.keys(files)];
  return Object.fromEntries(user.map((name) => [name, hashOf(join(path, name))]));
}

const hashOf = (path) => createHash("sha256").update(readFileSync(path)).digest("hex");

const OUTS = [
  ...[
    "",
    ".",
    "..",
    "prev",
    "cmp",
    "mine",
    "mine/",
    "mine/deep",
    "link",
    "dangling",
    "dangling/x",
    "my.yaml",
    "notes.txt/x",
  ],
  ...[
    "new",
    "a/b/c",
    "with a blank",
    "ünïcode",
    "-",
    "--force",
    "n".repeat(300),
    "closed",
    "closed/x",
    "closed/new",
    "prev/../mine",
  ],
  ...["page.html", "mine.html", "schema.json", "prev/summary.json", "cmp/runs", "prev/new", "x.html", "fct.txt"],
  ...["/dev/null", "/dev/null/x", "/proc/x", ...(hasFull ? ["/dev/full"] : [])],
];

/** Output folders that a command accepts. It then works for some time before it ends, so a signal can interrupt it. */
const PLAUSIBLE = ["new", "a/b/c", "with a blank", "cmp", "prev"];

/** `isLong` selects a command that runs long enough to be interrupted. */
function chooseCommand(pick, random, out, isLong) {
  const slow = isLong || random() < 0.4;
  const file = slow ? "slow.yaml" : "my.yaml";
  const force = random() < 0.15 ? ["--force"] : [];
  const to = random() < 0.85 ? [`--out=${out}`] : [];
  const long = [
    () => ["run", file, ...to, ...force],
    () => ["run", file, ...to, "--json"],
    () => ["compare", file, "--vary", "buffer=st,dt", "--seeds", "2", ...to, ...force],
    () => ["compare", file, "--vary", "buffer=st,dt", "--jobs", "1", ...to],
    () => ["reproduce", "spfc/fig2", ...to],
  ];
  const short = [
    () => ["run", "--ns3", "config.txt", ...to],
    () => ["run", "--ns3", "config.txt", "--verify", ...to],
    () => ["report", pick(["prev", "cmp", "mine", "", "nowhere"]), ...to],
    () => ["reproduce", "spfc/fig9", ...to],
    () => ["schema", ...to],
    () => ["new", out === "" || out.startsWith("-") ? "mine.html" : out],
    () => ["import", "config.txt", ...to],
    () =>
      [pick(["list", "explain dcqcn", "check my.yaml", "why prev", "buffer --distance 1km --rate 100Gbps"])]
        .join(" ")
        .split(" "),
  ];
  return pick(isLong ? long : [...long, ...short])();
}

/**
 * Troubles that can occur during a command. A command that a signal ends before it has a handler has the exit code
 * null.
 */
const TROUBLES = [
  "none",
  "none",
  "SIGINT",
  "SIGTERM",
  "SIGHUP",
  "SIGKILL",
  "twice",
  "two at once",
  "moved",
  "disk",
  "disk",
  "nobody",
];
const STDOUTS = ["pipe", "pipe", "pipe", "closed", ...(hasFull ? ["full", "full stderr"] : [])];
const SIGNALLED = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

function start(args, cwd, { stdout, asNobody }) {
  const full = () => openSync("/dev/full", "w");
  const stdio = ["ignore", stdout === "full" ? full() : "pipe", stdout === "full stderr" ? full() : "pipe"];
  const user = asNobody ? { uid: 65534, gid: 65534 } : {};
  const child = spawn(process.execPath, [main, ...args], { cwd, stdio, ...user });
  let said = "";
  let printed = 0;
  child.stderr?.on("data", (piece) => (said += piece));
  if (stdout === "closed") child.stdout.destroy();
  child.stdout?.on("data", (piece) => (printed += piece.length));
  const late = setTimeout(() => {
    said += "\nHUNG: killed by hostile.mjs";
    child.kill("SIGKILL");
  }, 180_000);
  const end = new Promise((resolve) => {
    child.on("close", (code, signal) => {
      clearTimeout(late);
      resolve({ code, signal, said, printed });
    });
  });
  return { child, end };
}

/**
 * Creates the folder, runs the command with its trouble and checks the result. Returns the command, its exit and the
 * failed checks.
 */
async function invoke(root, before, pace, seed, k) {
  const random = numbers(seed * 1_000_003 + k);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const world = join(root, `w${k}`, "world"); // the folder above `world` also belongs to this invocation
  const mine = makeWorld(world, before, random);
  const trouble = pick(TROUBLES);
  const stdout = pick(STDOUTS);
  const isDisk = trouble === "disk" && isRoot;
  const isSignal = SIGNALLED[trouble] !== undefined || trouble === "SIGKILL" || trouble === "twice";
  const isLong = (isSignal || trouble === "two at once" || trouble === "moved") && random() < 0.7;
  const onDisk = ["disk/new", "disk/a/b", "disk/page.html", "disk"];
  const out = pick(isDisk ? onDisk : isLong ? PLAUSIBLE : OUTS);
  const args = chooseCommand(pick, random, out, isLong);
  const sizes = pick(["16k", "64k", "300k", "ro"]);
  if (isDisk) mount(join(world, "disk"), sizes);
  try {
    const how = { stdout, asNobody: trouble === "nobody" && isRoot };
    const runs = [start(args, world, how)];
    if (trouble === "two at once") runs.push(start(args, world, how));
    // The delay of the signal counts from the start of the work (`atWork`), or from the start of the process. In the
    // latter case xoff may have no handler yet.
    const atWork = random() < 0.7;
    const wait = random() * (atWork ? 1 : 3) * pace;
    if (isSignal) {
      if (atWork) await begun(world, runs[0].child);
      await Promise.race([delay(wait), runs[0].end]);
      runs[0].child.kill(trouble === "twice" ? "SIGINT" : trouble);
      if (trouble === "twice") {
        await Promise.race([delay(random() * 200), runs[0].end]);
        runs[0].child.kill("SIGINT");
      }
    } else if (trouble === "moved") {
      if (atWork) await begun(world, runs[0].child);
      await Promise.race([delay(wait), runs[0].end]);
      for (const name of ["new.partial", "a", "cmp.partial"])
        if (existsSync(join(world, name)) && !(`${name}/x` in mine))
          renameSync(join(world, name), join(world, `moved-${name}`));
    }
    const ends = await Promise.all(runs.map(({ end }) => end));
    const afterwards = isSignal ? [await start(args, world, how).end] : [];
    const wrong = [
      ...afterwards.flatMap((end) => [...misbehaved(end, args, "again", stdout), ...inItsOwnWay(end)]),
      ...lost(world, mine, args.includes("--force")),
      ...halves(world),
      ...ends.flatMap((end) => misbehaved(end, args, trouble, stdout)),
    ];
    return { k, args, trouble: isDisk ? `disk ${sizes}` : trouble, stdout, ends, wrong };
  } finally {
    if (isDisk) execFileSync("umount", [join(world, "disk")]);
    chmodSync(join(world, "closed"), 0o755);
    rmSync(join(world, ".."), { recursive: true, force: true });
  }
}

/** Resolves when the process holds a lock in its folder, or has ended. */
async function begun(world, child) {
  const holdsLock = () => {
    try {
      return readdirSync(world, { recursive: true, encoding: "utf8" }).some((name) => name.endsWith(".xoff-lock"));
    } catch {
      return false; // a folder disappeared during the listing
    }
  };
  while (child.exitCode === null && child.signalCode === null && !holdsLock()) await delay(20);
}

/** Checks whether files of a killed xoff prevent the next run of the same command. */
const inItsOwnWay = ({ said }) =>
  /\.xoff-|xoff-files|to be the only one/.test(said) ? ["files of the first command block the second"] : [];

function mount(path, size) {
  mkdirSync(path);
  execFileSync("mount", ["-t", "tmpfs", "-o", size === "ro" ? "ro" : `size=${size},mode=777`, "tmpfs", path]);
}

/** With --force, files with the names of result files may be replaced, but no others. */
const REPLACEABLE = /^mine\/(summary\.json|compare\.json|flows\.csv)$/;

function lost(world, mine, isForced) {
  const wrong = [];
  for (const [name, hash] of Object.entries(mine)) {
    const path = join(world, name);
    if (!existsSync(path)) wrong.push(`lost: ${name}`);
    else if (hashOf(path) !== hash && !(isForced && REPLACEABLE.test(name))) wrong.push(`overwritten: ${name}`);
  }
  for (const [link, to] of [
    ["link", "mine"],
    ["dangling", "nowhere"],
  ])
    if (!lstatSync(join(world, link)).isSymbolicLink() || readlinkSync(join(world, link)) !== to)
      wrong.push(`lost: the link ${link}`);
  return wrong;
}

/** Finds result folders that look complete, although a file is missing or differs from the list in xoff-files.json. */
function halves(world) {
  const wrong = [];
  for (const path of readdirSync(world, { recursive: true, encoding: "utf8" })) {
    if (!path.endsWith("xoff-files.json")) continue;
    const folder = join(world, path, "..");
    const { files } = JSON.parse(readFileSync(join(world, path), "utf8"));
    if (!["summary.json", "compare.json"].some((name) => existsSync(join(folder, name)))) continue;
    const torn = Object.keys(files).find(
      (name) => !existsSync(join(folder, name)) || hashOf(join(folder, name)) !== files[name],
    );
    if (torn !== undefined) wrong.push(`${path}: looks whole, but ${torn} is not as listed`);
  }
  return wrong;
}

/** Checks the exit code and the output. */
function misbehaved({ code, signal, said }, args, trouble, stdout) {
  const wrong = [];
  const allowed = new Set([0, 2, 74]);
  if (args.includes("--verify")) allowed.add(1);
  if (trouble === "two at once") allowed.add(75);
  if (trouble === "twice") allowed.add(130);
  if (SIGNALLED[trouble] !== undefined) allowed.add(SIGNALLED[trouble]);
  const sent = trouble === "twice" ? "SIGINT" : trouble;
  if (signal === null ? !allowed.has(code) : signal !== sent) wrong.push(`exit code ${code ?? signal}`);
  if (/^\s+at .*:\d+:\d+\)?$/m.test(said) || /node:internal|UnhandledPromise/.test(said)) wrong.push("a stack trace");
  if (said.includes("HUNG")) wrong.push("it hung");
  if ([2, 74, 75].includes(code) && stdout !== "full stderr" && !/^error: /m.test(said))
    wrong.push(`exit code ${code} without an error message`);
  if (code === 0 && /^error: /m.test(said)) wrong.push("an error, and exit code 0");
  return wrong;
}

/** Counts an invocation and prints its failed checks. */
function tell({ k, args, trouble, stdout, ends, wrong }) {
  for (const { code, signal } of ends) counts.set(code ?? signal, (counts.get(code ?? signal) ?? 0) + 1);
  if (wrong.length > 0) failures++;
  if (wrong.length === 0 && values.only === undefined) return;
  const words = args.map((arg) => JSON.stringify(arg).slice(0, 60)).join(" ");
  const codes = ends.map(({ code, signal }) => code ?? signal).join(", ");
  const said = ends.map((end) => end.said).join("\n");
  const lines = wrong.map((what) => `  WRONG: ${what} (--seed ${seed} --only ${k})\n`);
  process.stdout.write(`${k}: xoff ${words}; ${trouble}; stdout ${stdout}: ${codes}\n${said}\n${lines.join("")}`);
}

const root = mkdtempSync(join(tmpdir(), "xoff-hostile-"));
chmodSync(root, 0o777);
const seed = Number(values.seed);
const chosen =
  values.only === undefined ? Array.from({ length: Number(values.runs) }, (_, k) => k + 1) : [Number(values.only)];
const counts = new Map();
let failures = 0;
const kills = Number(values["sweep-kills"] ?? (chosen.length === 300 ? 20 : 0));
try {
  if (kills > 0) {
    const folder = join(root, "sweep");
    mkdirSync(folder);
    const { same, at } = await sweepKills(folder, kills, numbers(seed));
    if (!same) failures++;
    const told = same ? "the same table" : `WRONG: another table (--seed ${seed} --sweep-kills ${kills})`;
    process.stdout.write(`a sweep killed ${kills} times, with ${at.join(", ")} rows done: ${told}\n`);
  }
  const traps = Number(values.traps ?? (chosen.length === 300 ? 100 : 0));
  let sprung = 0;
  springTraps(root, main, traps, numbers(seed), (k, what, wrong, said) => {
    if (wrong.length === 0) return;
    sprung++;
    const lines = wrong.map((one) => `  WRONG: ${one} (--seed ${seed} --traps ${traps}, trap ${k})\n`).join("");
    process.stdout.write(`${JSON.stringify(what)}\n${said.slice(0, 2000)}\n${lines}`);
  });
  if (traps > 0) process.stdout.write(`${traps} traps, seed ${seed}: ${sprung} went wrong.\n`);
  failures += sprung;
  const before = join(root, "before");
  const pace = makeBefore(before);
  const left = [...chosen];
  const takeTurns = async () => {
    for (let k = left.shift(); k !== undefined; k = left.shift()) tell(await invoke(root, before, pace, seed, k));
  };
  await Promise.all(Array.from({ length: Number(values.jobs) }, takeTurns));
} finally {
  rmSync(root, { recursive: true, force: true });
}
const told = [...counts].sort(([a], [b]) => String(a).localeCompare(String(b))).map(([code, n]) => `${code}: ${n}`);
process.stdout.write(`${chosen.length} invocations, seed ${seed}: ${failures} went wrong. Ends: ${told.join(", ")}\n`);
process.exitCode = failures > 0 ? 1 : 0;
