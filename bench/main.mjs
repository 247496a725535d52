/**
 * `npm run bench`: how many packet-hops a second, one core.
 *
 *   npm run bench                          each case seven times, the median beside a fixed calibration loop
 *   npm run bench -- --against <commit>    this tree and that commit in turns, with a confidence interval of their ratio
 *   npm run bench -- --policies buffer=spfc --policies headroom=dsh      what policies cost against the defaults, the same way
 *   npm run bench -- --base recovery=selective --policies routing=plb    the same, where both sides have the policies of --base
 *   npm run bench -- --case fat-tree-128 --runs 3
 *
 * Every run is a process of its own. These machines are noisy, 30% between single runs, so two builds are compared by interleaved
 * runs only; the calibration loop, run before each, tells a slow build from a slow moment.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const root = fileURLToPath(new URL("..", import.meta.url));
const CASES = {
  "fat-tree-128": { args: ["permutation.mjs", "8", "20000000"], bar: 4, memory: 150 },
  "fat-tree-1024": { args: ["permutation.mjs", "16", "2000000"], bar: 3, memory: 300 },
  "ns3-leaf-spine": { args: ["ns3.mjs"], bar: 3 },
};

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
else measure();

function measure() {
  console.log(`${cpus()[0].model}, Node ${process.version}, commit ${commit()}, ${runs} runs a case, medians`);
  const results = {};
  for (const name of names) {
    const samples = Array.from({ length: runs }, () => sample(root, name));
    const speed = median(samples.map((s) => s.speed));
    const loop = median(samples.map((s) => s.loop));
    const { bar, memory } = CASES[name];
    const rss = samples[0].rss === undefined ? undefined : median(samples.map((s) => s.rss)) / 1e6;
    results[name] = { speed, loop, rss, samples: samples.map((s) => s.speed) };
    const held = rss === undefined ? "" : `, ${rss.toFixed(0)} MB resident (bar ${memory})`;
    const range = samples.map((s) => s.speed).sort((a, b) => a - b);
    console.log(
      `${name.padEnd(15)} ${speed.toFixed(2)} million packet-hops/s (bar ${bar}; ${range[0].toFixed(2)} to ${range.at(-1).toFixed(2)})${held}, ` +
        `${(samples[0].hops / 1e6).toFixed(1)} million hops${samples[0].events === undefined ? "" : `, ${(samples[0].events / samples[0].hops).toFixed(2)} events a hop`}, calibration ${loop.toFixed(0)} ms`,
    );
  }
  if (values.json) console.log(JSON.stringify(results, null, 2));
}

function compare(reference) {
  const folder = checkout(reference);
  try {
    for (const name of names)
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

/** The permutation under other policies than the defaults, `dt` over `sih` among them; `base` are the policies of both sides. */
function comparePolicies(policies, base) {
  const name = "fat-tree-128";
  inTurns(
    `with ${policies.join(" ")} against the defaults${base.length > 0 ? `, both with ${base.join(" ")}` : ""}`,
    name,
    () => sample(root, name, [...base, ...policies]),
    () => sample(root, name, base),
  );
}

/** Pairs of runs, turn about, so that neither always goes first. */
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

/** One process: millions of packet-hops a second, with the calibration loop just before it. */
function sample(folder, name, more = []) {
  const loop = calibrate();
  const [script, ...args] = CASES[name].args;
  const run = spawnSync(process.execPath, [join(folder, "bench", script), ...args, ...more], { encoding: "utf8" });
  if (run.status !== 0) throw new Error(`${name} failed:\n${run.stderr}`);
  const result = JSON.parse(run.stdout);
  return { ...result, loop, speed: result.hops / result.ms / 1e3 };
}

/** The same 200 million dependent operations every time, ms. */
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

/** Builds `reference` in a temporary folder, with this tree's packages. */
function checkout(reference) {
  const folder = mkdtempSync(join(tmpdir(), "xoff-against-"));
  const archive = execFileSync("git", ["archive", reference], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "dir");
  execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-b", "tsconfig.node.json"], {
    cwd: folder,
  });
  // A commit older than the bench is measured by this one.
  if (!existsSync(join(folder, "bench/main.mjs")))
    cpSync(join(root, "bench"), join(folder, "bench"), { recursive: true });
  return folder;
}

/**
 * Confidence interval of the median ratio, of 95% or as near as so few pairs allow: the k-th smallest and the k-th largest, which
 * the median lies between unless k - 1 or fewer of the pairs fell on one side of it.
 */
function interval(ratios) {
  const sorted = [...ratios].sort((a, b) => a - b);
  const n = sorted.length;
  let term = 0.5 ** n;
  let tail = term;
  let k = 0;
  for (;;) {
    const next = (term * (n - k)) / (k + 1);
    if (k + 1 >= n / 2 || tail + next > 0.025) break;
    term = next;
    tail += term;
    k++;
  }
  return { low: sorted[k], high: sorted[n - 1 - k], confidence: 1 - 2 * tail };
}

function fail(message) {
  console.error(`bench: ${message}`);
  process.exit(2);
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

function commit() {
  const run = spawnSync("git", ["describe", "--always", "--dirty"], { cwd: root, encoding: "utf8" });
  return run.status === 0 ? run.stdout.trim() : "unknown";
}
