/**
 * The input of HPCC's simulator as a scenario of xoff's own model, in YAML.
 *
 * It keeps the simulator's frame sizes and parameters. What the two models do differently, and what a scenario cannot say, is returned
 * as notes, which stand in the scenario too: no key of a config is dropped without a word (`to-scenario.test.ts` counts them).
 *
 * Defined in  docs/ns3-semantics.md (ns-3 semantics)
 */
import { headroomLimit } from "../../fidelity/ns3/headroom.ts";
import { thresholdShift } from "../../fidelity/ns3/threshold.ts";
import { spell } from "../../base/param-text.ts";
import { PS_PER_NS, type Bps, type Bytes, type Ps } from "../../base/units.ts";
import { wrap } from "../../base/wrap.ts";
import type { HpccConfig } from "./config.ts";
import type { HpccFlow } from "./flows.ts";
import { linkGoesDown } from "./check.ts";
import { noteDifferences, noteFiles, Notes, type HpccInput } from "./import-notes.ts";
import type { HpccTopology } from "./topology.ts";

export interface Imported {
  /** The scenario. */
  readonly text: string;
  /** What is not as in the simulator: sentences, after file and line of the key that asks for it where one does. */
  readonly notes: readonly string[];
}

/** More flows than this stay in the simulator's file, which the scenario then names. */
const LISTED = 10_000;

/**
 * `paths` lead from the scenario to the topology and flow files; `window` is the largest bandwidth-delay product of all pairs of hosts, which is
 * every flow's window under GLOBAL_T.
 */
export function toScenario(
  input: HpccInput,
  paths: { readonly topology: string; readonly flows: string },
  window: Bytes,
): Imported {
  const notes = new Notes(input);
  const { config, configFile } = input;
  const flows = runnable(input, notes);
  const classes = classesOf(flows, notes);
  noteFiles(input, notes);
  const text = written(input, notes, {
    until: spell(config.stopTimeNs * PS_PER_NS, "ps"),
    topology: paths.topology,
    window: windowOf(config, window),
    classes,
    traffic: [
      "  - kind: flows",
      // A file has all flows, a list only those that start before the end.
      ...(flows.length > LISTED && flows.length === input.flows.length
        ? [`    path: ${JSON.stringify(paths.flows)}`]
        : flowList(flows, classes.usual)),
    ],
    intro:
      `Made by xoff import from ${configFile}, an input of HPCC's ns-3 simulator, for xoff's own model. ` +
      `In the simulator's model, byte for byte, the same input runs by: xoff run --ns3 ${configFile}`,
  });
  return { text, notes: notes.sorted() };
}

/** What HPCC's simulator and its kin say each in their way. */
export interface Said {
  /** After `until: `. */
  readonly until: string;
  /** The path of the topology's file. */
  readonly topology: string;
  readonly window: string;
  readonly classes: Classes;
  readonly traffic: readonly string[];
  readonly intro: string;
}

/** The scenario's text; `notes` hears of what the two models do differently. */
export function written(input: HpccInput, notes: Notes, said: Said): string {
  const { config, configFile } = input;
  const { lossless, control, usual } = said.classes;
  const yaml = [
    `about: ${JSON.stringify(`Imported from ${configFile}`)}`,
    "seed: 1",
    `until: ${said.until}`,
    "",
    `topology: { kind: file, path: ${JSON.stringify(said.topology)}${failure(input)} }`,
    `switch: { memory: ${spell(config.buffer, "bytes")} }`,
    `packet: { payload: ${spell(config.packetPayload, "bytes")}, sizes: hpcc }`,
    `classes: { lossless: [${lossless.join(", ")}], control: ${control}, default: ${usual} }`,
    `host: { window: ${said.window}, scaleWindow: ${config.varWin} }`,
    "onDrop: count # as the simulator does, which loses a packet that finds no headroom without a word",
    "",
    "policies:",
    `  buffer: ${buffer(input, notes)}`,
    `  headroom: ${headroom(input, lossless.length, notes)}`,
    "  link: { name: pfc, frame: 43B, reaction: 0 }",
    `  detection: [${detection(input, notes).join(", ")}]`,
    ...congestion(config),
    "  recovery: { name: go-back-n, ackEvery: 1 }",
    "  routing: ecmp",
    "  scheduling: round-robin",
    "",
    "traffic:",
    ...said.traffic,
  ];
  noteDifferences(input, notes);
  return `${header(said.intro, notes.sorted())}\n${yaml.join("\n")}\n`;
}

/** The first lines of an imported scenario: what it is, and what it does not do. */
export function header(intro: string, notes: readonly string[]): string {
  const comment = (text: string, first: string, next: string): string =>
    wrap(text, 108 - first.length)
      .map((line, k) => `# ${k === 0 ? first : next}${line}\n`)
      .join("");
  const list = notes.map((note) => comment(note, "- ", "  ")).join("");
  return comment(intro, "", "") + (list === "" ? "" : `#\n# Not as there:\n${list}`);
}

/** Flows that start before the end; the simulator too never starts the others. */
function runnable({ flows, config, flowFile }: HpccInput, notes: Notes): readonly HpccFlow[] {
  const started = flows.filter(({ startNs }) => startNs < config.stopTimeNs);
  const late = flows.length - started.length;
  if (late > 0) {
    const end = spell(config.stopTimeNs * PS_PER_NS, "ps");
    notes.add(
      `${late} of ${flows.length} flows of ${flowFile} start at SIMULATOR_STOP_TIME, ${end}, or later: left out.`,
      "SIMULATOR_STOP_TIME",
    );
  }
  return started;
}

export interface Classes {
  readonly lossless: readonly number[];
  readonly control: number;
  /** Of most flows. */
  readonly usual: number;
}

/** In the simulator all classes but 0 have PFC; here those are lossless that flows use, since each sets headroom aside. */
export function classesOf(flows: readonly HpccFlow[], notes: Notes): Classes {
  const counts = Array.from({ length: 8 }, () => 0);
  for (const { pg } of flows) counts[pg]++;
  const used = counts.flatMap((count, cls) => (count > 0 ? [cls] : []));
  const control = counts[0] === 0 ? 0 : counts.findLastIndex((count) => count === 0);
  if (counts[0] > 0) {
    notes.add(
      `Priority group 0 (${counts[0]} of ${flows.length} flows) has no PFC and, in the simulator, no limit in a switch; here its class ` +
        `is lossy and dropped beyond its threshold. ACKs travel in class ${control}.`,
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

/** Names of nodes as `scenario/topology-file.ts` gives them. */
export const nodeName = ({ switches }: HpccTopology, id: number): string => `${switches.includes(id) ? "s" : "h"}${id}`;

const LINK_DOWN_FROM: Ps = 2e12;

function failure({ config, topology }: HpccInput): string {
  const { linkDown } = config;
  if (linkDown === undefined || !linkGoesDown({ config, topology })) return "";
  const { a, b, us } = linkDown;
  const link = `${nodeName(topology, a)}-${nodeName(topology, b)}`;
  return `, fail: [{ link: ${link}, at: ${spell(LINK_DOWN_FROM + us * 1e6, "ps")} }]`;
}

function windowOf({ hasWin, globalT }: HpccConfig, window: Bytes): string {
  if (!hasWin) return "none";
  return globalT ? spell(window, "bytes") : "bdp";
}

/** Rate and delay of each port of a switch. */
export function switchPorts({ links, switches }: HpccTopology): { readonly bps: Bps; readonly delayNs: number }[] {
  const isSwitch = new Set(switches);
  return links.flatMap((link) => [link.a, link.b].flatMap((node) => (isSwitch.has(node) ? [link] : [])));
}

/** Values with how often each comes, the most frequent first. */
export function counted<Value>(values: readonly Value[]): (readonly [value: Value, count: number])[] {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}

export const ratesText = (rates: readonly Bps[]): string => rates.map((rate) => spell(rate, "bps")).join(", ");

/** The simulator's threshold is the free pool shifted right by 3 at the hosts' rate, by one less for each doubling above it. */
function buffer({ topology }: HpccInput, notes: Notes): string {
  const { links, switches, nodes } = topology;
  const isSwitch = new Set(switches);
  const host = Array.from({ length: nodes }, (_, id) => id).find((id) => !isSwitch.has(id));
  // That of its NIC, where it has faster links into its server.
  const hostRate = Math.min(...links.flatMap(({ a, b, bps }) => (a === host || b === host ? [bps] : [])));
  const alphas = counted(switchPorts(topology).map(({ bps }) => 1 / (1 << thresholdShift(bps, hostRate))));
  const [[alpha] = [1 / 8], ...others] = alphas;
  const fraction = (value: number): string => `1/${1 / value}`;
  if (others.length > 0) {
    const text = others.map(([other, count]) => `${fraction(other)} at ${count}`).join(", ");
    notes.add(
      `The simulator's threshold has alpha ${fraction(alpha)} at most ports and, by their rate, ${text}; dt has one for all.`,
    );
  }
  return `{ name: dt, alpha: ${fraction(alpha)} }`;
}

function headroom({ topology }: HpccInput, classes: number, notes: Notes): string {
  const sizes = counted(switchPorts(topology).map(({ bps, delayNs }) => headroomLimit(bps, delayNs)));
  const [[size] = [0], ...others] = sizes;
  if (classes > 1) {
    notes.add(`The simulator reserves headroom once for each port, xoff for each of ${classes} lossless classes.`);
  }
  if (others.length > 0) {
    const range = sizes.map(([one]) => one).sort((a, b) => a - b);
    const ends = `${spell(range[0], "bytes")} to ${spell(range[range.length - 1], "bytes")}`;
    notes.add(
      `Headroom is three times what a link holds, ${ends} by port, in the simulator; sih has one size for all ports or reckons each ` +
        "by its own rule, as it does here.",
    );
    return "sih";
  }
  return `{ name: sih, size: ${spell(size, "bytes")}, resumeOffset: 3KiB }`;
}

function detection(input: HpccInput, notes: Notes): string[] {
  const { config } = input;
  const found: string[] = [];
  if (config.enableQcn) found.push(red(input, notes));
  if (config.ccMode === 3) found.push(`{ name: int, scale: ${config.intMulti} }`);
  return found.length === 0 ? ["none"] : found;
}

/** Thresholds by port rate, as one pair that scales with the rate. */
function red({ config, topology }: HpccInput, notes: Notes): string {
  const { kmin, kmax, pmax } = config;
  const at = (bps: Bps) => ({ kmin: kmin.get(bps) ?? 0, kmax: kmax.get(bps) ?? 0, pmax: pmax.get(bps) ?? 0 });
  const rates = counted(switchPorts(topology).map(({ bps }) => bps)).map(([bps]) => bps);
  // SimAI's NVLinks have none.
  const rate = rates.find((bps) => kmax.has(bps)) ?? rates.at(0) ?? 100e9;
  const chosen = at(rate);
  const odd = rates.filter((bps) => {
    const other = at(bps);
    const scaled = (bytes: Bytes): Bytes => (bytes * bps) / rate;
    return other.kmin !== scaled(chosen.kmin) || other.kmax !== scaled(chosen.kmax) || other.pmax !== chosen.pmax;
  });
  if (odd.length > 0) {
    notes.add(
      `the thresholds at ${ratesText(odd)} are not those at ${ratesText([rate])} in proportion to the rate, as red has them.`,
      "KMAX_MAP",
    );
  }
  const size = (bytes: Bytes): string => spell(bytes, "bytes");
  return `{ name: red, kmin: ${size(chosen.kmin)}, kmax: ${size(chosen.kmax)}, pmax: ${chosen.pmax}, scaleTo: ${spell(rate, "bps")} }`;
}

export function congestion(config: HpccConfig): string[] {
  const time = (ns: number): string => spell(ns * PS_PER_NS, "ps");
  const rate = (bps: Bps): string => spell(bps, "bps");
  const policy = (name: string, values: Readonly<Record<string, string | number | boolean>>): string[] => [
    "  congestion:",
    ...Object.entries({ name, ...values }).map(([key, value]) => `    ${key}: ${value}`),
  ];
  switch (config.ccMode) {
    case 1:
      return policy("dcqcn", {
        alphaInterval: time(config.alphaResumeIntervalNs),
        decreaseInterval: time(config.rateDecreaseIntervalNs),
        increaseInterval: time(config.rpTimerNs),
        g: spell(config.ewmaGain, "ratio"),
        fastRecovery: config.fastRecoveryTimes,
        additiveIncrease: rate(config.rateAi),
        hyperIncrease: rate(config.rateHai),
        minRate: rate(config.minRate),
        clampTarget: config.clampTargetRate,
      });
    case 3:
      return policy("hpcc", {
        target: config.uTarget,
        maxStage: config.miThresh,
        increase: rate(config.rateAi),
        minRate: rate(config.minRate),
        fastReact: config.fastReact,
        perHop: config.multiRate,
        skipEmpty: config.sampleFeedback,
      });
    case 7:
      return policy("timely", {
        additiveIncrease: rate(config.rateAi),
        hyperIncrease: rate(config.rateHai),
        minRate: rate(config.minRate),
      });
    case 8:
      return policy("dctcp", {
        g: spell(config.ewmaGain, "ratio"),
        increase: rate(config.dctcpRateAi),
        minRate: rate(config.minRate),
      });
    default:
      return ["  congestion: none"];
  }
}
