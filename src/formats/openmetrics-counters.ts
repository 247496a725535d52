/**
 * Reads counters of ports from OpenMetrics text, as `xoff export openmetrics` writes it (docs/exports.md).
 *
 * A port is named by the label `link`. Samples of a series are in the order of time. Only the families named in
 * `PER_CLASS` and `WATERMARK` are read; all others are skipped.
 *
 * Source: OpenMetrics 1.0, section "ABNF"
 */
import type { PortCounters } from "../theory/incident/counters.ts";
import { CounterSamples, type ClassCounter } from "./counter-samples.ts";
import { InputError } from "./hpcc/input-error.ts";

const PER_CLASS: Readonly<Record<string, ClassCounter>> = {
  xoff_port_pfc_rx_pauses_total: "rxPfc",
  xoff_port_pfc_tx_pauses_total: "txPfc",
  xoff_port_pfc_rx_pause_wanted_seconds_total: "rxPauseSeconds",
};
/** A watermark covers all queues of a port together. Each class gets this value. */
const WATERMARK = "xoff_queue_watermark_bytes";

const CLASSES = Array.from({ length: 8 }, (_, cls) => cls);

/** The counters by port name, such as leaf0-h5. Throws `InputError` if the text has no family of `PER_CLASS` and no watermark. */
export function openMetricsCounters(text: string, file: string): Map<string, PortCounters> {
  const samples = new CounterSamples();
  let found = false;
  text.split("\n").forEach((line, k) => {
    const [, name, inBraces, value] = /^(\w+)\{(.*)\} (\S+)/.exec(line) ?? [];
    const counter = name === undefined ? undefined : PER_CLASS[name];
    if (counter === undefined && name !== WATERMARK) return;
    const labels = labelsOf(inBraces);
    const [port, cls] = [labels.get("link"), Number(labels.get("priority") ?? NaN)];
    const amount = Number(value);
    const at = { file, line: k + 1 };
    if (port === undefined) throw new InputError(at, "a label link", "none");
    if (Number.isNaN(amount)) throw new InputError(at, "a number", value);
    found = true;
    if (counter === undefined) for (const one of CLASSES) samples.add(port, "queuePeak", amount, one);
    else if (!CLASSES.includes(cls))
      throw new InputError(at, "a label priority from 0 to 7", labels.get("priority") ?? "none");
    else samples.add(port, counter, amount, cls);
  });
  if (!found)
    throw new InputError({ file }, "counters of PFC by port", "none", "Write them with xoff export openmetrics.");
  return samples.result();
}

/** `node="leaf0",priority="3"` as a map. */
const labelsOf = (text: string): Map<string, string> =>
  new Map(
    [...text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, name, value]) => [
      name,
      value.replace(/\\(["\\])/g, "$1"),
    ]),
  );
