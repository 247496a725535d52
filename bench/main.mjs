/**
 * `npm run bench` measures packet-hops per second on one core and on two, compared with plain C. It also measures the time to build
 * networks.
 *
 *   npm run bench                          each case (bench/cases.mjs) seven times; prints medians
 *   npm run bench -- --against <commit>    this tree and that commit in alternation, with a confidence interval of their ratio
 *   npm run bench -- --policies buffer=spfc --policies headroom=dsh      the cost of these policies relative to the defaults
 *   npm run bench -- --base recovery=selective --policies routing=plb    the cost of `plb`, if both runs have `recovery: selective`
 *   npm run bench -- --case fat-tree-128 --runs 3
 *
 * Every run is a separate process. On shared machines single runs differ by 30%, so two builds are compared in alternating runs only. A
 * fixed calibration loop before each run shows whether the machine itself was slow.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { ran } from "../scripts/ran.mjs";
import { BUILDS, CASES, SPEEDS, THREADS } from "./cases.mjs";
import { withLimit } from "./limit.mjs";
import { interval, median } from "./statistics.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const { values } = parseArgs({
  options: {
    against: { type: "string" },
    case: { type: "string", multiple: true },
    policies: { type: "string", multiple: true },
    base: { type: "string", multiple: true, default: [] },
    runs: { type: "string", default: "7" },
    json: { type: "boolean", default: false },
  },
});
const runs = Number(values.runs);
const names = values.case ?? Object.keys(CASES);
for (const name of names) {
  if (!(name in CASES)) fail(`--case ${name}: expected one of ${Object.keys(CASES).join(", ")}`);
}
if (!Number.isInteger(runs) || runs < 1) fail(`--runs ${values.runs}: expected a whole number from 1`);
if (values.base.length > 0 && values.policies === undefined)
  fail("--base: expected --policies, to be compared with it");

if (values.against !== undefined) compare(values.against);
else if (values.policies !== undefined) comparePolicies(values.policies, values.base);
else withLimit(measure);

function measure(c) {
  console.log(`${cpus()[0].model}, Node ${process.version}, commit ${commit()}, ${runs} runs a case, medians`);
  if (c === undefined) console.log("No C compiler found (cc, gcc, clang): the comparison with plain C is skipped.");
  const results = {};
  for (const name of names) {
    const result = name in BUILDS ? built(name) : name in THREADS ? threaded(name) : run(name, c, results);
    results[name] = result.numbers;
    console.log(`${name.padEnd(16)} ${result.text}`);
  }
  if (values.json) console.log(JSON.stringify(results, null, 2));
}

/** Runs a case in alternation with its C program, so that both are measured under the same load of the machine. */
function run(name, c, others) {
  const goals = SPEEDS[name];
  const samples = Array.from({ length: runs }, () => ({
    ...sample(root, name),
    c: goals.c === undefined ? undefined : c?.(goals.c.args),
  }));
  const of = (pick) => median(samples.map(pick));
  const [speed, loop] = [of((one) => one.speed), of((one) => one.loop)];
  const sorted = samples.map((one) => one.speed).sort((a, b) => a - b);
  const [{ hops, events, rss, c: beside }] = samples;
  const shares = beside === undefined ? undefined : samples.map((one) => one.hops / one.cpu / 1e3 / one.c);
  const other = goals.of === undefined ? undefined : others[goals.of.name]?.speed;
  const text = [
    `${speed.toFixed(2)} million packet-hops/s (${goalOf(goals.speed)}${sorted[0].toFixed(2)} to ${sorted.at(-1).toFixed(2)})`,
    ...(shares === undefined
      ? []
      : [`${median(shares).toFixed(2)} of C's ${of((one) => one.c).toFixed(1)} (${goalOf(goals.c.goal)}in turns)`]),
    ...(other === undefined ? [] : [`${(speed / other).toFixed(2)} of ${goals.of.name} (goal ${goals.of.goal})`]),
    ...(rss === undefined
      ? []
      : [
          `${(of((one) => one.rss) / 1e6).toFixed(0)} MB resident${goals.memory === undefined ? "" : ` (goal ${goals.memory})`}`,
        ]),
    `${(hops / 1e6).toFixed(1)} million hops`,
    ...(events === undefined ? [] : [`${(events / hops).toFixed(2)} events a hop`]),
    `calibration ${loop.toFixed(0)} ms`,
  ].join(", ");
  return {
    text,
    numbers: { speed, loop, rss, ofC: shares === undefined ? undefined : median(shares), samples: sorted },
  };
}

function goalOf(goal) {
  return goal === undefined ? "" : `goal ${goal}; `;
}

/** Runs with two and eight threads in alternation with runs of one thread. */
function threaded(name) {
  const { goal, eight } = THREADS[name];
  const counts = eight === undefined ? ["1", "2"] : ["1", "2", "8"];
  const turns = Array.from({ length: runs }, () => counts.map((threads) => sample(root, name, [threads])));
  for (const { digest } of turns.flat())
    if (digest !== turns[0][0].digest) throw new Error(`${name}: digests ${digest} and ${turns[0][0].digest}`);
  const ratios = turns.map(([one, two]) => one.ms / two.ms).sort((a, b) => a - b);
  const ms = [0, 1].map((which) => median(turns.map((turn) => turn[which].ms)));
  const eightfold = eight === undefined ? undefined : median(turns.map(([one, , many]) => many.cpu / one.cpu));
  const text =
    `${median(ratios).toFixed(2)} times as fast with two threads (goal ${goal}; ${ratios[0].toFixed(2)} to ${ratios.at(-1).toFixed(2)}), ` +
    `${(ms[0] / 1e3).toFixed(1)} and ${(ms[1] / 1e3).toFixed(1)} s, ` +
    (eightfold === undefined
      ? ""
      : `eight partitions ${eightfold.toFixed(2)} times its processor time (goal ${eight}), `) +
    `${(turns[0][0].hops / 1e6).toFixed(1)} million hops`;
  return { text, numbers: { ratios, ms, eightfold } };
}

function built(name) {
  const samples = Array.from({ length: runs }, () => once(root, name));
  const seconds = median(samples.map(({ ms }) => ms)) / 1e3;
  const { nodes, rss } = samples[0];
  const { goal } = BUILDS[name];
  const text = `${seconds.toFixed(1)} s to build ${nodes.toLocaleString("en")} nodes${goal === undefined ? "" : ` (goal ${goal} s)`}, ${(rss / 1e6).toFixed(0)} MB resident`;
  return { text, numbers: { seconds, nodes, rss } };
}

function compare(reference) {
  const folder = checkout(reference);
  try {
    for (const name of names.filter((one) => one in SPEEDS && existsSync(join(folder, "bench", CASES[one].args[0]))))
      inTurns(
        `against ${reference}`,
        name,
        () => sample(root, name),
        () => sample(folder, name),
      );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Measures the cost of `policies`. Runs with them alternate with runs of the defaults, such as `dt` and `sih`. All runs
 * also have the policies in `base`.
 */
function comparePolicies(policies, base) {
  const name = "fat-tree-128";
  inTurns(
    `with ${policies.join(" ")} against the defaults${base.length > 0 ? `, both with ${base.join(" ")}` : ""}`,
    name,
    () => sample(root, name, [...base, ...policies]),
    () => sample(root, name, base),
  );
}

/** Measures pairs of runs. The order within a pair alternates, so that neither version always runs first. */
function inTurns(what, name, sampleHere, sampleThere) {
  const ratios = [];
  for (let k = 0; k < runs; k++) {
    const [first, second] = k % 2 === 0 ? [sampleHere, sampleThere] : [sampleThere, sampleHere];
    const [one, other] = [first().speed, second().speed];
    ratios.push(k % 2 === 0 ? one / other : other / one);
  }
  const { low, high, confidence } = interval(ratios);
  const percent = (ratio) => `${ratio >= 1 ? "+" : ""}${((ratio - 1) * 100).toFixed(1)}%`;
  console.log(
    `${name.padEnd(15)} ${percent(median(ratios))} ${what} (${(confidence * 100).toFixed(0)}% confidence: ${percent(low)} to ${percent(high)}, ${runs} pairs)`,
  );
}

/** Runs one process after the calibration loop. Returns millions of packet-hops per second. */
function sample(folder, name, more = []) {
  const loop = calibrate();
  const result = once(folder, name, more);
  return { ...result, loop, speed: result.hops / result.ms / 1e3 };
}

/** Returns the output of one process of a case. */
function once(folder, name, more = []) {
  const [script, ...args] = CASES[name].args;
  const run = ran(process.execPath, [script, ...args, ...more], { cwd: join(folder, "bench") });
  if (run.status !== 0) throw new Error(`${name} failed:\n${run.stderr}`);
  return JSON.parse(run.stdout);
}

/** Time in ms of a fixed loop of 200 million dependent operations. */
function calibrate() {
  const began = performance.now();
  let x = 1;
  for (let k = 0; k < 2e8; k++) {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
  }
  return x === 0 ? NaN : performance.now() - began;
}

/** Builds the commit `reference` in a temporary folder, with the packages of this tree. */
function checkout(reference) {
  const folder = mkdtempSync(join(tmpdir(), "xoff-against-"));
  const archive = execFileSync("git", ["archive", reference], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "dir");
  execFileSync(
    process.execPath,
    [join(root, "node_modules/native-typescript/bin/tsc"), "-b", "config/tsconfig.node.json"],
    {
      cwd: folder,
    },
  );
  const fold = join(folder, "scripts/fold.mjs");
  if (existsSync(fold)) execFileSync(process.execPath, [fold]);
  return folder;
}

function fail(message) {
  console.error(`bench: ${message}`);
  process.exit(2);
}

function commit() {
  const run = ran("git", ["describe", "--always", "--dirty"], { cwd: root });
  return run.status === 0 ? run.stdout.trim() : "unknown";
}
