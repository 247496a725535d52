/**
 * The comparison of the runs at the top of the results: one row for each measure and one cell for each run. The first
 * row is the measure that the figure asks about. Without a figure, it is the measure with the largest difference.
 */
import { bytesText, rateText, shareText, timeText } from "../format.ts";
import type { RunView } from "../lab/messages.ts";
import { headNumbers } from "./head-numbers.ts";
import { peaks, portNamed } from "./ports.ts";

/**
 * The quantity that a card asks about, such as the goodput of a flow. A card is the entry of a recommended figure in the
 * gallery. A story (a figure explained step by step) can ask about a quantity too. Times are in ns. A port is named as in
 * the charts, for example "sw0-h0".
 */
export type Asked =
  | { readonly what: "goodput"; readonly flow: number; readonly from?: number; readonly to?: number }
  | { readonly what: "fct"; readonly flow: number }
  | { readonly what: "stored"; readonly port: string }
  | { readonly what: "deadlock" };

/** A cell: its text, and the value that the difference column compares. NaN if there is nothing to compare. */
interface Cell {
  readonly text: string;
  readonly value: number;
}

interface Measure {
  readonly name: string;
  readonly about: string;
  readonly cell: (view: RunView) => Cell;
  /** Formats a difference of two values. */
  readonly text: (value: number) => string;
  /** Formats the change from one value to another: "+12%". Default: `differenceText`. */
  readonly difference?: (from: number, to: number) => string;
  /** True if an unfinished flow counts with its age, as in a column of `xoff compare`. */
  readonly ages?: boolean;
  /** True for a measure that a wide page keeps in sight while it scrolls. */
  readonly isKept?: boolean;
}

export interface AnswerRow {
  /**
   * Identifies the row under every seed. The key is the row's name. An exception is the row that answers the question
   * of the gallery card: its key is `ASKED`. The name of this row can depend on the seed, because the name contains the
   * flow's hosts.
   */
  readonly key: string;
  readonly ages: boolean;
  readonly text: (value: number) => string;
  readonly name: string;
  readonly about: string;
  /** True for a row that a wide page keeps in sight while it scrolls. */
  readonly isKept: boolean;
  readonly cells: readonly string[];
  /** One text for each run after the first: its difference from the first run. The text is empty if one of the values is missing. */
  readonly differences: readonly string[];
}

const cell = (value: number, words: (value: number) => string): Cell => ({
  value,
  text: Number.isNaN(value) ? "–" : words(value),
});

/**
 * Mean goodput of a flow between two times in bit/s, from its samples. Without times, it is the mean over the flow's
 * whole life, from the bytes that the receiver got.
 */
function goodputOf({ flows, goodputs, summary }: RunView, flow: number, from?: number, to = Infinity): number {
  if (from === undefined) {
    const lasted = Number.isNaN(flows.fct[flow]) ? summary.simulated_ns - flows.start[flow] : flows.fct[flow];
    return lasted > 0 ? (flows.received[flow] * 8e9) / lasted : NaN;
  }
  const column = goodputs.flows.indexOf(flow);
  const some = Array.from(goodputs.times, (time, k) =>
    column >= 0 && time > from && time <= to ? goodputs.bps[k * goodputs.flows.length + column] : NaN,
  ).filter((bps) => !Number.isNaN(bps));
  return some.reduce((sum, bps) => sum + bps, 0) / some.length;
}

/** FCT of a flow in ns, or its age at the end of the run if it did not end. */
function fctOf({ flows, summary }: RunView, flow: number): Cell {
  const fct = flows.fct[flow];
  if (!Number.isNaN(fct)) return cell(fct, timeText);
  const age = cell(summary.simulated_ns - flows.start[flow], timeText);
  return { ...age, text: `not done after ${age.text}` };
}

/** Highest sampled occupancy of an ingress queue, in bytes. */
function storedAt(view: RunView, port: string): number {
  const at = portNamed(view.fabric, port);
  return at === undefined || !view.samples.hasQueues ? NaN : peaks(view, view.samples.ingress)[at];
}

const isDeadlocked = ({ summary }: RunView): boolean => summary.deadlock.length > 0;

const flowWords = ({ fabric, flows }: RunView, flow: number): string =>
  `flow ${flow}, ${fabric.names[flows.source[flow]]} → ${fabric.names[flows.destination[flow]]}`;

function measureOf(asked: Asked, [first]: readonly RunView[]): Measure {
  switch (asked.what) {
    case "goodput": {
      const { flow, from, to = Infinity } = asked;
      const when =
        from === undefined
          ? ""
          : to === Infinity
            ? `, from ${timeText(from)}`
            : `, ${timeText(from)} to ${timeText(to)}`;
      return {
        name: `Goodput of ${flowWords(first, flow)}${when}`,
        about: "mean rate of the payload that the receiver got in order",
        cell: (view) => cell(goodputOf(view, flow, from, to), rateText),
        text: rateText,
      };
    }
    case "fct":
      return {
        name: `FCT of ${flowWords(first, asked.flow)}`,
        about: "flow completion time",
        cell: (view) => fctOf(view, asked.flow),
        text: timeText,
        ages: true,
      };
    case "stored":
      return {
        name: `Highest occupancy of ${asked.port}`,
        about: `highest sampled occupancy of the ingress queue ${asked.port}`,
        cell: (view) => cell(storedAt(view, asked.port), bytesText),
        text: bytesText,
      };
    case "deadlock":
      return {
        name: "Deadlock",
        about: "time from which queues wait for each other in a circle",
        text: timeText,
        cell: ({ summary }) => ({
          value: NaN,
          text: summary.deadlock.length === 0 ? "none" : `since ${timeText(summary.deadlock_since_ns ?? 0)}`,
        }),
      };
  }
}

/** The measures of every run, in the order of the table. */
const MEASURES: readonly Measure[] = [
  {
    name: "PAUSEs",
    isKept: true,
    about: "PAUSEs of a class or a port, without repeated frames",
    text: text3,
    cell: ({ summary }) => ({ value: summary.counters.pauses, text: headNumbers(summary).pauses }),
  },
  {
    name: "p99 slowdown",
    isKept: true,
    about: "99th percentile of FCT / ideal FCT; an unfinished flow counts with its age",
    text: text3,
    ages: true,
    cell: (view) =>
      isDeadlocked(view)
        ? { value: NaN, text: "deadlock" }
        : {
            value: view.summary.fct.by_size.classes.at(-1)?.slowdown.p99 ?? NaN,
            text: headNumbers(view.summary).p99,
          },
  },
  {
    name: "Flows done",
    about: "completed flows and all flows with an end",
    text: pointsText,
    difference: pointsDifference,
    cell: ({ summary }) => ({
      value: summary.flows.finite === 0 ? NaN : summary.flows.finished / summary.flows.finite,
      text: headNumbers(summary).flowsDone,
    }),
  },
  {
    name: "Time paused",
    isKept: true,
    about: "time for which ports were paused, summed over ports and classes",
    text: timeText,
    cell: ({ pausedNs }) => cell(pausedNs, timeText),
  },
  {
    name: "Dropped",
    about: "packets of lossless classes that found no memory",
    text: text3,
    cell: ({ summary }) => ({ value: summary.counters.dropped_no_headroom, text: headNumbers(summary).dropped }),
  },
];

/** The measure of the skipped time. The comparison shows it if a run used fast-forward. */
const SKIPPED: Measure = {
  name: "Skipped",
  about: "received bytes that fast-forward did not simulate; such a run takes no samples of queues and rates",
  text: shareText,
  cell: ({ summary: { fast_forward } }) => ({
    value: NaN,
    text:
      fast_forward === undefined
        ? "nothing, exact run"
        : `${shareText(fast_forward.share)} of the bytes, error at most ${shareText(fast_forward.error_bound)}`,
  }),
};

/** The difference between two values in words: a ratio if one is at least twice the other, otherwise a percentage. */
export function differenceText(from: number, to: number): string {
  if (Number.isNaN(from) || Number.isNaN(to)) return "";
  if (from === to) return "equal";
  if (from === 0 || to === 0) return to === 0 ? "to none" : "from none";
  const ratio = to / from;
  if (ratio >= 2 || ratio <= 0.5) return ratio > 1 ? `× ${text3(ratio)}` : `÷ ${text3(1 / ratio)}`;
  const percent = Number(((ratio - 1) * 100).toPrecision(2));
  return `${percent > 0 ? "+" : "−"}${Math.abs(percent)}%`;
}

/** The difference between two shares, in percentage points. A ratio of percentages would be easy to misread. */
function pointsDifference(from: number, to: number): string {
  if (Number.isNaN(from) || Number.isNaN(to)) return "";
  if (from === to) return "equal";
  return `${to > from ? "+" : "−"}${pointsText(Math.abs(to - from))}`;
}

function pointsText(share: number): string {
  return `${text3(share * 100)} points`;
}

function text3(value: number): string {
  return String(Number(value.toPrecision(3)));
}

/**
 * The relative distance between the lowest and the highest value of a measure. It is 0 if the values are equal, and 1
 * if one of them is 0.
 */
function apart(values: readonly number[]): number {
  const known = values.filter((value) => !Number.isNaN(value));
  const high = Math.max(...known, 0);
  return known.length < 2 || high === 0 ? 0 : 1 - Math.min(...known) / high;
}

/**
 * True if the run has the flow or port of the measure `asked`. A user may have removed this flow or port from the
 * figure's scenario.
 */
const canAnswer = (asked: Asked, { fabric, flows }: RunView): boolean =>
  "flow" in asked
    ? asked.flow < flows.start.length
    : asked.what !== "stored" || portNamed(fabric, asked.port) !== undefined;

/** The `key` of the table row for the measure that a card of the gallery asks about (`Asked`). */
const ASKED = "asked";

/** The values of all rows for one run, by their keys. */
export function valuesOf(view: RunView, wanted: Asked | undefined): Readonly<Record<string, number>> {
  const asked = wanted !== undefined && canAnswer(wanted, view) ? [[ASKED, measureOf(wanted, [view])] as const] : [];
  const all = [...MEASURES.map((measure) => [measure.name, measure] as const), ...asked];
  return Object.fromEntries(all.map(([key, measure]) => [key, measure.cell(view).value]));
}

/** The rows of the table. `wanted` is the measure that the figure asks about. */
export function answerOf(views: readonly RunView[], wanted?: Asked): AnswerRow[] {
  if (views.length === 0) return [];
  const asked = wanted !== undefined && views.every((view) => canAnswer(wanted, view)) ? wanted : undefined;
  const rows = MEASURES.map((measure) => rowOf(measure, views));
  if (asked !== undefined) rows.unshift({ ...rowOf(measureOf(asked, views), views), key: ASKED });
  else {
    // A deadlock is worse than any number, so it comes first if one occurred.
    if (views.some(isDeadlocked)) rows.unshift({ ...rowOf(measureOf({ what: "deadlock" }, views), views), apart: 2 });
    const widest = rows.reduce((best, row) => (row.apart > best.apart ? row : best));
    rows.splice(rows.indexOf(widest), 1);
    rows.unshift(widest);
  }
  if (views.some(({ summary }) => summary.fast_forward !== undefined)) rows.push(rowOf(SKIPPED, views));
  return rows;
}

function rowOf(
  { name, about, cell: cellOf, text: unitText, difference = differenceText, ages = false, isKept = false }: Measure,
  views: readonly RunView[],
): AnswerRow & { apart: number } {
  const cells = views.map(cellOf);
  const [first, ...others] = cells;
  return {
    ...{ key: name, name, about, isKept, ages, text: unitText },
    cells: cells.map(({ text }) => text),
    differences: others.map(({ value }) => difference(first.value, value)),
    apart: apart(cells.map(({ value }) => value)),
  };
}
