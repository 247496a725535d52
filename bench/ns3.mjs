/**
 * Measures ns3 fidelity on a leaf-spine of 128 hosts, for the whole process. There are 8 leaves and 8 spines with 100G links of 1 us. The
 * traffic is WebSearch at load 0.6 with 1 ms of arrivals.
 *
 *   node bench/ns3.mjs      writes the simulator's input to a temporary folder, runs `xoff run --ns3` on it, prints {"hops", "ms"}
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stream } from "../dist/base/random.js";
import { SizeCdf } from "../dist/policies/traffic/cdf.js";
import { cdfs } from "../dist/policies/traffic/cdfs/index.js";
import { ran } from "../scripts/ran.mjs";
import { config, topology } from "./ns3-input.mjs";

const LEAVES = 8;
const SPINES = 8;
const PER_LEAF = 16;
const HOSTS = LEAVES * PER_LEAF;
const RATE = 100e9;
const LOAD = 0.6;
const WINDOW_S = 0.001;

const folder = mkdtempSync(join(tmpdir(), "xoff-bench-"));
try {
  const write = (name, text) => {
    writeFileSync(join(folder, name), text);
  };
  write("config.txt", config());
  write("topology.txt", topology(LEAVES, SPINES, PER_LEAF));
  write("flow.txt", flows());
  write("trace.txt", "0\n");
  const main = fileURLToPath(new URL("../dist/bin/xoff.js", import.meta.url));
  const began = performance.now();
  const run = ran(process.execPath, [main, "run", "--ns3", "config.txt", "--json"], { cwd: folder });
  const ms = performance.now() - began;
  if (run.status !== 0) throw new Error(run.stderr);
  console.log(JSON.stringify({ hops: JSON.parse(run.stdout).packet_hops, ms }));
} finally {
  rmSync(folder, { recursive: true });
}

function flows() {
  const table = cdfs["websearch-hpcc"];
  const sizes = new SizeCdf(table.points, table.name);
  const gap = (sizes.mean() * 8) / (LOAD * RATE);
  const list = [];
  for (let from = 0; from < HOSTS; from++) {
    const draw = stream(1, "bench arrivals", from);
    for (let at = draw.exponential(gap); at < WINDOW_S; at += draw.exponential(gap)) {
      const to = (from + 1 + draw.int(HOSTS - 1)) % HOSTS;
      list.push({ from, to, size: sizes.sample(draw), at });
    }
  }
  list.sort((a, b) => a.at - b.at || a.from - b.from);
  const lines = list.map(({ from, to, size, at }) => `${from} ${to} 3 100 ${size} ${(2 + at).toFixed(9)}`);
  return `${lines.length}\n${lines.join("\n")}\n`;
}
