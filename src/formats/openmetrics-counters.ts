/**
 * Reads counters of ports from OpenMetrics text. It reads three kinds of families and skips all others:
 *
 * - families of `xoff export openmetrics` (docs/exports.md)
 * - families whose names end like the counters of SONiC's COUNTERS_DB; for example, telegraf makes such families from gNMI data
 * - families of node_exporter with the counters of a NIC's driver, such as node_ethtool_rx_prio3_pause
 *
 * Samples of a series are in the order of time.
 *
 * Sources:
 *
 * - OpenMetrics 1.0, section "ABNF"
 * - saiport.h and saiqueue.h of SAI: SAI_PORT_STAT_PFC_0_RX_PKTS, SAI_QUEUE_STAT_SHARED_WATERMARK_BYTES
 * - the counters of Linux' mlx5 driver: rx_prio0_pause
 */
import { CounterSamples, type ClassCounter, type SwitchCounters } from "./counter-samples.ts";
import { InputError } from "./hpcc/input-error.ts";

interface Family {
  readonly counter: ClassCounter;
  /** The class in the family's name. Undefined: a label has the class. */
  readonly cls?: number | undefined;
  /** The factor that converts the values of a time to seconds, such as 1e-6 for values in us. By default 1. */
  readonly unit?: number | undefined;
}

const OF_XOFF: Readonly<Record<string, ClassCounter>> = {
  xoff_port_pfc_rx_pauses_total: "rxPfc",
  xoff_port_pfc_tx_pauses_total: "txPfc",
  xoff_port_pfc_rx_pause_wanted_seconds_total: "rxPauseSeconds",
};
/** A watermark of xoff covers all queues of a port together. Each class gets this value. */
const WATERMARK = "xoff_queue_watermark_bytes";

/**
 * Ends of metric names from exporters other than xoff, each with its counter. The pattern captures the class if the name
 * has one. The number is the factor that converts values to seconds, by default 1.
 */
const OTHERS: readonly (readonly [RegExp, ClassCounter, number?])[] = [
  [/pfc_([0-7])_rx_pkts$/, "rxPfc"],
  [/pfc_([0-7])_tx_pkts$/, "txPfc"],
  [/pfc_([0-7])_rx_pause_duration_us$/, "rxPauseSeconds", 1e-6],
  [/rx_prio([0-7])_pause$/, "rxPfc"],
  [/tx_prio([0-7])_pause$/, "txPfc"],
  [/queue_(?:stat_)?shared_watermark_bytes$/, "queuePeak"],
];

/** Labels that may name the port, the class or the switch. In each of the three lists, the first label that is present counts. */
const PORT_LABELS = ["link", "device", "interface", "ifname", "port", "name"];
const CLASS_LABELS = ["priority", "queue"];
const NODE_LABELS = ["node", "source", "hostname", "host", "switch", "instance"];

const CLASSES = Array.from({ length: 8 }, (_, cls) => cls);

/** The counters of each switch or host. Throws `InputError` if the text has no family with PFC frames. */
export function openMetricsCounters(text: string, file: string): SwitchCounters[] {
  const nodes = new Map<string | undefined, CounterSamples>();
  const once = new Set<CounterSamples>();
  text.split("\n").forEach((line, k) => {
    const [, name = "", inBraces = "", value = ""] = /^(\w+)\{(.*)\} (\S+)/.exec(line) ?? [];
    const family = familyOf(name);
    if (family === undefined) return;
    const labels = labelsOf(inBraces);
    const first = (of: readonly string[]): string | undefined => of.map((one) => labels.get(one)).find((one) => one);
    const port = first(PORT_LABELS);
    const amount = Number(value) * (family.unit ?? 1);
    const at = { file, line: k + 1 };
    if (port === undefined) throw new InputError(at, `a label with the port, such as ${PORT_LABELS[0]}`, "none");
    if (Number.isNaN(amount)) throw new InputError(at, "a number", value);
    // An instance of Prometheus is a host and a port: leaf0:9100.
    const node = first(NODE_LABELS)?.replace(/:\d+$/, "");
    const given = first(CLASS_LABELS);
    const cls = family.cls ?? Number(given ?? NaN);
    // A switch may have queues whose number is no class from 0 to 7, such as those for multicast. Their peaks are left out.
    if (family.counter === "queuePeak" && given !== undefined && !CLASSES.includes(cls)) return;
    const isForAll = name === WATERMARK;
    if (!isForAll && !CLASSES.includes(cls)) throw new InputError(at, "a label priority from 0 to 7", given ?? "none");
    const samples = nodes.get(node) ?? new CounterSamples();
    nodes.set(node, samples);
    if (Object.hasOwn(OF_XOFF, name)) once.add(samples);
    for (const one of isForAll ? CLASSES : [cls]) samples.add(port, family.counter, amount, one);
  });
  if (nodes.size === 0)
    throw new InputError(
      { file },
      "counters of PFC by port, such as SAI_PORT_STAT_PFC_3_RX_PKTS",
      "none",
      "Write SONiC's show pfc counters to a file instead.",
    );
  return Array.from(nodes, ([node, samples]) => ({
    node,
    ports: new Map(
      [...samples.result()].map(([port, of]) => [port, once.has(samples) ? { ...of, countsOnce: true } : of]),
    ),
  }));
}

function familyOf(name: string): Family | undefined {
  if (name === WATERMARK) return { counter: "queuePeak" };
  if (Object.hasOwn(OF_XOFF, name)) return { counter: OF_XOFF[name] };
  const end = name.toLowerCase().replace(/_total$/, "");
  for (const [pattern, counter, unit] of OTHERS) {
    const [found, cls] = pattern.exec(end) ?? [];
    if (found !== undefined) return { counter, unit, cls: cls === undefined ? undefined : Number(cls) };
  }
  return undefined;
}

/** `node="leaf0",priority="3"` as a map. */
const labelsOf = (text: string): Map<string, string> =>
  new Map(
    [...text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, name, value]) => [
      name,
      value.replace(/\\(["\\])/g, "$1"),
    ]),
  );
