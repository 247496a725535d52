/**
 * Draws incidents of known origin for `xoff incident`, apart from the code that ranks origins and from
 * `test/incidents.ts`. This file uses only docs/incident.md and the formats of SONiC's commands.
 *
 * Experiments confirm each origin: an incident runs with and without its cause, under the same seed. The cause must at
 * least double the paused time, or cause the only lossless drops. Otherwise background traffic is the origin, and the
 * draw is discarded.
 *
 * Each switch shows two samples, as if taken 10 s apart, with the counts of earlier days in both. The difference of the
 * two samples is what the run adds.
 */
import { stream, type Stream } from "../src/base/random.ts";
import { setUpFrom, type Results } from "../src/run/lab/lab.ts";

export const CAUSES = ["slow receiver", "pause storm", "incast", "link flap", "misconfigured class"] as const;
export type Cause = (typeof CAUSES)[number];

export interface ApartIncident {
  readonly cause: Cause;
  /**
   * The place of the origin: the host of a NIC, a switch port, or one name of a flapping link. The port is that of an
   * incast or a misconfigured class.
   */
  readonly place: string;
  /** The text of the incident's scenario, which defines its links. */
  readonly text: string;
  /** The outputs that each switch shows. */
  readonly shown: ReadonlyMap<string, string>;
}

interface Drawn {
  readonly cause: Cause;
  readonly place: string;
  readonly base: string;
  readonly faults: readonly object[];
  readonly traffic: readonly object[];
  readonly leaves: number;
  readonly spines: number;
}

/** Minimum number of PFC frames that switches send in an incident. */
const FEWEST_FRAMES = 8;
/** The class of all traffic. */
const LOSSLESS = 3;

/** Returns incident `k`. Consecutive numbers cycle through the causes. */
export function apartIncident(k: number): ApartIncident {
  const random = stream(k, "incidents apart");
  for (;;) {
    const drawn = draw(random, CAUSES[k % CAUSES.length]);
    const text = textOf(drawn, true);
    const results = resultsOf(text);
    if (!isOrigin(drawn, results, () => resultsOf(textOf(drawn, false)))) continue;
    return { cause: drawn.cause, place: drawn.place, text, shown: shownBy(drawn, results, random) };
  }
}

function resultsOf(text: string): Results {
  const experiment = setUpFrom(text, "apart.yaml");
  return experiment.results(experiment.run(experiment.scenario.until));
}

const oneOf = <Value>(random: Stream, values: readonly Value[]): Value => values[random.int(values.length)];

function draw(random: Stream, cause: Cause): Drawn {
  const [leaves, spines, hosts] = [2 + random.int(3), 1 + random.int(3), 3 + random.int(4)];
  const rate = oneOf(random, [25, 50, 100]);
  const uplink = rate * oneOf(random, [1, 2, 4]);
  // Duration of the run. A slower rate gets a longer run, so that all rates send the same number of packets.
  const us = (25 / rate) * (1200 + random.int(1200));
  const topology = {
    kind: "leaf-spine",
    ...{ leaves, spines, hostsPerLeaf: hosts, rate: `${rate}Gbps`, uplinkRate: `${uplink}Gbps` },
    delay: oneOf(random, ["100ns", "300ns", "600ns"]),
  };
  const background = {
    kind: "poisson",
    cdf: oneOf(random, ["fb-hadoop-hpcc", "websearch-hpcc", "alistorage2019", "googlerpc2008"]),
    load: 0.1 + 0.4 * random.next(),
  };
  const policies = {
    buffer: { name: "dt", alpha: oneOf(random, [0.125, 0.25, 0.5, 1]) },
    congestion: oneOf(random, ["none", "dcqcn", "dcqcn"]),
  };
  const base = [
    `seed: ${1 + random.int(1_000_000)}`,
    `until: ${Math.round(us)}us`,
    "onDrop: count",
    `topology: ${JSON.stringify(topology)}`,
    `switch: { memory: ${2 + random.int(4)}MB }`,
    `policies: ${JSON.stringify(policies)}`,
  ].join("\n");
  const from = (share: number): string => `${Math.round(us * share)}us`;
  const host = random.int(leaves * hosts);
  const leaf = `leaf${Math.floor(host / hosts)}`;
  const others = Array.from({ length: leaves * hosts }, (_, h) => `h${h}`).filter((h) => h !== `h${host}`);
  /** An incast to one host, with enough bytes to fill its link for `share` of the run. */
  const fan = (to: string, share: number) => {
    const size = Math.round((rate * us * 125 * share) / others.length);
    return { kind: "incast", from: others, to, fanIn: others.length, size: `${size}B`, start: from(0.15) };
  };
  const some = { base, leaves, spines, cause };
  const [at, lasts] = [from(0.1 + 0.1 * random.next()), from(0.5 + 0.2 * random.next())];
  switch (cause) {
    case "pause storm": {
      const fault = { kind: cause.replace(" ", "-"), target: `h${host}`, at, for: lasts };
      // Some NICs repeat a PAUSE more often than necessary.
      const every = oneOf(random, [{}, { every: `${Math.round(us / 100)}us` }]);
      return { ...some, place: `h${host}`, faults: [{ ...fault, ...every }], traffic: [background] };
    }
    case "slow receiver": {
      const share = oneOf(random, [0.02, 0.05, 0.1]);
      const fault = {
        kind: "slow-receiver",
        target: `h${host}`,
        rate: `${rate * share}Gbps`,
        memory: "256KiB",
        at,
        for: lasts,
      };
      return { ...some, place: `h${host}`, faults: [fault], traffic: [background] };
    }
    case "incast":
      return { ...some, place: `${leaf}-h${host}`, faults: [], traffic: [background, fan(`h${host}`, 0.6)] };
    case "link flap": {
      const link = `${leaf}-spine${random.int(spines)}`;
      const times = 1 + random.int(4);
      const every = Math.round((us * 0.7) / times);
      const fault = {
        kind: "link-down",
        target: link,
        at,
        for: `${Math.round(every * 0.8)}us`,
        every: `${every}us`,
        times,
      };
      const converge = `${Math.round(us / oneOf(random, [20, 50, 100]))}us`;
      return { ...some, place: link, faults: [{ ...fault, converge }], traffic: [background] };
    }
    case "misconfigured class": {
      // A port upstream of a switch lacks the class in its pfc_enable. It neither obeys PAUSE frames nor sends any.
      const isNic = random.int(2) === 0;
      const upstream = isNic
        ? `h${oneOf(
            random,
            others.map((name) => Number(name.slice(1))),
          )}`
        : `spine${random.int(spines)}`;
      const down = isNic ? `leaf${Math.floor(Number(upstream.slice(1)) / hosts)}` : leaf;
      const fault = { kind: "lost-pauses", target: `${upstream}-${down}`, way: "both" };
      return { ...some, place: `${upstream}-${down}`, faults: [fault], traffic: [background, fan(`h${host}`, 0.6)] };
    }
  }
}

/**
 * The text of the scenario, with or without its cause (`has`). Background traffic is present in both cases. A
 * misconfigured class also keeps its fan-in in both cases.
 */
function textOf({ cause, base, faults, traffic }: Drawn, has: boolean): string {
  const flows = has || cause === "misconfigured class" ? traffic : traffic.slice(0, 1);
  return [base, `traffic: ${JSON.stringify(flows)}`, ...(has ? [`faults: ${JSON.stringify(faults)}`] : []), ""].join(
    "\n",
  );
}

function isOrigin(drawn: Drawn, results: Results, without: () => Results): boolean {
  const { cause, place } = drawn;
  const frames = [...framesOf(drawn, results).values()].reduce((sum, { count }) => sum + count, 0);
  if (frames < FEWEST_FRAMES) return false;
  if (cause === "misconfigured class")
    return lossOf(results, place.split("-")[1], place.split("-")[0]) > 0 && noHeadroom(without()) === 0;
  return pausedTime(results) >= 2 * pausedTime(without());
}

const pausedTime = ({ tables: { ports } }: Results): number => ports.columns.paused_ns.reduce((a, b) => a + b, 0);

const noHeadroom = ({ tables: { counters } }: Results): number =>
  counters.columns.value[counters.columns.counter.indexOf("dropped_no_headroom")];

/** Number of packets lost at the port of `node` to `peer` because memory was full. */
function lossOf({ tables: { losses } }: Results, node: string, peer: string): number {
  let packets = 0;
  if (losses !== undefined)
    for (let row = 0; row < losses.rows; row++)
      if (
        losses.columns.cause[row].startsWith("no ") &&
        losses.columns.cause[row] !== "no route" &&
        losses.columns.node[row] === node &&
        losses.columns.peer[row] === peer
      )
        packets += losses.columns.packets[row];
  return packets;
}

interface StormFault {
  readonly target: string;
  readonly every?: string;
}

const reversed = (name: string): string => name.split("-").reverse().join("-");

interface Paused {
  /** Number of PFC frames as SAI counts them: the first frame of each PAUSE, its repetitions and resumes. */
  count: number;
  transitions: number;
  ns: number;
}

/** The frames that paused each port and class. The key is the port's name and the class. */
function framesOf({ cause, place, faults }: Drawn, results: Results): Map<string, Paused> {
  const { pauses, ports } = results.tables;
  const { simulated_ns } = results.summary;
  const [storm] = cause === "pause storm" ? (faults as readonly StormFault[]) : [];
  const rateOf = new Map(ports.columns.name.map((name, row) => [name, ports.columns.rate_bps[row]]));
  const found = new Map<string, Paused>();
  for (let row = 0; row < pauses.rows; row++) {
    const key = `${pauses.columns.paused_port[row]} ${pauses.columns.class[row]}`;
    // A port without the class in pfc_enable sends no PAUSE frames.
    if (cause === "misconfigured class" && pauses.columns.paused_port[row] === reversed(place)) continue;
    const open = Number.isNaN(pauses.columns.duration_ns[row]);
    const ns = open ? simulated_ns - pauses.columns.start_ns[row] : pauses.columns.duration_ns[row];
    const lasts = (65535 * 512e9) / (rateOf.get(pauses.columns.paused_port[row]) ?? NaN);
    const of = found.get(key) ?? { count: 0, transitions: 0, ns: 0 };
    // A PAUSE is repeated after half of its duration, or at the interval of the fault `pause-storm`. A storming NIC
    // sends no resume.
    const isStorm = storm !== undefined && pauses.columns.node[row] === storm.target;
    const every = isStorm && storm.every !== undefined ? 1000 * parseInt(storm.every, 10) : lasts / 2;
    of.count += 1 + Math.floor(ns / every) + (open || isStorm ? 0 : 1);
    of.transitions++;
    of.ns += ns;
    found.set(key, of);
  }
  return found;
}

/** The outputs of SONiC's commands by switch, each before and after the incident. */
function shownBy(drawn: Drawn, results: Results, random: Stream): Map<string, string> {
  const { ports } = results.tables;
  const frames = framesOf(drawn, results);
  const downs = new Map<string, number>();
  if (drawn.cause === "link flap")
    for (const name of [drawn.place, reversed(drawn.place)])
      downs.set(name, results.tables.faults?.columns.event.filter((event) => event.startsWith("begins")).length ?? 0);
  const switches = [
    ...Array.from({ length: drawn.leaves }, (_, k) => `leaf${k}`),
    ...Array.from({ length: drawn.spines }, (_, k) => `spine${k}`),
  ];
  return new Map(
    switches.map((node) => {
      const rows = Array.from({ length: ports.rows }, (_, row) => row).filter(
        (row) => ports.columns.node[row] === node,
      );
      const earlier = new Map(rows.map((row) => [row, Array.from({ length: 40 }, () => random.int(1_000_000))]));
      const sample = (has: 0 | 1): string => {
        /** The number of frames of each class that paused the port `paused`. */
        const counts = (row: number, paused: string, from: number): number[] =>
          Array.from({ length: 8 }, (_, cls) => {
            const old = cls === LOSSLESS ? (earlier.get(row)?.[from + cls] ?? 0) : 0;
            return old + has * (frames.get(`${paused} ${cls}`)?.count ?? 0);
          });
        const named = rows.map((row) => ({ row, name: ports.columns.name[row] }));
        const rx = named.map(({ row, name }) => [name, ...counts(row, name, 0)]);
        const tx = named.map(({ row, name }) => [name, ...counts(row, reversed(name), 8)]);
        const peaks = named.map(({ row, name }) => {
          const peak = has * ports.columns.queue_peak_bytes[row];
          return [name, ...Array.from({ length: 8 }, (_, cls) => (cls === LOSSLESS ? peak : 0))];
        });
        const interfaces = named.map(({ row, name }) => {
          const sent = (earlier.get(row)?.[16] ?? 0) + has * Math.round(ports.columns.sent_bytes[row] / 1000);
          const drops = has * lossOf(results, node, ports.columns.peer[row]);
          return [name, "U", sent, "0.00 B/s", "0.00%", 0, drops, 0, sent, "0.00 B/s", "0.00%", 0, 0, 0];
        });
        const flaps = named.map(({ name }) => [
          name,
          has * (downs.get(name) ?? 0) || "Never",
          "Up",
          "Up",
          "N/A",
          "N/A",
        ]);
        const history = named.flatMap(({ row, name }) =>
          Array.from({ length: 8 }, (_, cls) => {
            const of = frames.get(`${name} ${cls}`);
            const old = cls === LOSSLESS ? (earlier.get(row)?.[17] ?? 0) : 0;
            return [
              ...[name, `PFC${cls}`, old + has * (of?.transitions ?? 0)],
              ...[old * 100 + has * Math.round((of?.ns ?? 0) / 1000), 0, "01/10/2026, 21:20:00"],
            ];
          }),
        );
        const classes = (head: string): string[] => Array.from({ length: 8 }, (_, cls) => `${head}${cls}`);
        return [
          `admin@${node}:~$ show pfc counters`,
          printed(["Port Rx", ...classes("PFC")], rx),
          printed(["Port Tx", ...classes("PFC")], tx),
          `admin@${node}:~$ show queue watermark unicast`,
          "Egress shared pool occupancy per unicast queue:",
          printed(["Port", ...classes("UC")], peaks),
          `admin@${node}:~$ show pfc counters --history`,
          printed(HISTORY, history),
          `admin@${node}:~$ show interfaces counters`,
          printed(INTERFACES, interfaces),
          `admin@${node}:~$ show interfaces flap`,
          printed(FLAPS, flaps),
        ].join("\n");
      };
      return [node, `${sample(0)}\n${sample(1)}`];
    }),
  );
}

const HISTORY = [
  ...["Port", "Priority", "RX Pause Transitions", "Total RX Pause Time US", "Recent RX Pause Time US"],
  "Recent RX Pause Timestamp",
];
const INTERFACES = [
  ...["IFACE", "STATE", "RX_OK", "RX_BPS", "RX_UTIL", "RX_ERR", "RX_DRP", "RX_OVR"],
  ...["TX_OK", "TX_BPS", "TX_UTIL", "TX_ERR", "TX_DRP", "TX_OVR"],
];
const FLAPS = ["Interface", "Flap Count", "Admin", "Oper", "Link Down TimeStamp(UTC)", "Link Up TimeStamp(UTC)"];

/**
 * A table as SONiC's commands print it. Columns are right-aligned, dashes follow the head, and commas separate
 * thousands.
 */
function printed(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === "number" ? cell.toLocaleString("en-US") : cell)));
  const widths = head.map((name, k) => Math.max(name.length, ...cells.map((row) => row[k].length)));
  const line = (row: readonly string[]): string => row.map((cell, k) => cell.padStart(widths[k])).join("  ");
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...cells.map(line), ""].join("\n");
}
