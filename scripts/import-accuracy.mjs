/**
 * Prints how the completion times of imported scenarios differ from those of HPCC's simulator, for docs/cli.md ("Accuracy of imported
 * scenarios"). It imports reference cases of test/parity/, runs each in xoff's own model and compares the mean of
 * `fct_ack_ns` with that of the simulator's fct.txt.
 *
 *   npm run build && node scripts/import-accuracy.mjs      about two minutes
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const SEEDS = [1, 2, 3, 4, 5];
/** Each case, with settings that differ from the imported ones. */
const CASES = [
  ...["R2_1M", "R3_dctcp_1M", "R3_hpcc_1M", "R3_timely_1M", "R6_pfc_dcqcn", "R1", "R7_loss_dcqcn"].map((name) => [
    name,
  ]),
  ...[["R8_leafspine_dcqcn"], ["R8_leafspine_dcqcn", "classes.acks=control"]],
  ...[["R8_leafspine_hpcc"], ["R8_leafspine_hpcc", "classes.acks=control"]],
];

const folder = mkdtempSync(join(tmpdir(), "xoff-accuracy-"));
const xoff = (cwd, ...args) =>
  execFileSync(process.execPath, [join(root, "dist", "bin", "xoff.js"), ...args], { cwd, stdio: "pipe" });
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const percent = (share) => `${share < 0 ? "" : "+"}${(share * 100).toFixed(1)}%`;

/** The mean completion time of a run, in ns, and the number of its completed flows. */
function completionTimes(out) {
  const [head, ...rows] = readFileSync(join(out, "flows.csv"), "utf8").trim().split("\n");
  const column = head.split(",").indexOf("fct_ack_ns");
  const times = rows.map((row) => row.split(",")[column]).filter((cell) => cell !== "");
  return { mean: mean(times.map(Number)), count: times.length };
}

try {
  for (const [name, ...set] of CASES) {
    const input = join(root, "test", "parity", "cases", name);
    const theirs = readFileSync(join(input, "fct.txt"), "utf8").trim().split("\n");
    const expected = mean(theirs.map((line) => Number(line.split(" ")[6])));
    const scenario = join(folder, `${[name, ...set].join("-")}.yaml`);
    xoff(input, "import", "config.txt", "--out", scenario);
    const shares = SEEDS.map((seed) => {
      const out = join(folder, `${[name, ...set].join("-")}-${seed}`);
      xoff(folder, "run", scenario, "--out", out, ...[`seed=${seed}`, ...set].flatMap((one) => ["--set", one]));
      const ours = completionTimes(out);
      if (ours.count !== theirs.length) throw new Error(`${name}: ${ours.count} of ${theirs.length} flows completed`);
      return ours.mean / expected - 1;
    });
    console.log(`${[name, ...set].join(" ")}: ${shares.map(percent).join(" ")}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
