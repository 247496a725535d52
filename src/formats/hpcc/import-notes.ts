/**
 * Notes on where a run of an imported scenario differs from a run of the original simulator. Each note is a sentence with the line of the
 * config that causes the difference.
 */
import { formatRate } from "../../base/format.ts";
import { spell } from "../../base/param-text.ts";
import { ns3Fidelity } from "../../fidelity/ns3/fidelity.ts";
import { txTimeNs } from "../../fidelity/ns3/time.ts";
import { TELEMETRY_RATES } from "./check.ts";
import { PINT, type HpccConfig } from "./config.ts";
import type { HpccFlow } from "./flows.ts";
import { fateOf } from "./key-fates.ts";
import type { HpccTopology } from "./topology.ts";

/**
 * Related simulators that read HPCC's config but behave differently: ns3-datacenter (PowerTCP, ABM, Reverie) and ASTRA-sim's ns-3 backend.
 */
export type Kin = "ns3-datacenter" | "astra-sim";

export interface HpccInput {
  /** The simulator to which the input belongs. Absent for HPCC's own simulator. */
  readonly kin?: Kin;
  /** True if the same input can also be run with `xoff run --ns3`. */
  readonly isModelled?: boolean;
  readonly config: HpccConfig;
  readonly configFile: string;
  /** The line of each key of the config. */
  readonly lines: ReadonlyMap<string, number>;
  readonly topology: HpccTopology;
  readonly flows: readonly HpccFlow[];
  readonly flowFile: string;
}

export class Notes {
  private readonly noted: { readonly line: number; readonly text: string }[] = [];
  private readonly input: HpccInput;

  constructor(input: HpccInput) {
    this.input = input;
  }

  /** Adds a sentence. `key` is the key that causes the difference, if there is one. */
  add(text: string, key?: string): void {
    const { configFile, lines } = this.input;
    const line = key === undefined ? undefined : lines.get(key);
    this.noted.push({ line: line ?? Infinity, text: line === undefined ? text : `${configFile}:${line}: ${text}` });
  }

  /** Adds one sentence for those of `keys` that the file contains. The sentence ends in `text`. Without such keys nothing is added. */
  group(keys: readonly string[], text: string): void {
    const named = keys.filter((key) => this.input.lines.has(key));
    if (named.length > 0) this.add(`${named.join(", ")}: ${text}`, named[0]);
  }

  sorted(): string[] {
    return this.noted.sort((a, b) => (a.line < b.line ? -1 : a.line > b.line ? 1 : 0)).map(({ text }) => text);
  }
}

const keysOf = ({ config, lines }: HpccInput, fate: ReturnType<typeof fateOf>): string[] =>
  [...lines.keys()].filter((key) => fateOf(key, config.ccMode) === fate);

/** Adds a note on the config's keys for the simulator's outputs. A run of the scenario writes xoff's own results instead. */
export function noteFiles(input: HpccInput, notes: Notes): void {
  notes.group(keysOf(input, "output"), "outputs of xoff run --ns3. A scenario has xoff's own results.");
}

/** Adds notes on differences between scenario and simulator. Some occur with every input, others only with certain keys of the config. */
export function noteDifferences(input: HpccInput, notes: Notes): void {
  const { config } = input;
  notes.group(keysOf(input, "without effect"), "without effect in the simulator, so left out.");
  notes.group(keysOf(input, "of another mode"), `not read under CC_MODE ${config.ccMode}, so left out.`);

  if (config.ackHighPrio) {
    notes.add(
      "ACK_HIGH_PRIO 1: in the simulator no PAUSE delays ACKs at their host. Here a PAUSE of their flow's class does.",
      "ACK_HIGH_PRIO",
    );
  }
  if (!config.rateBound) {
    notes.add(
      "RATE_BOUND 0: in the simulator only the window limits a flow. Here every flow is also paced at its rate.",
      "RATE_BOUND",
    );
  }
  noteFamily(config, notes);
  noteWiring(input, notes);
  noteKin(input, notes);
  if (input.kin !== "ns3-datacenter")
    notes.add(
      "The simulator reserves 4096 B for each port and does not count the first 4096 B of each queue. Here every byte counts.",
    );
  notes.add(
    "In the simulator a flow hangs if its last packet is lost. Here go-back-n retransmits the packet after a timeout.",
  );
  notes.add(
    "ECMP hashes other node numbers, and destination port 4791 for every flow. Flows may take other equal-cost paths.",
  );
  notes.add(timesNote(input));
  notes.add("ECN marking uses other random numbers.");
}

/**
 * Returns the note on rounded times. Wire times that are rounded down make links faster: at 400 Gbps a packet of 1,048
 * B takes 20 ns instead of 20.96 ns.
 */
function timesNote({ config, topology }: HpccInput): string {
  const rate = topology.links.reduce((most, { bps }) => Math.max(most, bps), 0);
  const size = config.packetPayload + ns3Fidelity(config.ccMode).frames.dataHeader;
  const exact = (size * 8e9) / rate;
  const cut = txTimeNs(size, rate);
  const faster = exact / cut - 1;
  const text = "In the simulator times on the wire are cut to whole nanoseconds. Here they are exact.";
  if (!(faster >= 0.001)) return text;
  return (
    `${text} A full packet at ${formatRate(rate)} takes ${cut} ns there and ${exact.toFixed(2)} ns here, so there these links are ` +
    `${(faster * 100).toFixed(1)}% faster. \`packet: { times: ns3 }\` has the simulator's times.`
  );
}

/** Adds a note for each property of the links that the original simulator treats differently from xoff or does not support. */
export function noteWiring({ config, topology }: Pick<HpccInput, "config" | "topology">, notes: Notes): void {
  const { links, nodes, switches } = topology;
  const pairs = new Set(links.map(({ a, b }) => Math.min(a, b) * nodes + Math.max(a, b)));
  const side = links.length - pairs.size;
  if (side > 0)
    notes.add(
      `${side === 1 ? "One link joins" : `${side} links join`} nodes that another link joins. The simulator routes only over the last of ` +
        "them. Here routing may choose any.",
    );
  const isSwitch = new Set(switches);
  const nics = new Map<number, number>();
  for (const { a, b } of links)
    for (const node of [a, b]) if (!isSwitch.has(node)) nics.set(node, (nics.get(node) ?? 0) + 1);
  const several = [...nics.values()].filter((count) => count > 1).length;
  if (several > 0)
    notes.add(
      `${several === 1 ? "One host has" : `${several} hosts have`} several NICs. The simulator selects one on a shortest path by a hash of the flow. ` +
        "Here flows use the fastest of them, and equal ones in turn.",
    );
  const odd = [...new Set(links.map(({ bps }) => bps))].filter((bps) => !TELEMETRY_RATES.includes(bps));
  if (config.ccMode === 3 && odd.length > 0)
    notes.add(
      `CC_MODE 3: the simulator's telemetry has no code for ${odd.map((bps) => spell(bps, "bps")).join(", ")}, so senders use wrong ` +
        "rates. Here stamps contain any rate.",
      "CC_MODE",
    );
}

function noteKin({ config, kin }: HpccInput, notes: Notes): void {
  if (kin === "astra-sim")
    notes.add("NIC_TOTAL_PAUSE_TIME: a key of ASTRA-sim's ns-3 backend that is not modelled.", "NIC_TOTAL_PAUSE_TIME");
  if (kin !== "ns3-datacenter") return;
  notes.add(
    "The topology is in ns3-datacenter's dialect (PowerTCP, ABM, Reverie). Its programs take congestion control and windows from their command " +
      `line, and ignore CC_MODE, HAS_WIN and VAR_WIN. ${config.ccMode === 3 ? "Their PowerTCP also has CC_MODE 3: use --set policies.congestion=powertcp. " : ""}` +
      "Their switches have an ingress and an egress pool, and the scenario has the ingress pool.",
  );
}

/**
 * Adds a note for each setting whose effect in xoff differs from its effect in HPCC's simulator and in all simulators
 * based on HPCC's code.
 */
export function noteFamily(
  {
    l2BackToZero,
    l2AckInterval,
    packetPayload,
    ccMode,
    globalT,
  }: Pick<HpccConfig, "l2BackToZero" | "l2AckInterval" | "packetPayload" | "ccMode" | "globalT">,
  notes: Notes,
): void {
  if (ccMode === PINT) {
    notes.add(
      "CC_MODE 10: HPCC-PINT reads powers of PINT_LOG_BASE, on a share PINT_PROB of the ACKs. Here hpcc reads exact stamps on all ACKs, " +
        "and has a window.",
      "CC_MODE",
    );
  }
  if (l2BackToZero) {
    notes.add(
      "L2_BACK_TO_ZERO 1: in the simulator a loss rewinds a flow to the start of its chunk. Here it rewinds to the missing byte.",
      "L2_BACK_TO_ZERO",
    );
  }
  if (l2AckInterval > packetPayload) {
    notes.add(
      `L2_ACK_INTERVAL ${l2AckInterval}: the simulator acknowledges only whole chunks of so many first bytes of a flow. ` +
        "Here every packet is acknowledged.",
      "L2_ACK_INTERVAL",
    );
  }
  if (ccMode === 3 && globalT) {
    notes.add(
      "GLOBAL_T 1: in the simulator every flow computes with the longest round trip. Here it uses the round trip of its own path.",
      "GLOBAL_T",
    );
  }
}
