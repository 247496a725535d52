/**
 * The intervals in which intermittent faults were active, to shade charts over time. Only intervals that all runs of a
 * chart share are shaded.
 */
import { formatTime } from "../../base/format.ts";
import { PS_PER_NS } from "../../base/units.ts";
import type { LabelledRun } from "../labelled-run.ts";

export interface Spell {
  /** The start, ns. */
  readonly from: number;
  /** The end, ns. */
  readonly to: number;
}

/** Maximum number of shaded intervals. With more, the whole background of a chart would be grey. */
const MAX = 20;

/**
 * The intervals of each fault, by the fault's name in notes. A fault that lasts from start to end of the run is not
 * shaded.
 */
function spellsOf({ summary, tables }: LabelledRun): Map<string, Spell[]> {
  const end = summary.simulated_ns;
  const found = new Map<string, Spell[]>();
  const events = tables.faults?.columns;
  (summary.faults ?? []).forEach(({ kind, target }, k) => {
    const spells: { from: number; to: number }[] = [];
    events?.fault.forEach((fault, row) => {
      if (fault !== k) return;
      const time = events.time_ns[row];
      if (/^begins/.test(events.event[row])) spells.push({ from: time, to: end });
      else if (/^ends/.test(events.event[row]) && spells.length > 0) spells[spells.length - 1].to = time;
    });
    if (spells.some(({ from, to }) => from > 0 || to < end)) found.set(`${kind} ${target.join(", ")}`, spells);
  });
  return found;
}

/** The intervals to shade, with a sentence that names their faults. */
export function sharedSpells(runs: readonly LabelledRun[]): {
  readonly spells: readonly Spell[];
  readonly notes: readonly string[];
} {
  const [first, ...others] = runs.map(spellsOf);
  const said = (spells: readonly Spell[] | undefined): string => JSON.stringify(spells);
  const shared = [...first].filter(([name, spells]) => others.every((other) => said(other.get(name)) === said(spells)));
  const spells = shared.flatMap(([, some]) => some).slice(0, MAX);
  const time = (ns: number): string => formatTime(Math.round(ns * PS_PER_NS));
  const each = shared.map(([name, [{ from, to }, ...more]]) => {
    const times = more.length === 0 ? "" : `${more.length + 1} x, first `;
    return `${name}, ${times}${time(from)} to ${time(to)}`;
  });
  return { spells, notes: spells.length === 0 ? [] : [`Shaded: ${each.join("; ")}.`] };
}
