/**
 * The left side of the page for recorded runs. It shows their scenarios and names the results that were not recorded.
 */
import { enter } from "../gallery/open.ts";
import { done } from "../state/runs.ts";
import { folder } from "./open.ts";

export function RecordedSide() {
  return (
    <section class="scenario recorded" aria-label="recorded scenarios" tabIndex={0}>
      <div class="source">
        <h1>From {folder.value?.folder}</h1>
        <p>Recorded by xoff run. PAUSEs are exact. The charts show nothing between two samples.</p>
      </div>
      {done.value.map(({ name, text, view, recorded }) =>
        recorded === undefined ? null : (
          <article key={name} aria-label={`recorded scenario: ${name}`}>
            <h2>{name}</h2>
            <p class="soft">
              {view.summary.name}, seed {view.summary.seed}, xoff {view.summary.xoff}
            </p>
            {recorded.beside.set.length === 0 ? null : (
              <p>
                Overridden settings: <code>{recorded.beside.set.join(", ")}</code>
              </p>
            )}
            {recorded.missing.length === 0 ? null : (
              <ul class="missing">
                {recorded.missing.map((one) => (
                  <li key={one}>
                    {one.split("`").map((part, k) => (k % 2 === 0 ? part : <code key={k}>{part}</code>))}
                  </li>
                ))}
              </ul>
            )}
            {recorded.notRepeatable === undefined ? null : <p class="soft">{recorded.notRepeatable}</p>}
            {recorded.beside.set.length > 0 || recorded.notRepeatable !== undefined ? null : (
              <p>
                <button
                  type="button"
                  onClick={() => enter([{ name, text }], { title: name, about: view.summary.about })}
                >
                  Open the scenario
                </button>{" "}
                <span class="soft">to edit and run it here, with samples of every queue and rate</span>
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
