/**
 * Finds mistakes that show only when the input files are combined. Examples are a rate without an ECN threshold, a flow without a path, and
 * a timer that would block the run.
 *
 * Input on which HPCC's simulator would abort, hang, divide by zero or have undefined behaviour is an error before the run. Strange input
 * with a well-defined result only causes a warning.
 *
 * Defined in docs/ns3-semantics.md
 */
import { formatCounted } from "../../base/format.ts";
import type { Bps } from "../../base/units.ts";
import { PINT, type HpccConfig } from "./config.ts";
import { pintBytes } from "../../fidelity/ns3/pint-code.ts";
import { MAX_STOP_NS } from "../../fidelity/ns3/time.ts";
import type { HpccFlow } from "./flows.ts";
import { InputError } from "./input-error.ts";
import type { HpccLink, HpccTopology } from "./topology.ts";

interface ConfigFile {
  readonly config: HpccConfig;
  readonly configFile: string;
  /** The line of each key of the config. */
  readonly lines: ReadonlyMap<string, number>;
}

export interface HpccFiles extends ConfigFile {
  readonly topology: HpccTopology;
  readonly flows: readonly HpccFlow[];
  /** The name of the topology file, for messages. */
  readonly topologyFile: string;
  /** The name of the file of flows, for messages. */
  readonly flowFile: string;
}

/**
 * Checks the files. Throws `InputError` for the first mistake on which HPCC's simulator aborts or hangs. Returns warnings:
 * sentences that begin with a file name.
 */
export function checkFiles(files: HpccFiles): string[] {
  checkCongestion(files);
  checkRecovery(files);
  checkTimes(files);
  checkLinkDown(files);
  checkFirstHost(files);
  checkPaths(files);
  return [...lateFlowWarnings(files), ...markingWarnings(files), ...linkDownWarnings(files)];
}

/**
 * Checks that the ns3 fidelity can run the input. Throws `InputError` for the first feature of HPCC's simulator that
 * the ns3 fidelity does not support. xoff's own model supports most of these features. Returns warnings: sentences that
 * begin with a file name.
 */
export function checkModelled(files: HpccFiles): string[] {
  checkPint(files);
  checkHosts(files);
  checkParallel(files);
  checkLinks(files);
  checkThresholds(files);
  return [...classZeroWarnings(files), ...stopWarnings(files)];
}

function checkPint(files: ConfigFile): void {
  const { ccMode, pintLogBase } = files.config;
  if (ccMode !== PINT) return;
  const bytes = pintLogBase > 1 ? pintBytes(pintLogBase) : 0;
  if (bytes === 1 || bytes === 2) return;
  const hint = "The simulator writes the power of the base in one or two bytes, and nothing for other bases.";
  const expected = "PINT_LOG_BASE from 1.0002 to 262143";
  throw mistake(files, "PINT_LOG_BASE", "CC_MODE", expected, String(pintLogBase), hint);
}

/**
 * Returns the error for a wrong or missing value of `key`. If the key is missing, the error has the line of `because`, the key that
 * requires it.
 */
function mistake(files: ConfigFile, key: string, because: string, expected: string, found: string, hint: string) {
  const { configFile, lines } = files;
  const line = lines.get(key) ?? lines.get(because);
  const said = lines.has(key) ? found : `no ${key}, so ${found}`;
  return new InputError({ file: configFile, ...(line === undefined ? {} : { line }) }, expected, said, hint);
}

function checkCongestion(files: HpccFiles): void {
  const { config } = files;
  const mode = config.ccMode;
  if (mode === 1) {
    const timers: [string, number][] = [
      ["ALPHA_RESUME_INTERVAL", config.alphaResumeIntervalNs],
      ["RATE_DECREASE_INTERVAL", config.rateDecreaseIntervalNs],
      ["RP_TIMER", config.rpTimerNs],
    ];
    const hint = "A timer below 1 us fires forever at one instant, and the simulator would hang.";
    for (const [key, ns] of timers) {
      if (ns === 0) throw mistake(files, key, "CC_MODE", `${key} of 1 or more for CC_MODE 1`, "0 us", hint);
    }
  }
  if (mode === 3 && !config.hasWin) {
    const hint = "HPCC divides queues by the window, so the simulator would divide by zero.";
    throw mistake(files, "HAS_WIN", "CC_MODE", "HAS_WIN 1 for CC_MODE 3", "0", hint);
  }
  if ((mode === 3 || mode === PINT) && config.uTarget === 0) {
    const hint = "HPCC divides by this value, usually 0.95.";
    throw mistake(files, "U_TARGET", "CC_MODE", `U_TARGET above 0 for CC_MODE ${mode}`, "0", hint);
  }
  if ([1, 3, 7, 8, PINT].includes(mode) && config.minRate === 0) {
    const hint = "A flow with rate 0 would never send, and the simulator's default is 100Mb/s.";
    throw mistake(files, "MIN_RATE", "CC_MODE", "MIN_RATE of 1b/s or more", "0b/s", hint);
  }
}

function checkRecovery(files: HpccFiles): void {
  const { config, flows } = files;
  if (config.l2ChunkSize > 0) return;
  const hint = "The simulator divides by this value, usually 4000.";
  const key = "L2_CHUNK_SIZE";
  if (config.l2BackToZero) {
    throw mistake(files, key, "L2_BACK_TO_ZERO", `${key} of 1 or more for L2_BACK_TO_ZERO 1`, "0", hint);
  }
  const first = flows.reduce((least, flow) => Math.min(least, flow.size), config.packetPayload);
  if (config.l2AckInterval > first) {
    const expected = `${key} of 1 or more for an L2_ACK_INTERVAL above the ${first} bytes of a first packet`;
    throw mistake(files, key, "L2_ACK_INTERVAL", expected, "0", hint);
  }
}

function checkTimes(files: HpccFiles): void {
  const { config } = files;
  if (config.pauseTime >= 1) return;
  const hint = "The simulator takes a PAUSE of time 0 for a RESUME and aborts, and its default is 5.";
  throw mistake(files, "PAUSE_TIME", "PAUSE_TIME", "PAUSE_TIME of 1 or more", String(config.pauseTime), hint);
}

function stopWarnings({ config, configFile, lines }: HpccFiles): string[] {
  if (config.stopTimeNs <= MAX_STOP_NS) return [];
  return [
    `${configFile}:${lines.get("SIMULATOR_STOP_TIME")}: SIMULATOR_STOP_TIME is ${config.stopTimeNs / 1e9} s: the run ends when all ` +
      `flows are done, or at ${MAX_STOP_NS / 1e9} s.`,
  ];
}

function checkLinkDown(files: HpccFiles): void {
  const { config, topology, topologyFile } = files;
  const { a, b } = config.linkDown ?? { a: 0, b: 0 };
  if (Math.max(a, b) < topology.nodes) return;
  const hint = "The simulator reads beyond its list of nodes.";
  throw mistake(files, "LINK_DOWN", "LINK_DOWN", `two nodes of ${topologyFile}`, `${a} and ${b}`, hint);
}

/** True if a link of the topology goes down. The simulator ignores a LINK_DOWN between nodes without a link. */
export const linkGoesDown = ({ config: { linkDown }, topology }: Pick<HpccFiles, "config" | "topology">): boolean =>
  linkDown !== undefined &&
  topology.links.some(({ a, b }) => [`${a} ${b}`, `${b} ${a}`].includes(`${linkDown.a} ${linkDown.b}`));

function linkDownWarnings(files: HpccFiles): string[] {
  const { config, configFile, lines, topologyFile } = files;
  const { linkDown } = config;
  if (linkDown === undefined || linkGoesDown(files)) return [];
  const { a, b } = linkDown;
  return [
    `${configFile}:${lines.get("LINK_DOWN")}: LINK_DOWN has no effect: ${topologyFile} has no link between ${a} and ${b}.`,
  ];
}

/** Rejects a topology whose first host has no link, because the simulator reads the rate of that host's first NIC. */
function checkFirstHost({ topology, topologyFile }: HpccFiles): void {
  const isSwitch = switchFlags(topology);
  const first = isSwitch.indexOf(0);
  if (topology.links.some(({ a, b }) => a === first || b === first)) return;
  const hint = "The simulator reads the rate of its NIC and crashes.";
  throw new InputError({ file: topologyFile, line: 1 }, `a link for host ${first}, the first one`, "none", hint);
}

/** Rejects two links between the same nodes, because the simulator uses only the last one in its routes. */
function checkParallel({ topology, topologyFile, configFile }: HpccFiles): void {
  const lineOf = new Map<number, number>();
  for (const { a, b, line } of topology.links) {
    const pair = Math.min(a, b) * topology.nodes + Math.max(a, b);
    const before = lineOf.get(pair);
    lineOf.set(pair, line);
    if (before === undefined) continue;
    const hint = `Line ${before} links these nodes, and the simulator would ignore one link: use xoff import ${configFile}, which keeps both.`;
    throw new InputError({ file: topologyFile, line }, "one link between two nodes", `a second of ${a} and ${b}`, hint);
  }
}

/** The simulator distributes the flows of a host over its NICs. The ns3 fidelity models only hosts with one NIC. */
function checkHosts({ topology, topologyFile, configFile }: HpccFiles): void {
  const isSwitch = switchFlags(topology);
  const lineOf = new Int32Array(topology.nodes);
  for (const link of topology.links) {
    for (const node of [link.a, link.b]) {
      if (isSwitch[node] === 1) continue;
      if (lineOf[node] !== 0) {
        const hint =
          `Line ${lineOf[node]} links this host, and --ns3 supports only one NIC for each host: use xoff import ` +
          `${configFile}, which keeps them.`;
        const place = { file: topologyFile, line: link.line };
        throw new InputError(place, `one link for host ${node}`, "a second", hint);
      }
      lineOf[node] = link.line;
    }
  }
}

const MAX_RATE = 1e12;
const MAX_DELAY_NS = 1e9;
/** Maximum delay of all links together, which also bounds the delay of any path. */
const MAX_TOTAL_NS = 30e9;
const UINT32 = 2 ** 32;
/** Rates that HPCC's telemetry header can encode in its three bits. */
export const TELEMETRY_RATES = [25e9, 50e9, 100e9, 200e9, 400e9];

function checkLinks(files: HpccFiles): void {
  const { config, topology, topologyFile } = files;
  const isSwitch = switchFlags(topology);
  let total = 0;
  for (const link of topology.links) {
    const { a, b, bps, delayNs, line } = link;
    total += delayNs;
    const wrong = (expected: string, found: string, hint: string) =>
      new InputError({ file: topologyFile, line }, expected, found, hint);
    if (bps > MAX_RATE) {
      const hint = "Faster links are not modelled, because the arithmetic of windows is exact only up to this rate.";
      throw wrong("a rate up to 1000Gbps", rateText(bps), hint);
    }
    if (delayNs > MAX_DELAY_NS) {
      const hint = "Longer links are not modelled; a delay without a unit is in seconds.";
      throw wrong("a delay up to 1s", `${delayNs}ns`, hint);
    }
    if (total > MAX_TOTAL_NS) {
      throw wrong("delays up to 30s in all", `${total}ns up to this link`, "Longer paths are not modelled.");
    }
    if (isSwitch[a] + isSwitch[b] === 0) continue;
    if ((bps * delayNs) / 8e9 >= UINT32 / 3) {
      const hint = "Its headroom, three times that, overflows the simulator's 32 bits: shorten or slow the link.";
      throw wrong("a link with less than 1.4 GB in flight", `${rateText(bps)} over ${delayNs} ns`, hint);
    }
    if (config.ccMode === 3 && !TELEMETRY_RATES.includes(bps)) {
      const hint = "The telemetry header of CC_MODE 3 (HPCC) has codes only for these five rates.";
      throw wrong("a rate of 25, 50, 100, 200 or 400Gbps", rateText(bps), hint);
    }
  }
}

const mapsOf = ({
  config: { kmin, kmax, pmax },
}: ConfigFile): [key: string, ReadonlyMap<Bps, number>, name: string][] => [
  ["KMIN_MAP", kmin, "kmin"],
  ["KMAX_MAP", kmax, "kmax"],
  ["PMAX_MAP", pmax, "pmax"],
];

/** Requires the thresholds of at least one rate, from which those of other rates are scaled. */
export function checkSomeThresholds(files: HpccFiles): void {
  const { config, topology } = files;
  if (!config.enableQcn || topology.switches.length === 0) return;
  for (const [key, map] of mapsOf(files)) {
    if (map.size > 0) continue;
    const hint = "Without it the simulator aborts: add it, or set ENABLE_QCN 0.";
    throw mistake(files, key, "ENABLE_QCN", `${key} with an entry for ENABLE_QCN 1`, "none", hint);
  }
}

/** Requires that the config lists ECN thresholds for the rate of every switch port. */
export function checkThresholds(files: HpccFiles): void {
  const { config, configFile, lines, topology, topologyFile } = files;
  if (!config.enableQcn) return;
  const isSwitch = switchFlags(topology);
  const maps = mapsOf(files);
  const known = new Set<Bps>();
  for (const { a, b, bps, line } of topology.links) {
    if (isSwitch[a] + isSwitch[b] === 0 || known.has(bps)) continue;
    known.add(bps);
    for (const [key, map, name] of maps) {
      if (map.has(bps)) continue;
      const at = lines.get(key);
      const where = at === undefined ? `a ${key} line in ${configFile}` : `${key} (${configFile}:${at})`;
      const has = map.size === 0 ? "none" : `entries for ${[...map.keys()].map(rateText).join(", ")}`;
      const value = name === "pmax" ? "its chance" : "its threshold in KB";
      const hint =
        `Add "${bps}" and ${value} to ${where} and increase its count, or set ENABLE_QCN 0; the simulator aborts with "must set ${name} ` +
        'for each link speed".';
      const expected = `a ${key} entry for ${rateText(bps)}, the rate of this switch port`;
      throw new InputError({ file: topologyFile, line }, expected, has, hint);
    }
  }
}

/** Requires a path for each flow. Hosts do not forward, so a path leads through switches only. */
function checkPaths({ topology, flows, flowFile, topologyFile }: HpccFiles): void {
  const reach = reachOf(topology);
  for (const { src, dst, line } of flows) {
    if ([...reach[src]].some((part) => reach[dst].has(part))) continue;
    const hint = `Hosts do not forward packets: link their switches in ${topologyFile}.`;
    throw new InputError({ file: flowFile, line }, `a path from host ${src} to host ${dst}`, "none", hint);
  }
}

/**
 * Returns, for each node, the regions of the network that its links lead to. A region is a set of switches that reach each other, or a
 * single link between two hosts.
 */
function reachOf(topology: HpccTopology): readonly ReadonlySet<number>[] {
  const isSwitch = switchFlags(topology);
  const up = Int32Array.from({ length: topology.nodes }, (_, node) => node);
  const root = (node: number): number => {
    while (up[node] !== node) node = up[node] = up[up[node]];
    return node;
  };
  for (const { a, b } of topology.links) if (isSwitch[a] + isSwitch[b] === 2) up[root(a)] = root(b);
  const reach = Array.from({ length: topology.nodes }, () => new Set<number>());
  topology.links.forEach(({ a, b }, link) => {
    const part = isSwitch[a] === 1 ? root(a) : isSwitch[b] === 1 ? root(b) : topology.nodes + link;
    reach[a].add(part);
    reach[b].add(part);
  });
  return reach;
}

function classZeroWarnings({ flows, flowFile }: HpccFiles): string[] {
  const first = flows.find((flow) => flow.pg === 0);
  if (first === undefined || flows.every((flow) => flow.pg === 0)) return [];
  return [
    `${flowFile}:${first.line}: in the simulator priority group 0 shares its queue with PFC frames. Here PFC frames ` +
      "overtake its packets, so times may differ.",
  ];
}

function lateFlowWarnings({ config, flows, flowFile, configFile, lines }: HpccFiles): string[] {
  const late = flows.filter(({ startNs }) => startNs >= config.stopTimeNs);
  if (late.length === 0) return [];
  const line = lines.get("SIMULATOR_STOP_TIME");
  const where = line === undefined ? "" : ` (${configFile}:${line})`;
  return [
    `${flowFile}:${late[0].line}: ${late.length} of ${formatCounted(flows.length, "flow")} ${late.length === 1 ? "starts" : "start"} when the run is over: ` +
      `SIMULATOR_STOP_TIME is ${config.stopTimeNs / 1e9} s${where}.`,
  ];
}

/**
 * Warns of a lower ECN threshold above the upper one, and of a probability above 1. The simulator accepts them with a
 * well-defined result, which is probably not intended.
 */
function markingWarnings({ config, configFile, lines }: HpccFiles): string[] {
  const { kmin, kmax, pmax } = config;
  const said = (key: string, text: string): string => `${configFile}:${lines.get(key)}: ${text}`;
  const warnings: string[] = [];
  for (const [bps, least] of kmin) {
    const most = kmax.get(bps);
    if (most === undefined || least <= most) continue;
    const below = `KMIN_MAP has ${least / 1000} KB for ${rateText(bps)}, more than the ${most / 1000} KB of KMAX_MAP`;
    warnings.push(said("KMIN_MAP", `${below}: every packet above KMAX_MAP is marked, and none below.`));
  }
  for (const [bps, chance] of pmax) {
    if (chance <= 1) continue;
    warnings.push(said("PMAX_MAP", `PMAX_MAP has ${chance} for ${rateText(bps)}, above the maximum probability of 1.`));
  }
  return warnings;
}

function switchFlags(topology: HpccTopology): Uint8Array {
  const isSwitch = new Uint8Array(topology.nodes);
  for (const id of topology.switches) isSwitch[id] = 1;
  return isSwitch;
}

/** Returns a rate as topology files write it. */
function rateText(bps: HpccLink["bps"]): string {
  return bps % 1e9 === 0 ? `${bps / 1e9}Gbps` : bps % 1e6 === 0 ? `${bps / 1e6}Mbps` : `${bps}bps`;
}
