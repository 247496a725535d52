/**
 * Prints how the completion times of imported scenarios differ from those of HPCC's simulator, for docs/cli.md ("Accuracy of imported
 * scenarios"). It imports reference cases of test/parity/, runs each in xoff's own model and compares the mean of
 * `fct_ack_ns` with that of the simulator's fct.txt.
 *
 *   npm run build && node scripts/import-accuracy.mjs      about 80 s
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const SEEDS = [1, 2, 3, 4, 5];
/**
 * The column of fct.txt with the completion time in ns. The columns before it are two addresses, two ports, the bytes and
 * the start.
 */
const FCT_NS = 6;
/** Each case: its folder, and perhaps a setting that differs from the imported one. */
const CASES = [
  ...["R2_1M", "R3_dctcp_1M", "R3_hpcc_1M", "R3_timely_1M", "R6_pfc_dcqcn", "R1", "R7_loss_dcqcn"].map((name) => ({
    name,
  })),
  ...["R8_leafspine_dcqcn", "R8_leafspine_hpcc"].flatMap((name) => [{ name }, { name, set: "classes.acks=control" }]),
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
  for (const { name, set } of CASES) {
    const label = set === undefined ? name : `${name} ${set}`;
    const input = join(root, "test", "parity", "cases", name);
    const theirs = readFileSync(join(input, "fct.txt"), "utf8").trim().split("\n");
    const expected = mean(theirs.map((line) => Number(line.split(" ")[FCT_NS])));
    const scenario = join(folder, `${label}.yaml`);
    xoff(input, "import", "config.txt", "--out", scenario);
    const shares = SEEDS.map((seed) => {
      const out = join(folder, `${label} ${seed}`);
      const settings = [`seed=${seed}`, set].filter((one) => one !== undefined).flatMap((one) => ["--set", one]);
      xoff(folder, "run", scenario, "--out", out, ...settings);
      const ours = completionTimes(out);
      if (ours.count !== theirs.length) throw new Error(`${label}: ${ours.count} of ${theirs.length} flows completed`);
      return ours.mean / expected - 1;
    });
    console.log(`${label}: ${shares.map(percent).join(" ")}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
