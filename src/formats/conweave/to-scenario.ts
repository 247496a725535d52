/**
 * Converts the input of ConWeave's simulator to a scenario of xoff's own model, in YAML. The options that reproduce the simulator's
 * semantics are set.
 *
 * docs/conweave-semantics.md lists these options and the differences that remain. Settings that a scenario cannot express are returned as
 * notes, which are also part of the scenario. No key of a config is dropped silently (`to-scenario.test.ts` counts the keys).
 */
import { spell } from "../../base/param-text.ts";
import { flowMap } from "../flow-map.ts";
import { PS_PER_NS, type Bps, type Bytes } from "../../base/units.ts";
import { Notes } from "../hpcc/import-notes.ts";
import { linkErrors } from "../hpcc/import-errors.ts";
import { heardCongestion } from "../hpcc/import-congestion.ts";
import { counted, memoryText, nodeName, ratesText, switchPorts } from "../hpcc/import-memory.ts";
import { classesOf, flowList, header, scaleWindowOf, withBytes } from "../hpcc/to-scenario.ts";
import type { Imported } from "../hpcc/to-scenario.ts";
import { largestBdp } from "./bdp.ts";
import { portsOf } from "./check.ts";
import { capByName } from "./caps.ts";
import type { ConweaveConfig, ConweaveInput } from "./config.ts";
import { noteDifferences } from "./notes.ts";

/** Switch memory per port if BUFFER_SIZE is 0. */
const BYTES_A_PORT: Bytes = 375_000;
/** The simulator subtracts this many bytes from the length of an output queue before it compares that length with ECN thresholds. */
const OWN_BYTES: Bytes = 1049;
/**
 * Headroom in bytes that the simulator adds by mistake for a port 0. It sums the headroom of ports 0 to n - 1, but a
 * switch has ports 1 to n.
 */
const HEADROOM_OF_PORT_0: Bytes = 14_596;

/** Converts the input to a scenario. `paths` are relative to the scenario's file. */
export function toScenario(input: ConweaveInput, paths: { readonly topology: string }): Imported {
  const notes = new Notes(input);
  const { config, configFile } = input;
  const flows = withBytes(input, notes);
  const classes = classesOf(flows, notes);
  const bytes = (value: Bytes): string => spell(value, "bytes");
  const memory = memories(input);
  const yaml = [
    `about: ${JSON.stringify(`Imported from ${configFile}`)}`,
    `seed: ${config.seed}`,
    "rng: ns3",
    `until: ${spell(config.stopTimeNs * PS_PER_NS, "ps")}`,
    "",
    `topology: { kind: file, path: ${JSON.stringify(paths.topology)}${failure(input)}${memory.others} }`,
    `switch: { memory: ${bytes(memory.usual)} }`,
    `packet: { payload: ${bytes(config.packetPayload)}, sizes: hpcc, times: ns3 }`,
    `classes: ${flowMap({ lossless: `[${config.enablePfc ? classes.lossless.join(", ") : ""}]`, control: classes.control, acks: "control", default: classes.usual })}`,
    `host: ${flowMap({ window: windowOf(input), scaleWindow: scaleWindowOf(config, notes), nic: "conweave", ports: "host" })}`,
    "onDrop: count",
    ...linkErrors(input, notes),
    "",
    "policies:",
    `  buffer: { name: ingress-egress, lastHeadroom: ${bytes(HEADROOM_OF_PORT_0)} }`,
    "  headroom: { name: none, resumeOffset: 1B }",
    `  link: ${link(config, classes.control)}`,
    `  detection: [${detection(input, notes).join(", ")}]`,
    ...heardCongestion(config, notes),
    `  recovery: ${recovery(input)}`,
    `  routing: ${ROUTING[config.lbMode] ?? conweave(config)}`,
    "  scheduling: round-robin",
    "",
    "traffic:",
    "  - kind: flows",
    ...flowList(flows, classes.usual),
  ];
  noteDifferences(input, notes);
  const sentences = notes.sorted();
  const intro =
    `Made by xoff import from ${configFile}, an input of ConWeave's ns-3 simulator, for xoff's own model with that simulator's ` +
    "semantics (docs/conweave-semantics.md). Any policy may be exchanged.";
  return { text: `${header(intro, sentences)}\n${yaml.join("\n")}\n`, notes: sentences };
}

/** Memory of each switch: BUFFER_SIZE, or a value derived from the switch's number of ports if BUFFER_SIZE is 0. */
function memories(input: ConweaveInput): ReturnType<typeof memoryText> {
  const { config, topology } = input;
  const ports = portsOf(input);
  return memoryText(
    topology,
    topology.switches.map((id, k) => [id, config.buffer > 0 ? config.buffer : BYTES_A_PORT * ports[k]]),
    BYTES_A_PORT,
  );
}

/** LB_MODE 9. */
function conweave(config: ConweaveConfig): string {
  const time = (ns: number): string => spell(ns * PS_PER_NS, "ps");
  const { expiryNs, replyExtraNs, pathPauseNs, flushExtraNs, flushDefaultNs } = config;
  const atSource = `expiry: ${time(expiryNs)}, replyExtra: ${time(replyExtraNs)}, pathPause: ${time(pathPauseNs)}`;
  return `{ name: conweave, ${atSource}, flushExtra: ${time(flushExtraNs)}, flushDefault: ${time(flushDefaultNs)}, age: 2ms }`;
}

/** Routing policy by LB_MODE. */
const ROUTING: Readonly<Record<number, string>> = {
  0: "{ name: ecmp, seed: per-switch }",
  2: "{ name: drill, d: 2, m: 1, remember: host, draw: shuffle }",
  3: flowMap({
    name: "conga-sampled",
    sample: 4,
    interval: "50us",
    decay: 0.2,
    bits: 3,
    gap: "100us",
    age: "500us",
    entry: "ports",
  }),
  6: "{ name: letflow, gap: 100us, entry: ports }",
};

/** Returns the fault for LINK_DOWN, whose time counts from FLOWGEN_START_TIME. */
function failure({ config: { linkDown, flowgenStartNs }, topology }: ConweaveInput): string {
  if (linkDown === undefined) return "";
  const { a, b, us } = linkDown;
  const at = spell((flowgenStartNs + us * 1000) * PS_PER_NS, "ps");
  return `, fail: [{ link: ${nodeName(topology, a)}-${nodeName(topology, b)}, at: ${at} }]`;
}

function windowOf({ config: { hasWin, globalT, packetPayload }, topology }: ConweaveInput): string {
  if (!hasWin) return "none";
  return globalT ? spell(largestBdp(topology, packetPayload), "bytes") : "bdp";
}

function link({ enablePfc, pauseTime }: ConweaveConfig, control: number): string {
  if (!enablePfc) return "none";
  return flowMap({
    ...{ name: "pfc", frame: "43B", behind: control, reaction: 0, repeat: "packet" },
    hold: spell(Math.trunc(pauseTime) * 1e6, "ps"),
  });
}

function detection(input: ConweaveInput, notes: Notes): string[] {
  const { config } = input;
  const found: string[] = [];
  if (config.enableQcn) found.push(red(input, notes));
  if (config.ccMode === 3) found.push(`{ name: int, scale: ${config.intMulti} }`);
  return found.length === 0 ? ["none"] : found;
}

/**
 * Writes the ECN thresholds. The simulator does not count a few bytes of each queue, so the scenario's thresholds are
 * higher by this number.
 */
function red({ config, topology }: ConweaveInput, notes: Notes): string {
  const { kmin, kmax, pmax } = config;
  const at = (bps: Bps): string => {
    const bytes = (map: ReadonlyMap<Bps, Bytes>): string => spell((map.get(bps) ?? 0) + OWN_BYTES, "bytes");
    return `kmin: ${bytes(kmin)}, kmax: ${bytes(kmax)}, pmax: ${pmax.get(bps) ?? 0}`;
  };
  const rates = counted(switchPorts(topology).map(({ bps }) => bps)).map(([bps]) => bps);
  const [rate = 100e9] = rates;
  const others = rates.filter((bps) => at(bps) !== at(rate));
  if (others.length > 0) {
    notes.add(
      `the thresholds at ${ratesText(others)} are not those at ${ratesText([rate])}. Here red has one set for all ports.`,
      "KMAX_MAP",
    );
  }
  return `{ name: red, ${at(rate)}, scaleTo: 0bps }`;
}

function recovery({ config, topology }: ConweaveInput): string {
  if (!config.enableIrn) {
    return "{ name: go-back-n, ackEvery: 1, nackInterval: 4us, gapMarks: true, keepMarks: false, timeout: 4ms, timeoutFrom: packet, forgets: true }";
  }
  const cap = capByName(config.topologyFile) ?? largestBdp(topology, config.packetPayload);
  // With PFC, the simulator's timers have no effect when they expire. The scenario's timeouts of 100 s have the same
  // result.
  const [low, high] = config.enablePfc ? ["100s", "100s"] : ["100us", "320us"];
  const time = (ns: number): string => spell(ns * PS_PER_NS, "ps");
  const samples = `sampleEvery: ${time(config.monitoringNs)}, sampleFrom: ${time(config.flowgenStartNs)}`;
  return `{ name: irn-rewind, cap: ${spell(cap, "bytes")}, rtoLow: ${low}, rtoHigh: ${high}, few: 3, ${samples}, nackInterval: 4us, gapMarks: true }`;
}
