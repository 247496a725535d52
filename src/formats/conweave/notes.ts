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
    "of what the simulator writes or samples; xoff writes results of its own.",
  );
  notes.group(keysOf("without effect"), "without effect in the simulator, so left out.");
  notes.group(keysOf("of another mode"), `not read under CC_MODE ${config.ccMode}, so left out.`);
  notes.group(keysOf("of ConWeave itself"), "read under LB_MODE 9 only, so left out.");

  if (!config.rateBound) {
    notes.add("RATE_BOUND 0: flows send as their window lets them; here every flow is paced.", "RATE_BOUND");
  }
  noteFamily(config, notes);
  noteWiring(input, notes);
  if (config.hasWin && !config.globalT) {
    notes.add("GLOBAL_T 0: windows of pairs of hosts are xoff's, which counts headers and the ACK's way.", "GLOBAL_T");
  }
  if (config.ccMode === 7) {
    notes.add(
      "CC_MODE 7: data and ACKs carry a time stamp of 8 B in the simulator; here it costs no bytes.",
      "CC_MODE",
    );
  }
  if (config.enableIrn && capByName(config.topologyFile) === undefined) {
    notes.add(
      "ENABLE_IRN 1: the simulator looks the cap up by the topology file's name, does not know this one, and aborts; here it is the largest " +
        "bandwidth-delay product.",
      "ENABLE_IRN",
    );
  }
  if (topology.links.some(({ errorRate }) => errorRate > 0)) {
    notes.add(
      "Which packets a lossy link loses: as many, but not the same; the simulator's draws for links did not come out.",
    );
  }
  if (hasThreeTiers(input) && [3, 6].includes(config.lbMode)) {
    const what =
      config.lbMode === 3 ? "ECMP has the choice of switches above the leaf" : "each switch draws for itself";
    notes.add(`LB_MODE ${config.lbMode}: the simulator's leaf chooses the whole path; here ${what}.`, "LB_MODE");
  }
  if (config.lbMode === 9 && config.linkDown !== undefined) {
    notes.add(
      "LB_MODE 9: flows keep a path whose link is down in the simulator; here they leave it, and packets take what ECMP chooses.",
      "LINK_DOWN",
    );
  }
  const first = topology.switches.reduce((least, id) => Math.min(least, id), topology.nodes);
  if (first < topology.nodes - topology.switches.length) {
    notes.add(
      "ECMP hashes node numbers: here hosts are numbered before switches, which this topology does not do, so paths differ.",
    );
  }
  if (config.enablePfc) {
    notes.add("The simulator also looks for a RESUME when a packet arrives; here a switch looks when a packet leaves.");
  }
  notes.add("Members that the simulator never sets are taken to be zero, as they are on an ordinary heap.");
}

/**
 * True if a key for the timing of the simulator's outputs also affects the scenario. LINK_DOWN counts from FLOWGEN_START_TIME, and samples
 * of connections trigger IRN's senders.
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
