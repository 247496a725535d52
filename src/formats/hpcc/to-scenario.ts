/**
 * Converts the input of HPCC's simulator to a scenario of xoff's own model, in YAML.
 *
 * The scenario has the simulator's frame sizes and parameters. Notes list the differences between the two models, and the settings that a
 * scenario cannot express. The notes are also part of the scenario. No key of a config is dropped silently (`to-scenario.test.ts` counts
 * the keys).
 *
 * docs/ns3-semantics.md defines the simulator's model.
 */
import { MAX_STOP_NS } from "../../fidelity/ns3/time.ts";
import { formatCounted } from "../../base/format.ts";
import { spell } from "../../base/param-text.ts";
import { flowMap } from "../flow-map.ts";
import { PS_PER_NS, type Bps, type Bytes, type Ps } from "../../base/units.ts";
import { wrap } from "../../base/wrap.ts";
import { PINT, type HpccConfig } from "./config.ts";
import type { HpccFlow } from "./flows.ts";
import { linkGoesDown } from "./check.ts";
import { linkErrors } from "./import-errors.ts";
import { heardCongestion } from "./import-congestion.ts";
import { buffer, counted, headroom, memories, nodeName, ratesText, switchPorts } from "./import-memory.ts";
import { noteDifferences, noteFiles, Notes, type HpccInput } from "./import-notes.ts";

export interface Imported {
  /** The scenario's text. */
  readonly text: string;
  /** Differences from the simulator, as sentences. Each begins with the file and line of the key that causes it, if there is one. */
  readonly notes: readonly string[];
}

/**
 * Maximum number of flows that a scenario lists if the simulator's flow file can replace the list. With more flows, the
 * scenario refers to that file.
 */
const LISTED = 10_000;

/**
 * `paths` are relative to the scenario's file. `window` is the largest bandwidth-delay product of all pairs of hosts, which is the window
 * of every flow under GLOBAL_T.
 */
export function toScenario(
  input: HpccInput,
  paths: { readonly topology: string; readonly flows: string },
  window: Bytes,
): Imported {
  const notes = new Notes(input);
  const { config, configFile, kin, isModelled } = input;
  const flows = runnable(input, notes);
  const classes = classesOf(flows, notes);
  noteFiles(input, notes);
  const whose =
    kin === undefined ? "HPCC's ns-3 simulator" : kin === "astra-sim" ? "ASTRA-sim's ns-3 backend" : "ns3-datacenter";
  const exactly =
    isModelled === true
      ? ` This command runs the same input in the simulator's model, byte for byte: xoff run --ns3 ${configFile}`
      : "";
  const text = written(input, notes, {
    until: endOf(config, flows.at(-1)?.startNs, notes),
    topology: paths.topology,
    window: windowOf(config, window),
    classes,
    traffic: trafficOf(input, flows, paths.flows, classes, notes),
    intro: `Made by xoff import from ${configFile}, an input of ${whose}, for xoff's own model.${exactly}`,
  });
  return { text, notes: notes.sorted() };
}

/**
 * Returns the traffic entries: a list of the flows that send something before the end of the run. A long list is
 * replaced by the path of the simulator's flow file, if the run needs all flows of this file.
 */
function trafficOf(
  input: HpccInput,
  flows: readonly HpccFlow[],
  path: string,
  { usual }: Classes,
  notes: Notes,
): readonly string[] {
  if (flows.length === 0) {
    notes.add("The input has no flows, so the scenario has an all-reduce over all hosts as an example.");
    return [STAND_IN];
  }
  const isWhole = flows.length === input.flows.length && input.kin === undefined;
  if (flows.length > LISTED && isWhole) return ["  - kind: flows", `    path: ${JSON.stringify(path)}`];
  const endless = input.kin === "ns3-datacenter" ? withoutEnd(input, flows) : new Set<HpccFlow>();
  if (endless.size > 0) {
    const [who, they] = endless.size === 1 ? ["1 flow is", "it is"] : [`${endless.size} flows are`, "they are"];
    notes.add(`${who} too large to end before SIMULATOR_STOP_TIME: ${they} long-lived here.`);
  }
  const others = flows.filter((flow) => !endless.has(flow));
  return [
    ...(others.length === 0 ? [] : ["  - kind: flows", ...flowList(others, usual)]),
    ...longLived([...endless], usual),
  ];
}

/**
 * Returns the flows that cannot be completed within the run, even at the full rate of their sender's NIC. Inputs of the
 * simulator use flows of 10^12 B as endless flows.
 */
function withoutEnd({ config, topology }: HpccInput, flows: readonly HpccFlow[]): Set<HpccFlow> {
  const rates = new Map<number, Bps>();
  for (const { a, b, bps } of topology.links)
    for (const node of [a, b]) rates.set(node, Math.max(rates.get(node) ?? 0, bps));
  return new Set(
    flows.filter(({ src, size, startNs }) => (size * 8e9) / (rates.get(src) ?? Infinity) > config.stopTimeNs - startNs),
  );
}

/** Writes one entry for all flows that start at the same time to the same host in the same class. */
function longLived(flows: readonly HpccFlow[], usual: number): string[] {
  const entries = new Map<string, { readonly flow: HpccFlow; readonly from: Set<number> }>();
  for (const flow of flows) {
    const { src, dst, startNs, pg } = flow;
    // An entry of `traffic` may name each sender only once. Further flows of the same sender therefore become further entries.
    let k = 0;
    const key = (): string => [dst, startNs, pg, k].join(" ");
    while (entries.get(key())?.from.has(src) === true) k++;
    const entry = entries.get(key()) ?? { flow, from: new Set() };
    entry.from.add(src);
    entries.set(key(), entry);
  }
  return [...entries.values()].map(({ flow: { dst, startNs, pg }, from }) => {
    const senders = [...from].map((src) => `h${src}`).join(", ");
    const start = spell(startNs * PS_PER_NS, "ps");
    return `  - { kind: long-lived, from: [${senders}], to: h${dst}, start: ${start}${pg === usual ? "" : `, class: ${pg}`} }`;
  });
}

/** Traffic of a scenario whose input has no flows. */
export const STAND_IN = `  - ${flowMap({ kind: "collective", operation: "all-reduce-ring", size: "64MiB", ranks: "all" })}`;

const LONGEST_NS = 10e9;

/**
 * Returns the value of `until`: the config's stop time. If that time exceeds the maximum or the input has no flows, the
 * run ends when all flows are done, or at a limit. `lastNs` is the start of the last flow, if the input has flows.
 */
export function endOf({ stopTimeNs }: HpccConfig, lastNs: number | undefined, notes?: Notes): string {
  if (stopTimeNs <= MAX_STOP_NS && lastNs !== undefined) return spell(stopTimeNs * PS_PER_NS, "ps");
  const limit = spell((LONGEST_NS + (lastNs ?? 0)) * PS_PER_NS, "ps");
  if (stopTimeNs > MAX_STOP_NS)
    notes?.add(
      `SIMULATOR_STOP_TIME ${stopTimeNs / 1e9} s: the run ends when all flows are done, or at ${limit}.`,
      "SIMULATOR_STOP_TIME",
    );
  return `done\nlimit: ${limit}`;
}

/** The fields of a scenario that are written differently for HPCC's simulator and for each related simulator. */
export interface Said {
  /** The value of `until`. */
  readonly until: string;
  /** The path of the topology file. */
  readonly topology: string;
  readonly window: string;
  readonly classes: Classes;
  readonly traffic: readonly string[];
  readonly intro: string;
}

/** Returns the scenario's text. Differences between the two models are added to `notes`. */
export function written(input: HpccInput, notes: Notes, said: Said): string {
  const { config, configFile } = input;
  const { lossless, control, usual } = said.classes;
  const memory = memories(input, lossless.length, notes);
  const yaml = [
    `about: ${JSON.stringify(`Imported from ${configFile}`)}`,
    "seed: 1",
    `until: ${said.until}`,
    "",
    `topology: { kind: file, path: ${JSON.stringify(said.topology)}${failure(input)}${memory.others} }`,
    `switch: { memory: ${spell(memory.usual, "bytes")} }`,
    `packet: { payload: ${spell(config.packetPayload, "bytes")}, sizes: hpcc }`,
    `classes: ${flowMap({ lossless: `[${lossless.join(", ")}]`, control, acks: "data", default: usual })}`,
    `host: { window: ${said.window}, scaleWindow: ${scaleWindowOf(config, notes)} }`,
    "onDrop: count # as in the simulator, which drops packets beyond the headroom and continues",
    ...linkErrors(input, notes),
    "",
    "policies:",
    `  buffer: ${buffer(input, notes)}`,
    `  headroom:${headroom(input, lossless.length, notes)}`,
    `  link: ${lossless.length === 0 ? "none" : "{ name: pfc, frame: 43B, reaction: 0 }"}`,
    `  detection: [${detection(input, notes).join(", ")}]`,
    ...heardCongestion(config, notes),
    "  recovery: { name: go-back-n, ackEvery: 1 }",
    "  routing: { name: ecmp, seed: per-switch }",
    "  scheduling: round-robin",
    "",
    "traffic:",
    ...said.traffic,
  ];
  noteDifferences(input, notes);
  return `${header(said.intro, notes.sorted())}\n${yaml.join("\n")}\n`;
}

/**
 * Returns the first lines of an imported scenario. They state its origin, and how a run in xoff differs from a run in the
 * simulator whose input was imported.
 */
export function header(intro: string, notes: readonly string[]): string {
  const comment = (text: string, first: string, next: string): string =>
    wrap(text, 108 - first.length)
      .map((line, k) => `# ${k === 0 ? first : next}${line}\n`)
      .join("");
  const list = notes.map((note) => comment(note, "- ", "  ")).join("");
  return comment(intro, "", "") + (list === "" ? "" : `#\n# Differences from the simulator:\n${list}`);
}

/** Returns the flows of at least one byte. A flow of size 0 sends nothing in the simulators. */
export function withBytes({ flows: all, flowFile }: Pick<HpccInput, "flows" | "flowFile">, notes: Notes): HpccFlow[] {
  const flows = all.filter(({ size }) => size > 0);
  const empty = all.length - flows.length;
  if (empty > 0)
    notes.add(
      `${empty} of ${formatCounted(all.length, "flow")} of ${flowFile} ${empty === 1 ? "has" : "have"} size 0, ${empty === 1 ? "sends" : "send"} nothing and never ${empty === 1 ? "finishes" : "finish"}. Left out.`,
    );
  return flows;
}

/** Returns the flows that send something before the end. The simulator never starts the others, either. */
function runnable(input: HpccInput, notes: Notes): readonly HpccFlow[] {
  const { config, flowFile } = input;
  const flows = withBytes(input, notes);
  const started = flows.filter(({ startNs }) => startNs < config.stopTimeNs);
  const late = flows.length - started.length;
  if (late > 0) {
    const end = spell(config.stopTimeNs * PS_PER_NS, "ps");
    notes.add(
      `${late} of ${formatCounted(flows.length, "flow")} of ${flowFile} ${late === 1 ? "starts" : "start"} at SIMULATOR_STOP_TIME, ${end}, or later: left out.`,
      "SIMULATOR_STOP_TIME",
    );
  }
  return started;
}

export interface Classes {
  readonly lossless: readonly number[];
  readonly control: number;
  /** The class of most flows. */
  readonly usual: number;
}

/**
 * In the simulator all classes but 0 have PFC. In the scenario only classes with flows are lossless, because each lossless class reserves
 * headroom.
 */
export function classesOf(flows: readonly HpccFlow[], notes: Notes): Classes {
  const counts = Array.from({ length: 8 }, () => 0);
  for (const { pg } of flows) counts[pg]++;
  const used = counts.flatMap((count, cls) => (count > 0 ? [cls] : []));
  const control = counts[0] === 0 ? 0 : counts.findLastIndex((count) => count === 0);
  if (counts[0] > 0) {
    notes.add(
      `Priority group 0 (${counts[0]} of ${formatCounted(flows.length, "flow")}) has no PFC, and no limit in a switch of the simulator. ` +
        "Here its class is lossy, and packets beyond its threshold are dropped.",
    );
  }
  const lossless = used.filter((cls) => cls !== 0);
  return {
    lossless: lossless.length === 0 ? [3] : lossless,
    control,
    usual: flows.length === 0 ? 3 : counts.indexOf(Math.max(...counts)),
  };
}

export const flowList = (flows: readonly HpccFlow[], usual: number): string[] => [
  "    list: # from, to, size, start, class where it is not the default",
  ...flows.map((flow) => `      - ${flowRow(flow, usual)}`),
];

export const flowRow = ({ src, dst, size, startNs, pg }: HpccFlow, usual: number): string =>
  [`h${src}`, `h${dst}`, spell(size, "bytes"), spell(startNs * PS_PER_NS, "ps"), ...(pg === usual ? [] : [pg])].join(
    ", ",
  );

const LINK_DOWN_FROM: Ps = 2e12;

function failure({ config, topology }: HpccInput): string {
  const { linkDown } = config;
  if (linkDown === undefined || !linkGoesDown({ config, topology })) return "";
  const { a, b, us } = linkDown;
  const link = `${nodeName(topology, a)}-${nodeName(topology, b)}`;
  return `, fail: [{ link: ${link}, at: ${spell(LINK_DOWN_FROM + us * 1e6, "ps")} }]`;
}

/**
 * True if the window scales with the rate. xoff's policy hpcc has no window of constant size. If the input requires one
 * for HPCC or HPCC-PINT, the function adds a note and returns true.
 */
export function scaleWindowOf({ varWin, ccMode }: HpccConfig, notes: Notes): boolean {
  if (varWin || (ccMode !== 3 && ccMode !== PINT)) return varWin;
  notes.add(
    "VAR_WIN 0: in the simulator windows have a constant size. Here the windows of hpcc shrink with the rate.",
    "VAR_WIN",
  );
  return true;
}

function windowOf({ hasWin, globalT, ccMode }: HpccConfig, window: Bytes): string {
  // The policy that replaces HPCC-PINT divides by its window, so it always needs one.
  if (!hasWin && ccMode !== PINT) return "none";
  return globalT ? spell(window, "bytes") : "bdp";
}

function detection(input: HpccInput, notes: Notes): string[] {
  const { config } = input;
  const found: string[] = [];
  if (config.enableQcn) found.push(red(input, notes));
  if (config.ccMode === 3) found.push(`{ name: int, scale: ${config.intMulti} }`);
  if (config.ccMode === PINT) found.push("int");
  return found.length === 0 ? ["none"] : found;
}

/** Writes the ECN thresholds, which HPCC's config gives for each port rate, as one pair that scales with the rate. */
function red({ config, topology }: HpccInput, notes: Notes): string {
  const { kmin, kmax, pmax } = config;
  const at = (bps: Bps) => ({ kmin: kmin.get(bps) ?? 0, kmax: kmax.get(bps) ?? 0, pmax: pmax.get(bps) ?? 0 });
  const rates = counted(switchPorts(topology).map(({ bps }) => bps)).map(([bps]) => bps);
  const known = (bps: Bps): boolean => kmin.has(bps) && kmax.has(bps) && pmax.has(bps);
  const rate = rates.find(known) ?? [...kmax.keys()].find(known) ?? rates.at(0) ?? 100e9;
  const chosen = at(rate);
  const unknown = rates.filter((bps) => !known(bps));
  if (unknown.length > 0) {
    notes.add(
      `no thresholds are given at ${ratesText(unknown)}, so the simulator aborts. Here they scale with the rate ` +
        `from those at ${ratesText([rate])}.`,
      "KMAX_MAP",
    );
  }
  const odd = rates.filter((bps) => {
    if (!known(bps)) return false;
    const other = at(bps);
    const scaled = (bytes: Bytes): Bytes => (bytes * bps) / rate;
    return other.kmin !== scaled(chosen.kmin) || other.kmax !== scaled(chosen.kmax) || other.pmax !== chosen.pmax;
  });
  if (odd.length > 0) {
    notes.add(
      `the thresholds at ${ratesText(odd)} are not proportional to those at ${ratesText([rate])}, as red requires.`,
      "KMAX_MAP",
    );
  }
  const size = (bytes: Bytes): string => spell(bytes, "bytes");
  return `{ name: red, kmin: ${size(chosen.kmin)}, kmax: ${size(chosen.kmax)}, pmax: ${chosen.pmax}, scaleTo: ${spell(rate, "bps")} }`;
}
