/**
 * Measures the time to read and build a network, without a run.
 *
 *   node bench/build.mjs fat-tree <k>        the network of a scenario
 *   node bench/build.mjs hpcc <leaves>       input of HPCC's simulator: this many leaves of 32 hosts each, and 16 spines
 *
 * Prints {"nodes", "ms", "rss"}: the wall-clock time, and the resident memory at the end.
 */
import { parseConfig } from "../dist/formats/hpcc/config.js";
import { parseFlows } from "../dist/formats/hpcc/flows.js";
import { parseTopology } from "../dist/formats/hpcc/topology.js";
import { readScenario, setUp } from "../dist/run/lab/lab.js";
import { setUpNs3 } from "../dist/run/lab/ns3.js";
import { config, topology } from "./ns3-input.mjs";

const SPINES = 16;
const PER_LEAF = 32;
const [kind, size] = process.argv.slice(2);
const { network, ms } = kind === "hpcc" ? ofHpcc(Number(size)) : ofScenario(Number(size));
console.log(JSON.stringify({ nodes: network.fabric.nodes, ms, rss: process.memoryUsage().rss }));

function ofScenario(k) {
  const text = JSON.stringify({
    until: "1us",
    topology: { kind: "fat-tree", k },
    traffic: [{ kind: "flows", list: [{ from: "h0", to: "h1", size: "1KB" }] }],
  });
  return timed(() => setUp(readScenario(text, "bench.json")).network);
}

function ofHpcc(leaves) {
  const text = topology(leaves, SPINES, PER_LEAF);
  return timed(() => {
    const read = parseTopology(text, "topology.txt");
    const flows = parseFlows("1\n0 1 3 100 1000 2\n", "flow.txt", read, () => undefined);
    return setUpNs3({ config: parseConfig(config(), "config.txt").config, topology: read, flows }).network;
  });
}

function timed(build) {
  const began = performance.now();
  const network = build();
  return { network, ms: performance.now() - began };
}
