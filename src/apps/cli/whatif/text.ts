/** Formats the rows of `xoff whatif` as tables. */
import { formatBytes } from "../../../base/format.ts";
import { hang, wrap } from "../../../base/wrap.ts";
import { columnUnit, withUnit } from "../../../report/column-text.ts";
import { columns } from "../../../report/columns.ts";
import { table } from "../../../report/table.ts";
import { MEASURES, type Measure, type WhatIfRow } from "./rows.ts";

const HEADS: Readonly<Record<Measure, string>> = {
  pauses: "PAUSEs",
  paused_ns: "paused",
  common_slowdown_p99: "slowdown p99",
  unfinished: "not done",
  drops: "lost",
};

export function whatIfText(rows: readonly WhatIfRow[], seeds: number, width: number): string {
  const run = rows.filter(({ runs }) => runs > 0);
  const units = Object.fromEntries(
    MEASURES.map((name) => [
      name,
      columnUnit(
        columns[name],
        run.map(({ figures }) => figures[name] ?? NaN),
      ),
    ]),
  ) as Record<Measure, ReturnType<typeof columnUnit>>;
  const means = table(
    ["fabric", "headroom", "deadlock", ...MEASURES.map((name) => HEADS[name])],
    run.map(({ label, headroom_need_bytes: need, headroom_missing_bytes: missing, can_deadlock, figures }) => [
      label,
      need === null ? "-" : `${formatBytes(need)}${missing === 0 ? "" : `, ${formatBytes(missing ?? NaN)} short`}`,
      can_deadlock === true ? "possible" : "no",
      ...MEASURES.map((name) => withUnit(units[name], figures[name] ?? NaN)),
    ]),
  );
  const changed = run.slice(1);
  const differences = table(
    ["fabric", ...MEASURES.map((name) => HEADS[name])],
    changed.map(({ label, differences: found }) => [
      label,
      ...MEASURES.map((name) => {
        const difference = found[name];
        if (difference === undefined || Number.isNaN(difference.mean)) return "-";
        const { verdict, mean, half } = difference;
        if (verdict === "equal" || (mean === 0 && !(half > 0))) return "=";
        const text = `${mean > 0 ? "+" : ""}${withUnit(units[name], mean)}${half > 0 ? ` ±${units[name].number(half)}` : ""}`;
        return verdict === "less" || verdict === "more" ? text : `(${text})`;
      }),
    ]),
  );
  const notes = [
    "headroom: what a lossless queue needs at the worst port, and what it lacks. deadlock: the routes have a circle of waiting queues.",
    "slowdown p99: of the flows that all rows finished. not done, lost: flows and packets of one run, on average.",
  ];
  const refused = rows.flatMap(({ label, refused: why }) => (why === null ? [] : [hang(`${label}: `, why, width)]));
  return [
    `Mean over ${seeds === 1 ? "one seed" : `${seeds} seeds`}`,
    means,
    ...notes.flatMap((note) => wrap(note, width)),
    ...(seeds > 1 && changed.length > 0
      ? ["", "Difference to the present fabric, with half its 95% interval. In brackets: not significant", differences]
      : []),
    ...(refused.length > 0 ? ["", "Not run, because the scenario cannot be built:", ...refused] : []),
    "",
  ].join("\n");
}
