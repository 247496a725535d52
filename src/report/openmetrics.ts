/**
 * A run as OpenMetrics text. Metrics use the names of SAI's counters if one corresponds, so that existing dashboards
 * for switches work.
 *
 * A PAUSE begins with the decision to pause and ends with the decision to resume. Counters count it once, when it
 * begins, and do not count its refresh frames. PAUSE counters have samples at `POINTS` times. Totals of the run have one
 * sample at its end. Queues and rates have their recorded sampling times.
 */
import { openMetrics, type Family, type Sample } from "../formats/openmetrics.ts";
import { counters } from "../run/measure/counters.ts";
import { linkNamer } from "../run/measure/link-names.ts";
import type { Table, Tables } from "../run/measure/tables.ts";

export type Exported = Partial<Pick<Tables, "pauses" | "ports" | "counters" | "queues" | "rates">>;

/** Number of times at which counters have a sample. */
const POINTS = 60;
const NS_PER_S = 1e9;

/**
 * Minimum distance in ns between two samples of a series. Prometheus rounds times to milliseconds, and Grafana shows
 * seconds.
 */
const APART_NS = 1e9;

export interface Metrics {
  readonly text: Iterable<string>;
  readonly samples: number;
  /** Number of samples in the same millisecond as their predecessor. Prometheus keeps only one of them. */
  readonly lost: number;
}

/** `stretch` is the number of seconds in the text that correspond to one second of the run. */
export function metricsOf(tables: Exported, endNs: number, stretch: number): Metrics {
  const at = (ns: number): number => Number(((ns * stretch) / NS_PER_S).toPrecision(15));
  const families = [...pauseFamilies(tables, endNs, at), ...wholeRun(tables, at(endNs)), ...sampled(tables, at)];
  const all = families.map(({ samples }) => samples);
  return {
    text: openMetrics(families),
    samples: all.reduce((sum, { length }) => sum + length, 0),
    lost: all.reduce((sum, samples) => sum + lostOf(samples), 0),
  };
}

/**
 * Number of samples that Prometheus would drop. Samples of a family with equal labels are adjacent, in order of time.
 */
function lostOf(samples: readonly Sample[]): number {
  let lost = 0;
  let before = "";
  for (const { labels, time } of samples) {
    const key = `${Object.values(labels).join(" ")} ${Math.floor(time * 1000)}`;
    if (key === before) lost++;
    before = key;
  }
  return lost;
}

/**
 * The smallest power of ten by which times must be multiplied so that the samples of a series are at least one second
 * apart. Closer samples would be lost.
 */
export function stretchFor({ pauses, queues, rates }: Exported, endNs: number): number {
  const apart = [queues, rates].map((table) => leastApart(table?.columns.time_ns ?? []));
  if (pauses !== undefined && pauses.rows > 0) apart.push(endNs / POINTS);
  let stretch = 1;
  while (Math.min(...apart) * stretch < APART_NS) stretch *= 10;
  return stretch;
}

/** The smallest distance between two different times of a table, whose rows are in order of time. */
function leastApart(times: ArrayLike<number>): number {
  let least = Infinity;
  for (let row = 1; row < times.length; row++)
    if (times[row] > times[row - 1]) least = Math.min(least, times[row] - times[row - 1]);
  return least;
}

type ListedFamily = Family & { readonly samples: readonly Sample[] };

function pauseFamilies({ pauses, ports }: Exported, endNs: number, at: (ns: number) => number): ListedFamily[] {
  if (pauses === undefined) return [];
  const namer = linkNamer(ports);
  const ways = [
    { way: "tx", self: "node", what: "decided here", sai: "TX_PKTS" },
    { way: "rx", self: "peer", what: "by which the peer paused this port", sai: "RX_PKTS" },
  ] as const;
  const counts = ways.map(({ way, self, what, sai }): ListedFamily => ({
    name: `xoff_port_pfc_${way}_pauses`,
    type: "counter",
    help: `PAUSEs ${what}, by priority. Each counts once, without its repetitions and its resume. SAI_PORT_STAT_PFC_n_${sai} counts every frame.`,
    samples: overTime(pauses, namer, self, endNs, at, (start, _end, now) => (start <= now ? 1 : 0)),
  }));
  const wanted: ListedFamily = {
    name: "xoff_port_pfc_rx_pause_wanted_seconds",
    type: "counter",
    unit: "seconds",
    help: "Time between the peer's decisions to pause this port and to resume, by priority. The port stays paused longer, until the last quanta run out.",
    samples: overTime(pauses, namer, "peer", endNs, at, (start, end, now) =>
      start < now ? (Math.min(end, now) - start) / NS_PER_S : 0,
    ),
  };
  return [...counts, wanted];
}

/**
 * Samples of a counter for each paused port and class. A sample at time `now` is the sum of `part` over the PAUSEs of
 * this port and class. `part` returns what one PAUSE, from `start` to `end`, contributes up to `now`: a count or a
 * duration. `self` selects the label of the samples: "peer" for the paused port, "node" for the port that sent the PAUSEs.
 */
function overTime(
  { columns: c, rows }: Table<"pauses">,
  { name, otherEnd }: ReturnType<typeof linkNamer>,
  self: "node" | "peer",
  endNs: number,
  at: (ns: number) => number,
  part: (start: number, end: number, now: number) => number,
): Sample[] {
  const other = self === "node" ? "peer" : "node";
  const groups = new Map<string, number[]>();
  for (let row = 0; row < rows; row++) {
    // A PAUSE of a single queue or flow is not PFC, so SAI has no counter for it.
    if (c.queue[row] >= 0) continue;
    const key = `${c.node[row]} ${c.port[row]} ${c.class[row]}`;
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push(row);
  }
  return [...groups.values()].flatMap((group) => {
    const [row] = group;
    const link = (self === "node" ? name : otherEnd)(c.node[row], c.port[row], c.peer[row]);
    const labels = { node: c[self][row], peer: c[other][row], link, priority: c.class[row] };
    return Array.from({ length: POINTS + 1 }, (_, k) => {
      const now = (endNs * k) / POINTS;
      let value = 0;
      for (const one of group) {
        const end = Number.isNaN(c.duration_ns[one]) ? endNs : c.start_ns[one] + c.duration_ns[one];
        value += part(c.start_ns[one], end, now);
      }
      return { labels, value, time: at(now) };
    });
  });
}

function wholeRun({ ports, counters: counted }: Exported, time: number): ListedFamily[] {
  const { name: nameOf } = linkNamer(ports);
  const families: ListedFamily[] = [];
  if (ports !== undefined) {
    const { columns: c, rows } = ports;
    const each = (column: Float64Array, scale = 1): Sample[] =>
      Array.from({ length: rows }, (_, row) => ({
        labels: portLabels(nameOf, c, row),
        value: column[row] / scale,
        time,
      })).filter(({ value }) => !Number.isNaN(value));
    families.push(
      {
        ...{ name: "xoff_port_out_bytes", type: "counter", unit: "bytes", samples: each(c.sent_bytes) },
        help: "Bytes of frames sent, as SAI_PORT_STAT_IF_OUT_OCTETS.",
      },
      {
        ...{ name: "xoff_port_pfc_rx_pause_duration_seconds", type: "counter", unit: "seconds" },
        help: "Time that this port was paused until the last quanta ran out, as paused_ns of ports.csv. It sums SAI_PORT_STAT_PFC_n_RX_PAUSE_DURATION_US over priorities.",
        samples: each(c.paused_ns, NS_PER_S),
      },
      {
        ...{ name: "xoff_port_utilisation_ratio", type: "gauge", unit: "ratio", samples: each(c.utilisation) },
        help: "Share of the run in which the port was sending.",
      },
      {
        ...{ name: "xoff_queue_watermark_bytes", type: "gauge", unit: "bytes", samples: each(c.queue_peak_bytes) },
        help: "Maximum egress backlog of the port over all its queues, as SAI_QUEUE_STAT_WATERMARK_BYTES for one queue.",
      },
      {
        ...{ name: "xoff_priority_group_xoff_room_watermark_bytes", type: "gauge", unit: "bytes" },
        help: "Maximum headroom occupancy of any class of the port, as SAI_INGRESS_PRIORITY_GROUP_STAT_XOFF_ROOM_WATERMARK_BYTES.",
        samples: each(c.headroom_peak_bytes),
      },
    );
  }
  if (counted !== undefined) {
    const { columns: c, rows } = counted;
    for (let row = 0; row < rows; row++) {
      const name = c.counter[row] as keyof typeof counters;
      if (!Object.hasOwn(counters, name)) continue; // of an earlier version
      const help = `${counters[name]}${SAI[name] === undefined ? "" : ` It covers the network, as ${SAI[name]} covers a switch.`}`;
      const samples = [{ labels: {}, value: c.value[row], time }];
      // `reordering_bytes` is a maximum and not a sum. It is therefore written as a gauge, in contrast to all other
      // counters.
      if (name === "reordering_bytes")
        families.push({ name: `xoff_${name}`, type: "gauge", unit: "bytes", help, samples });
      else families.push({ name: `xoff_${name}`, type: "counter", help, samples });
    }
  }
  return families;
}

const SAI: Readonly<Partial<Record<keyof typeof counters, string>>> = {
  marked_packets: "SAI_QUEUE_STAT_WRED_ECN_MARKED_PACKETS",
  dropped_no_buffer: "SAI_QUEUE_STAT_DROPPED_PACKETS",
  dropped_no_headroom: "SAI_INGRESS_PRIORITY_GROUP_STAT_DROPPED_PACKETS",
  dropped_damaged: "SAI_PORT_STAT_IF_IN_ERRORS",
};

function sampled({ ports, queues, rates }: Exported, at: (ns: number) => number): ListedFamily[] {
  const { name } = linkNamer(ports);
  const families: ListedFamily[] = [];
  if (queues !== undefined) {
    const { columns: c } = queues;
    const all = (column: Float64Array): Sample[] =>
      inOrder(queues, (row) => ({
        labels: { ...portLabels(name, c, row), queue: c.class[row] },
        value: column[row],
        time: at(c.time_ns[row]),
      }));
    families.push(
      {
        ...{ name: "xoff_queue_curr_occupancy_bytes", type: "gauge", unit: "bytes", samples: all(c.egress_bytes) },
        help: "Backlog of an egress queue, as SAI_QUEUE_STAT_CURR_OCCUPANCY_BYTES.",
      },
      {
        ...{ name: "xoff_priority_group_curr_occupancy_bytes", type: "gauge", unit: "bytes" },
        help: "Occupancy of an ingress queue, as SAI_INGRESS_PRIORITY_GROUP_STAT_CURR_OCCUPANCY_BYTES.",
        samples: all(c.ingress_bytes),
      },
    );
  }
  if (rates !== undefined) {
    const { columns: c } = rates;
    families.push({
      ...{ name: "xoff_port_out_bits_per_second", type: "gauge" },
      help: "Sending rate since the previous sample. A frame counts when its transmission begins.",
      samples: inOrder(rates, (row) => ({
        labels: portLabels(name, c, row),
        value: c.sent_bps[row],
        time: at(c.time_ns[row]),
      })),
    });
  }
  return families;
}

/** The labels of a row's port. `link` is the name of the link, which is unique even if links are parallel. */
function portLabels(
  name: ReturnType<typeof linkNamer>["name"],
  { node, port, peer }: Pick<Table<"ports">["columns"], "node" | "port" | "peer">,
  row: number,
): Sample["labels"] {
  return { node: node[row], port: port[row], peer: peer[row], link: name(node[row], port[row], peer[row]) };
}

/**
 * Converts rows to samples. Rows are in order of time, but OpenMetrics requires that samples with equal labels follow
 * each other.
 */
function inOrder({ rows }: { readonly rows: number }, sample: (row: number) => Sample): Sample[] {
  const groups = new Map<string, Sample[]>();
  for (let row = 0; row < rows; row++) {
    const one = sample(row);
    const key = Object.values(one.labels).join(" ");
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push(one);
  }
  return [...groups.values()].flat();
}
