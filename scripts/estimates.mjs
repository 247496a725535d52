/**
 * What `xoff check` says that runs take, beside what `xoff run` takes, as the table of docs/cost.md.
 *
 *   node scripts/estimates.mjs [scenario ...]      those of test/estimates/ if left out; needs dist/ (npm start)
 *
 * A run goes into a folder that is removed. Its time is that of the process from start to end, its memory the most that was resident.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const program = join(root, "dist", "bin", "xoff.js");
/** Tells its largest resident memory by the third pipe, KB. */
const TELL = `data:text/javascript,import{writeSync}from"node:fs";process.on("exit",()=>writeSync(3,String(process.resourceUsage().maxRSS)))`;

const folder = mkdtempSync(join(tmpdir(), "xoff-estimates-"));
const cases = join(root, "test", "estimates");
const given = process.argv.slice(2);
const files =
  given.length > 0
    ? given
    : readdirSync(cases)
        .filter((name) => name.endsWith(".yaml"))
        .map((name) => join(cases, name));

console.log(
  "| scenario | hosts | million packet-hops | real | ratio | threads | s | real | ratio | MB | real | ratio |",
);
console.log("|---|---|---|---|---|---|---|---|---|---|---|---|");
try {
  const rows = files.map(row);
  for (const [what, of] of [
    ["packet-hops", 0],
    ["time", 1],
    ["memory", 2],
  ]) {
    const ratios = rows.map((ratio) => ratio[of]);
    const outside = ratios.filter((ratio) => ratio < 0.5 || ratio > 2).length;
    console.error(
      `${what}: ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}, ${outside} beyond a factor of two`,
    );
  }
} finally {
  rmSync(folder, { recursive: true });
}

function row(file) {
  const name = basename(file, ".yaml");
  const check = xoff("check", file, "--json");
  const { run, hosts } = { run: check.answer.run, hosts: hostsOf(file) };
  const began = performance.now();
  const real = xoff("run", file, "--json", "--out", join(folder, name));
  const seconds = (performance.now() - began) / 1e3;
  const ratios = [
    run.packet_hops / real.answer.counters.packet_hops,
    run.seconds / seconds,
    run.memory_bytes / (real.rss * 1024),
  ];
  const millions = (hops) => (hops / 1e6).toPrecision(3);
  const cells = [
    ...[name, hosts, millions(run.packet_hops), millions(real.answer.counters.packet_hops), ratios[0].toFixed(2)],
    ...[run.threads, run.seconds.toPrecision(2), seconds.toPrecision(2), ratios[1].toFixed(2)],
    ...[(run.memory_bytes / 1e6).toFixed(0), ((real.rss * 1024) / 1e6).toFixed(0), ratios[2].toFixed(2)],
  ];
  console.log(`| ${cells.join(" | ")} |`);
  return ratios;
}

/** What `check` counts on its first line. */
function hostsOf(file) {
  const { stdout } = spawnSync(process.execPath, [program, "check", file], { encoding: "utf8" });
  return /\. ([\d,]+)\s+hosts/.exec(stdout)?.[1] ?? "?";
}

function xoff(...args) {
  const stdio = ["ignore", "pipe", "pipe", "pipe"];
  const options = { encoding: "utf8", stdio, maxBuffer: 1 << 30 };
  const { status, output, stderr } = spawnSync(process.execPath, ["--import", TELL, program, ...args], options);
  if (status !== 0) throw new Error(`xoff ${args.join(" ")}: exit code ${status}\n${stderr}`);
  return { answer: JSON.parse(output[1]), rss: Number(output[3]) };
}
