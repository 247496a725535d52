/**
 * A 128-host leaf-spine in ns3 fidelity, whole process: 8 leaves, 8 spines, all 100G, 1 us, WebSearch at load .6, 1 ms of arrivals.
 *
 *   node bench/ns3.mjs      writes the simulator's input to a temporary folder, runs `xoff run --ns3` on it, prints {"hops", "ms"}
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stream } from "../dist/base/random.js";
import { SizeCdf } from "../dist/traffic/cdf.js";
import { cdfs } from "../dist/traffic/cdfs/index.js";

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
  write("topology.txt", topology());
  write("flow.txt", flows());
  write("trace.txt", "0\n");
  const main = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
  const began = performance.now();
  const run = spawnSync(process.execPath, [main, "run", "--ns3", "config.txt", "--json"], {
    cwd: folder,
    encoding: "utf8",
  });
  const ms = performance.now() - began;
  if (run.status !== 0) throw new Error(run.stderr);
  console.log(JSON.stringify({ hops: JSON.parse(run.stdout).packet_hops, ms }));
} finally {
  rmSync(folder, { recursive: true });
}

function topology() {
  const lines = [`${HOSTS + LEAVES + SPINES} ${LEAVES + SPINES} ${HOSTS + LEAVES * SPINES}`];
  lines.push(Array.from({ length: LEAVES + SPINES }, (_, s) => HOSTS + s).join(" "));
  const link = (a, b) => lines.push(`${a} ${b} 100Gbps 1000ns 0.000000`);
  for (let h = 0; h < HOSTS; h++) link(h, HOSTS + Math.floor(h / PER_LEAF));
  for (let leaf = 0; leaf < LEAVES; leaf++) {
    for (let spine = 0; spine < SPINES; spine++) link(HOSTS + leaf, HOSTS + LEAVES + spine);
  }
  return `${lines.join("\n")}\n`;
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

/** The settings of reference case R1, and a buffer of 16 MiB. */
function config() {
  return `ENABLE_QCN 1
USE_DYNAMIC_PFC_THRESHOLD 1
PACKET_PAYLOAD_SIZE 1000
TOPOLOGY_FILE topology.txt
FLOW_FILE flow.txt
TRACE_FILE trace.txt
TRACE_OUTPUT_FILE mix.tr
FCT_OUTPUT_FILE fct.txt
PFC_OUTPUT_FILE pfc.txt
SIMULATOR_STOP_TIME 4
CC_MODE 1
ALPHA_RESUME_INTERVAL 1
RATE_DECREASE_INTERVAL 4
CLAMP_TARGET_RATE 0
RP_TIMER 300
EWMA_GAIN 0.00390625
FAST_RECOVERY_TIMES 1
RATE_AI 20Mb/s
RATE_HAI 200Mb/s
MIN_RATE 1000Mb/s
L2_CHUNK_SIZE 4000
L2_ACK_INTERVAL 1
HAS_WIN 0
RATE_BOUND 1
ACK_HIGH_PRIO 1
ENABLE_TRACE 0
KMAX_MAP 1 100000000000 1600
KMIN_MAP 1 100000000000 400
PMAX_MAP 1 100000000000 0.20
BUFFER_SIZE 16
QLEN_MON_FILE qlen.txt
QLEN_MON_START 0
QLEN_MON_END 0
`;
}
