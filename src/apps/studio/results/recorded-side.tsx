/** The left side for recorded runs: their scenarios, and the results that were not recorded. */
import { enter } from "../gallery/open.ts";
import { done } from "../state/runs.ts";
import { folder } from "./open.ts";

export function RecordedSide() {
  return (
    <section class="scenario recorded" aria-label="what was run" tabIndex={0}>
      <div class="source">
        <h1>From {folder.value?.folder}</h1>
        <p>As xoff recorded it. What lies between two samples is not seen; PAUSEs are exact.</p>
      </div>
      {done.value.map(({ name, text, view, recorded }) =>
        recorded === undefined ? null : (
          <article key={name} aria-label={`what was run: ${name}`}>
            <h2>{name}</h2>
            <p class="soft">
              {view.summary.name}, seed {view.summary.seed}, xoff {view.summary.xoff}
            </p>
            {recorded.beside.set.length === 0 ? null : (
              <p>
                Set over its text: <code>{recorded.beside.set.join(", ")}</code>
              </p>
            )}
            {recorded.missing.length === 0 ? null : (
              <ul class="missing">
                {recorded.missing.map((one) => (
                  <li key={one}>{one}</li>
                ))}
              </ul>
            )}
            {recorded.isOver === undefined ? null : <p class="soft">{recorded.isOver}</p>}
            {recorded.beside.set.length > 0 || recorded.isOver !== undefined ? null : (
              <p>
                <button type="button" onClick={() => enter([{ name, text }], name, view.summary.about)}>
                  Open its scenario
                </button>{" "}
                <span class="soft">to change it and run it here, every queue and rate sampled</span>
              </p>
            )}
            <pre tabIndex={0} aria-label={`scenario of ${name}`}>
              {text}
            </pre>
          </article>
        ),
      )}
    </section>
  );
}
