/**
 * Draws incidents with a known origin, runs them, and prints the counters that SONiC's switches would show afterwards.
 * It shares no code with the search for the origin in `xoff incident`.
 */
import { portName } from "../src/base/port-names.ts";
import { experiment, readScenario, type Results } from "../src/run/lab/lab.ts";

export const KINDS = ["pause storm", "slow receiver", "incast", "failed link", "ignored PAUSE"] as const;
export type Kind = (typeof KINDS)[number];

export interface Incident {
  readonly kind: Kind;
  /** `text` is the scenario as YAML. `without` is the same scenario without the incident. */
  readonly text: string;
  readonly without: string;
  /** The host at which the incident happens. Undefined: it happens at a link between switches. */
  readonly host?: string;
  /** The port of the switch at the place of the incident. */
  readonly port: string;
}

/** End of each run, ns. */
const END_NS = 3e6;
/** Interval between the PAUSE frames of a storm, us. */
const STORM_EVERY = 20;
/** A PAUSE frame lasts for 65,535 quanta of 512 bits. A port repeats it after half of this time. */
const repeatNs = (rate: number): number => (65_535 * 512e9) / rate / 2;

/** A generator of whole numbers below a limit, by Lehmer's method. */
function drawsOf(seed: number): (limit: number) => number {
  let state = seed * 7919 + 17;
  const next = (): number => (state = (state * 48_271) % 2_147_483_647);
  for (let k = 0; k < 10; k++) next();
  return (limit) => next() % limit;
}

/**
 * Draws and runs incident number `k`. It must lose at least 20 packets, or cause at least 20 PAUSEs and twice as many
 * as the run without it. Otherwise the counters cannot show the incident, and another one is drawn.
 */
export function incident(k: number): { readonly one: Incident; readonly results: Results } {
  for (let attempt = 0; ; attempt++) {
    const one = drawn(KINDS[k % KINDS.length], k + 100_000 * attempt);
    const results = run(one.text);
    if (lostIn(results) >= 20) return { one, results };
    const { pauses } = results.summary.counters;
    if (pauses >= 20 && pauses >= 2 * run(one.without).summary.counters.pauses) return { one, results };
  }
}

const run = (text: string): Results => experiment(readScenario(text, "incident.yaml"));

const lostIn = ({ summary: { counters } }: Results): number =>
  counters.dropped_no_headroom + counters.dropped_link_down;

/** An incident whose fabric, background traffic and place are random. */
function drawn(kind: Kind, number: number): Incident {
  const draw = drawsOf(number + 1);
  const pick = <Of>(of: readonly Of[]): Of => of[draw(of.length)];
  const [leaves, spines, hosts] = [pick([3, 4, 6]), pick([2, 4]), pick([4, 8])];
  const host = draw(leaves * hosts);
  const leaf = Math.floor(host / hosts);
  const spine = draw(spines);
  const [begin, lasts] = [500 + 50 * draw(10), 800 + 100 * draw(8)];
  const others = leaf === 0 ? `h${hosts}..h${leaves * hosts - 1}` : `h0..h${leaf * hosts - 1}`;
  const background = `{ kind: poisson, cdf: fb-hadoop-hpcc, load: ${pick([0.2, 0.3, 0.4])}, stop: 2.5ms }`;
  const towards = `{ kind: poisson, cdf: fb-hadoop-hpcc, load: ${pick([0.03, 0.06])}, from: ${others}, to: h${host}, stop: 2.5ms }`;
  const burst = `{ kind: incast, from: ${others}, to: h${host}, size: ${pick([128, 256, 512])}KB, start: ${begin}us }`;
  const span = `at: ${begin}us, for: ${lasts}us`;
  const link = `leaf${leaf}-spine${spine}`;
  const [traffic, fault]: [string[], string] = {
    "pause storm": [[towards], `{ kind: pause-storm, target: h${host}, ${span}, every: ${STORM_EVERY}us }`],
    "slow receiver": [[towards], `{ kind: slow-receiver, target: h${host}, rate: ${pick([1, 2, 4])}Gbps, ${span} }`],
    incast: [[burst], ""],
    "failed link": [[], `{ kind: link-down, target: ${link}, at: ${begin}us, for: 150us, times: 2, every: 600us }`],
    "ignored PAUSE": [[burst], `{ kind: lost-pauses, target: ${link}, way: there }`],
  }[kind] as [string[], string];
  const scenario = (isWhole: boolean): string => `
seed: ${number + 1}
until: ${END_NS / 1e6}ms
onDrop: count
topology: { kind: leaf-spine, leaves: ${leaves}, spines: ${spines}, hostsPerLeaf: ${hosts}, rate: 25Gbps, uplinkRate: 50Gbps, delay: 1us }
switch: { memory: ${pick([1, 2])}MB }
traffic: [${[background, ...(isWhole ? traffic : [])].join(", ")}]
policies: { buffer: dt, congestion: ${pick(["dcqcn", "none"])} }
faults: [${isWhole ? fault : ""}]
`;
  const atHost = { host: `h${host}`, port: portName(`leaf${leaf}`, `h${host}`, 1) };
  const place = { "failed link": { port: link }, "ignored PAUSE": { port: `spine${spine}-leaf${leaf}` } };
  const texts = { text: scenario(true), without: scenario(false) };
  return { kind, ...texts, ...(kind in place ? place[kind as keyof typeof place] : atHost) };
}

/** The output of the `show` commands on each switch, by the switch's name. */
export function shown({ kind, port: place }: Incident, { tables }: Results): Map<string, string> {
  const { ports, pauses, losses, faults } = tables;
  const zero = (): number[] => new Array<number>(8).fill(0);
  const of = new Map(
    Array.from({ length: ports.rows }, (_, row) => [
      ports.columns.name[row],
      { row, rx: zero(), tx: zero(), transitions: zero(), ms: zero(), rxDrops: 0, txDrops: 0, flaps: 0 },
    ]),
  );
  const p = pauses.columns;
  for (let row = 0; row < pauses.rows; row++) {
    const paused = of.get(p.paused_port[row]);
    const pausing = of.get(portName(p.node[row], p.peer[row], 1));
    if (paused === undefined || pausing === undefined) continue;
    const duration = Number.isNaN(p.duration_ns[row]) ? END_NS - p.start_ns[row] : p.duration_ns[row];
    const isStorm =
      kind === "pause storm" && p.peer[row] === place.split("-")[0] && p.node[row] === place.split("-")[1];
    const every = isStorm ? STORM_EVERY * 1000 : repeatNs(ports.columns.rate_bps[paused.row]);
    const frames = 1 + Math.floor(duration / every) + (isStorm || Number.isNaN(p.duration_ns[row]) ? 0 : 1);
    const cls = p.class[row];
    pausing.tx[cls] += frames;
    paused.rx[cls] += frames;
    // A port that ignores PAUSE frames counts them although it is never paused.
    if (kind === "ignored PAUSE" && p.paused_port[row] === place) continue;
    paused.transitions[cls]++;
    paused.ms[cls] += duration / 1e6;
  }
  for (let row = 0; row < (losses?.rows ?? 0); row++) {
    const { cause, node, peer, packets } = losses!.columns;
    const counted = of.get(portName(node[row], peer[row], 1));
    if (counted === undefined) continue;
    if (cause[row] === "no headroom") counted.rxDrops += packets[row];
    else counted.txDrops += packets[row];
  }
  for (let row = 0; row < (faults?.rows ?? 0); row++) {
    const { event, kind: fault, node, peer } = faults!.columns;
    if (fault[row] !== "link-down" || !event[row].startsWith("begins")) continue;
    for (const name of [portName(node[row], peer[row], 1), portName(peer[row], node[row], 1)]) {
      const counted = of.get(name);
      if (counted !== undefined) counted.flaps++;
    }
  }
  const texts = new Map<string, string>();
  for (const node of new Set(ports.columns.node)) {
    if (!/^(leaf|spine)/.test(node)) continue;
    const own = [...of].filter(([, { row }]) => ports.columns.node[row] === node);
    const classes = Array.from({ length: 8 }, (_, cls) => cls);
    const lines = (rows: readonly (readonly (string | number)[])[]): string =>
      tabulated(rows.map((row) => row.map(String)));
    texts.set(
      node,
      [
        lines([["Port Rx", ...classes.map((cls) => `PFC${cls}`)], ...own.map(([name, { rx }]) => [name, ...rx])]),
        lines([["Port Tx", ...classes.map((cls) => `PFC${cls}`)], ...own.map(([name, { tx }]) => [name, ...tx])]),
        lines([
          ["Port", "Priority", "RX Pause Transitions", "Total RX Pause Time MS"],
          ...own.flatMap(([name, { transitions, ms }]) =>
            classes.map((cls) => [name, `PFC${cls}`, transitions[cls], ms[cls]]),
          ),
        ]),
        lines([
          ["Port", ...classes.map((cls) => `UC${cls}`)],
          ...own.map(([name, { row }]) => [
            name,
            ...classes.map((cls) => (cls === 3 ? ports.columns.queue_peak_bytes[row] : 0)),
          ]),
        ]),
        lines([
          ["IFACE", "STATE", "RX_ERR", "RX_DRP", "TX_OK", "TX_DRP"],
          ...own.map(([name, { row, rxDrops, txDrops }]) => [
            name,
            ...["U", 0, rxDrops, Math.round(ports.columns.sent_bytes[row] / 1048), txDrops],
          ]),
        ]),
        // SONiC never clears the failures of a link, so they need a sample from before the incident.
        lines([["Interface", "Flap Count"], ...own.map(([name]) => [name, "Never"])]),
        lines([["Interface", "Flap Count"], ...own.map(([name, { flaps }]) => [name, flaps === 0 ? "Never" : flaps])]),
      ].join("\n\n"),
    );
  }
  return texts;
}

/** A table as `tabulate` draws it: the head, a line of dashes, the rows. */
function tabulated([head, ...rows]: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column].length)));
  const line = (row: readonly string[]): string => row.map((cell, column) => cell.padStart(widths[column])).join("  ");
  return [line(head), widths.map((width) => "-".repeat(width)).join("  "), ...rows.map(line)].join("\n");
}
