/** A reproduced figure. It shows each claim with the paper's value and xoff's, the explanations, and the plots. */
import { useSignal } from "@preact/signals";
import type { Claim } from "xoff";
import type { ServedFigure } from "../../../report/served.ts";
import { isDark } from "../state/theme.ts";
import { plotAddress } from "./open.ts";

export function FigureCard({ figure }: { readonly figure: ServedFigure }) {
  const { id, title, path, scale, seeds, runs, failed, changed, set = [], fraction } = figure;
  const { verdicts, claims, findings, tables, plots } = figure;
  /** Plots are loaded only when the user opens the card. */
  const isOpen = useSignal(false);
  const readings = Object.entries(changed).map(([name, answer]) => `${name}=${answer}`);
  return (
    <details
      class="paper figure"
      data-testid={`figure ${id}`}
      onToggle={({ currentTarget }) => void (isOpen.value = currentTarget.open)}
    >
      <summary>
        <span class="kind">{id}</span> {title}{" "}
        <span class="soft">
          {[`${scale} scale`, ...readings, ...set].join(", ")}; {verdicts}
        </span>
      </summary>
      <p class="soft">
        {runs === 0 ? "Computed." : `${runs} runs, ${seeds === 1 ? "one seed" : `${seeds} seeds`} each.`}
        {failed > 0 ? ` ${failed} of them failed and are missing in these numbers.` : ""}
        {fraction === undefined || scale !== "paper" ? "" : ` Part of the paper's runs: ${fraction}.`}
      </p>
      <div class="scroll" tabIndex={0} role="group" aria-label={`claims of ${id}`}>
        <table class="claims">
          <thead>
            <tr>
              <th scope="col">Verdict</th>
              <th scope="col">Claim</th>
              <th scope="col">The paper</th>
              <th scope="col">xoff</th>
            </tr>
          </thead>
          <tbody>
            {claims.map((claim) => (
              <ClaimRow key={claim.id} claim={claim} />
            ))}
          </tbody>
        </table>
      </div>
      {findings.length === 0 ? null : (
        <>
          <p>Found:</p>
          <ul>
            {findings.map((finding) => (
              <li key={finding}>{finding}</li>
            ))}
          </ul>
        </>
      )}
      {tables.map((table) => (
        <div key={table.title} class="scroll" tabIndex={0} role="group" aria-label={table.title}>
          <table>
            <caption>{table.title}</caption>
            <thead>
              <tr>
                {table.columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map((row) => (
                <tr key={row[0]}>
                  {row.map((cell, k) => (
                    <td key={k}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ))}
      {isOpen.value ? (
        <div class="plots">
          {plots.map((plot, k) => (
            <figure key={plot.title}>
              <figcaption>{plot.title}</figcaption>
              <div class="scroll" tabIndex={0} role="group" aria-label={`drawing: ${plot.title}`}>
                <img src={plotAddress(path, k, isDark.value)} alt={`plot: ${plot.title}`} loading="lazy" />
              </div>
              {plot.note === undefined ? null : <p class="soft">{plot.note}</p>}
            </figure>
          ))}
        </div>
      ) : null}
    </details>
  );
}

/** Each verdict has a symbol, so that readers need not distinguish colours. */
const SHAPES = { holds: "●", direction: "◐", undecided: "○", fails: "✕", definition: "=" } as const;

function ClaimRow({ claim: one }: { readonly claim: Claim }) {
  const { claim, standing, verdict, paper, ours, note, tried, toBeHad, cannot } = one;
  const shown = standing === "definition" ? standing : verdict;
  return (
    <tr>
      <td class={`verdict ${shown}`}>
        <span aria-hidden="true">{SHAPES[shown]}</span> {shown}
        {cannot === undefined ? null : <span class="soft"> cannot hold: {cannot}</span>}
        {standing === "ours" ? <span class="soft"> added by xoff, not counted</span> : null}
      </td>
      <td class="words">
        {claim}
        {note === undefined ? null : <p class="soft">{note}</p>}
        {toBeHad === undefined ? null : (
          <p class="soft">
            <i>Ideal:</i> {toBeHad}
          </p>
        )}
        {tried === undefined ? null : (
          <p class="soft">
            <i>Tried:</i> {tried}
          </p>
        )}
      </td>
      <td class="words" data-head="The paper">
        {paper}
      </td>
      <td class="words" data-head="xoff">
        <Parts text={ours} />
      </td>
    </tr>
  );
}

/** Number of parts of a result that are visible before the user unfolds it. */
const FEW_PARTS = 3;

/** A result as a list, split at its semicolons. Only the first few parts are visible at once. */
function Parts({ text }: { readonly text: string }) {
  const parts = text.split("; ");
  if (parts.length === 1) return <>{text}</>;
  const list = (some: readonly string[]) => (
    <ul class="parts-list">
      {some.map((part) => (
        <li key={part}>{part}</li>
      ))}
    </ul>
  );
  return (
    <>
      {list(parts.slice(0, FEW_PARTS))}
      {parts.length > FEW_PARTS ? (
        <details>
          <summary>{parts.length - FEW_PARTS} more</summary>
          {list(parts.slice(FEW_PARTS))}
        </details>
      ) : null}
    </>
  );
}
