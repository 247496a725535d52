/**
 * A comparison as a table. Each row has the settings of one scheme, its means over seeds with half of the 95%
 * confidence interval, and links to its runs.
 */
import type { ServedComparison, ServedRow } from "../../../report/served.ts";
import type { Wanted } from "./open.ts";
import { OpenRun, Tick, type Choice } from "./pick.tsx";

interface Props {
  readonly comparison: ServedComparison;
  readonly choice: Choice;
}

export function ComparisonTable({ comparison, choice }: Props) {
  const { path, title, varied, seeds, columns, rows, differences, notes, same, sameRuns, notBegun } = comparison;
  return (
    <section aria-label={`comparison ${path}`} data-testid="comparison">
      <h2>
        {title} <span class="soft">{path === "" ? "" : path}</span>
      </h2>
      <p class="soft">
        {seeds > 0
          ? `Means over ${seeds} seeds, with half of the 95% confidence interval. A * marks the best row of a column. Every other row with the same traffic is significantly worse, or equal under every seed.`
          : "Each row is one run. It does not show whether another seed would give the same order."}
        {notBegun > 0 ? ` The comparison was interrupted: ${notBegun} runs are missing.` : ""}
      </p>
      <div class="scroll" tabIndex={0} role="group" aria-label={`table of ${title}`}>
        <table>
          <thead>
            <tr>
              {varied.map((one) => (
                <th scope="col" key={one}>
                  {one}
                </th>
              ))}
              <th scope="col">{seeds > 0 ? "Seeds" : "Run"}</th>
              {columns.map(({ head, about }) => (
                <th scope="col" key={head} class="number" title={about}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.settings.join("\n")}>
                {row.settings.map((value, k) => (
                  <th scope="row" key={varied[k]}>
                    {value}
                  </th>
                ))}
                <td>
                  <Runs row={row} choice={choice} isSeeds={seeds > 0} />
                  {row.mark === "" ? null : ` ${row.mark}`}
                  {row.flaw === "" ? null : <span class="error"> {row.flaw}</span>}
                </td>
                {row.cells.map((cell, k) => (
                  <td key={columns[k].head} class={cell.endsWith("*") ? "number best" : "number"}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {notes.map((note) => (
        <p class="soft" key={note}>
          {note}
        </p>
      ))}
      {differences.length < 2 ? null : (
        <details>
          <summary>Differences, seed by seed</summary>
          <p class="soft">
            Paired difference to the best row of the column: the mean over the seeds, and half of its 95% confidence
            interval. If a difference has no interval, the seeds do not support a conclusion.
          </p>
          <div class="scroll" tabIndex={0} role="group" aria-label={`differences of ${title}`}>
            <table>
              <thead>
                <tr>
                  {[...varied, ...columns.map(({ head }) => head)].map((head) => (
                    <th scope="col" key={head}>
                      {head}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {differences.map((cells, k) => (
                  <tr key={rows[k].settings.join("\n")}>
                    {rows[k].settings.map((value, at) => (
                      <th scope="row" key={varied[at]}>
                        {value}
                      </th>
                    ))}
                    {cells.map(({ text }, at) => (
                      <td key={columns[at].head} class={text.endsWith("*") ? "number best" : "number"}>
                        {text}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      )}
      {sameRuns.map((one) => (
        <p class="soft" key={one}>
          {one}
        </p>
      ))}
      {same.length === 0 ? null : <p class="soft">In all rows: {same.join(", ")}.</p>}
    </section>
  );
}

/**
 * The check box selects the row's run with the first seed. All selected runs then have the same seed, and thus the same
 * traffic unless the rows differ in it.
 */
function Runs({
  row,
  choice,
  isSeeds,
}: {
  readonly row: ServedRow;
  readonly choice: Choice;
  readonly isSeeds: boolean;
}) {
  const wanted = row.runs.map(({ label, path }): Wanted => ({ path, name: label }));
  if (wanted.length === 0) return null;
  return (
    <span class="runs">
      <Tick wanted={wanted[0]} choice={choice} />
      {wanted.map((one, k) => (
        <OpenRun key={one.path} wanted={one} text={isSeeds ? seedOf(one.name, k) : "open"} />
      ))}
    </span>
  );
}

const seedOf = (label: string, k: number): string => /\bseed=(\S+?)(,|$)/.exec(label)?.[1] ?? String(k + 1);
