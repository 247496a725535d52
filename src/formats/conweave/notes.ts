/**
 * Notes on the differences between an imported scenario and ConWeave's simulator. Each note is a sentence with the line of the config that
 * causes the difference.
 */
import { noteFamily, noteWiring, type Notes } from "../hpcc/import-notes.ts";
import { capByName } from "./caps.ts";
import type { ConweaveInput } from "./config.ts";
import { fateOf } from "./key-fates.ts";

export function noteDifferences(input: ConweaveInput, notes: Notes): void {
  const { config, lines, topology } = input;
  const keysOf = (fate: ReturnType<typeof fateOf>): string[] =>
    [...lines.keys()].filter((key) => fateOf(key, config.ccMode, config.lbMode) === fate);
  notes.group(
    keysOf("output").filter((key) => !isCarried(key, input)),
    "outputs and samples of the simulator. xoff writes its own results.",
  );
  notes.group(keysOf("without effect"), "without effect in the simulator, so left out.");
  notes.group(keysOf("of another mode"), `not read under CC_MODE ${config.ccMode}, so left out.`);
  notes.group(keysOf("of ConWeave itself"), "read under LB_MODE 9 only, so left out.");

  if (!config.rateBound) {
    notes.add(
      "RATE_BOUND 0: in the simulator only the window limits a flow. Here every flow is also paced.",
      "RATE_BOUND",
    );
  }
  noteFamily(config, notes);
  noteWiring(input, notes);
  if (config.hasWin && !config.globalT) {
    notes.add(
      "GLOBAL_T 0: xoff computes the window of each pair of hosts, with headers and the path of the ACK.",
      "GLOBAL_T",
    );
  }
  if (config.ccMode === 7) {
    notes.add(
      "CC_MODE 7: in the simulator data and ACKs carry a time stamp of 8 B. Here the time stamp has no bytes.",
      "CC_MODE",
    );
  }
  if (config.enableIrn && capByName(config.topologyFile) === undefined) {
    notes.add(
      "ENABLE_IRN 1: the simulator aborts, because it has no cap for a topology file of this name. Here the cap is the largest " +
        "bandwidth-delay product.",
      "ENABLE_IRN",
    );
  }
  if (topology.links.some(({ errorRate }) => errorRate > 0)) {
    notes.add(
      "Lossy links drop as many packets as in the simulator, but other ones. Its random numbers for links are not reproduced.",
    );
  }
  if (hasThreeTiers(input) && [3, 6].includes(config.lbMode)) {
    const what = config.lbMode === 3 ? "ECMP chooses the ports above the leaf" : "each switch chooses for itself";
    notes.add(`LB_MODE ${config.lbMode}: the simulator's leaf chooses the whole path. Here ${what}.`, "LB_MODE");
  }
  if (config.lbMode === 9 && config.linkDown !== undefined) {
    notes.add(
      "LB_MODE 9: in the simulator flows keep a path whose link is down. Here they leave it, and ECMP chooses their path.",
      "LINK_DOWN",
    );
  }
  const first = topology.switches.reduce((least, id) => Math.min(least, id), topology.nodes);
  if (first < topology.nodes - topology.switches.length) {
    notes.add(
      "ECMP hashes node numbers. Here hosts have lower numbers than switches, unlike in this topology, so paths differ.",
    );
  }
  if (config.enablePfc) {
    notes.add(
      "The simulator also checks for a RESUME when a packet arrives. Here a switch checks only when a packet leaves.",
    );
  }
  notes.add("Variables that the simulator never sets are assumed to be zero, as on an ordinary heap.");
}

/**
 * True if a key for the timing of the simulator's outputs also affects the scenario:
 *
 * - FLOWGEN_START_TIME is the origin of LINK_DOWN's time, and the time of the first sample.
 * - SW_MONITORING_INTERVAL is the time between two samples.
 *
 * Samples affect IRN: at each sample, its senders skip the packets that they know to have arrived.
 */
function isCarried(key: string, { config: { enableIrn, linkDown } }: ConweaveInput): boolean {
  if (key === "SW_MONITORING_INTERVAL") return enableIrn;
  return key === "FLOWGEN_START_TIME" && (enableIrn || linkDown !== undefined);
}

/** True if two switches without hosts are linked to each other. */
function hasThreeTiers({ topology: { links, switches } }: ConweaveInput): boolean {
  const isSwitch = new Set(switches);
  const leaves = new Set(
    links.flatMap(({ a, b }) => (isSwitch.has(a) === isSwitch.has(b) ? [] : [isSwitch.has(a) ? a : b])),
  );
  const isUpper = (id: number): boolean => isSwitch.has(id) && !leaves.has(id);
  return links.some(({ a, b }) => isUpper(a) && isUpper(b));
}
