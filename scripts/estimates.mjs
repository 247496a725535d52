/**
 * Compares the estimates of runs with their measured cost. Prints the table of docs/cost.md.
 *
 *   node scripts/estimates.mjs [scenario ...]      default: those of test/estimates/; needs dist/ (npm start)
 *
 * - Each run is a process with one thread. Its folder is removed.
 * - Time is processor time, compared with the estimate for the reference machine. Other programs on the machine
 *   affect neither.
 * - With --wall, time is wall-clock time, compared with the estimate for this machine at present.
 * - Memory is the peak resident memory.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { onThisMachine, secondsOf } from "../dist/apps/cli/terminal/run-time.js";
import { estimate, readScenario, setUp } from "../dist/run/lab/lab.js";
import { ran } from "./ran.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const program = join(root, "dist", "bin", "xoff.js");
/**
 * Makes xoff run the command in its first process. By default it starts a child process, which this script could not
 * measure.
 */
const env = { ...process.env, XOFF_IN_ITS_PROCESS: "1" };
/** Makes a process write its processor time in us and its peak resident memory in KB to a third pipe. */
const REPORT = `data:text/javascript,
import { writeSync } from "node:fs";
process.on("exit", () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeSync(3, JSON.stringify({ us: userCPUTime + systemCPUTime, kb: maxRSS }));
});`.replaceAll("\n", " ");

const folder = mkdtempSync(join(tmpdir(), "xoff-estimates-"));
const cases = join(root, "test", "estimates");
const wall = process.argv.includes("--wall");
const given = process.argv.slice(2).filter((argument) => argument !== "--wall");
const files =
  given.length > 0
    ? given
    : readdirSync(cases)
        .filter((name) => name.endsWith(".yaml"))
        .map((name) => join(cases, name));

console.log(
  `| scenario | hosts | million packet-hops | real | ratio | ${wall ? "s" : "processor s"} | real | ratio | MB | real | ratio |`,
);
console.log(`|${"---|".repeat(11)}`);
try {
  const rows = files.map(row);
  for (const [k, what] of ["packet-hops", "time", "memory"].entries()) {
    const ratios = rows.map((ratio) => ratio[k]);
    const outside = ratios.filter((ratio) => ratio < 0.5 || ratio > 2).length;
    const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
    console.error(`${what}: ${range} of the real one; ${outside} of ${rows.length} beyond a factor of two`);
  }
} finally {
  rmSync(folder, { recursive: true });
}

/** The estimate of a run divided by its measured cost. */
function row(file) {
  const name = basename(file, ".yaml");
  const takes = estimate(setUp(readScenario(readFileSync(file, "utf8"), file)));
  const seconds = wall ? onThisMachine(secondsOf(takes)) : secondsOf(takes);
  const real = run(file, join(folder, name));
  const pairs = [
    [takes.packetHops / 1e6, real.hops / 1e6],
    [seconds, real.seconds],
    [takes.memory / 1e6, real.memory / 1e6],
  ];
  const cells = pairs.flatMap((pair) => [
    ...pair.map((value) => String(Number(value.toPrecision(3)))),
    (pair[0] / pair[1]).toFixed(2),
  ]);
  console.log(`| ${[name, takes.hosts, ...cells].join(" | ")} |`);
  return pairs.map(([estimated, measured]) => estimated / measured);
}

function run(file, out) {
  const args = ["--import", REPORT, program, "run", file, "--json", "--threads", "1", "--out", out];
  const stdio = ["ignore", "pipe", "pipe", "pipe"];
  const began = performance.now();
  const { status, output, stderr } = ran(process.execPath, args, { stdio, env, maxBuffer: 1 << 30 });
  const elapsed = (performance.now() - began) / 1e3;
  if (status !== 0) throw new Error(`xoff run ${file}: exit code ${status}\n${stderr}`);
  const { us, kb } = JSON.parse(output[3]);
  const { counters } = JSON.parse(output[1]);
  return { hops: counters.packet_hops, seconds: wall ? elapsed : us / 1e6, memory: kb * 1024 };
}
