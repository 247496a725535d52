/** The start page: stories, figures and scenarios to open. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { FigureCard, TrialText } from "../lab/messages.ts";
import { showRunsOf } from "../share/history.ts";
import { drafts, source } from "../state/drafts.ts";
import { MAX_DRAFTS } from "../state/limits.ts";
import { page } from "../state/page.ts";
import { loadSessions, sessions, type StoredSession } from "../state/sessions.ts";
import { addressOf } from "../story/address.ts";
import { stories } from "../story/stories.ts";
import { featured, titles } from "./featured.ts";
import { aboutOf, enter, figures, loadGallery, openFeatured, openFile, starters, trialsOf } from "./open.ts";

export function Gallery() {
  useEffect(() => {
    void loadGallery();
    void loadSessions();
  }, []);
  return (
    <main class="gallery">
      <header class="welcome">
        <h1>See pauses spread, and ask why</h1>
        <p>
          This page simulates lossless Ethernet packet by packet. Open a scenario and run it under one or several
          policies. Move through its time, and click a paused link to see the cause.
        </p>
        <OpenOwn />
      </header>
      <LastRuns />
      <section aria-labelledby="stories">
        <h2 id="stories">Stories, step by step</h2>
        <ul class="cards">
          {stories.map((one) => (
            <li key={one.id}>
              <a class="card" href={addressOf(one, 0)} data-testid={`story ${one.id}`}>
                <span class="kind">{one.figure}</span>
                <b>{one.title}</b>
                <span>{one.about}</span>
                <span class="soft">ten steps, columns {one.trials.map(([, name]) => name).join(" | ")}</span>
              </a>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="featured">
        <h2 id="featured">Start here</h2>
        <ul class="cards">
          {featured.map((one) => (
            <li key={one.id}>
              <button type="button" class="card" onClick={() => void openFeatured(one)} data-testid={one.id}>
                <span class="kind">{one.id}</span>
                <b>{one.title}</b>
                <span>{one.look}</span>
                <span class="soft">columns {one.trials.map(([, name]) => name).join(" | ")}</span>
              </button>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="starters">
        <h2 id="starters">Starters</h2>
        <ul class="cards small">
          {starters.value.map((one) => (
            <li key={one.name}>
              <button type="button" class="card" onClick={() => enter([one], { title: one.name, about: aboutOf(one) })}>
                <b>{one.name}</b>
                <span>{aboutOf(one)}</span>
              </button>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="figures">
        <h2 id="figures">Figures of the papers, at quick scale</h2>
        <p class="soft">A figure opens with its trials. Up to {MAX_DRAFTS} of them run side by side.</p>
        {papersOf(figures.value).map(([paper, some]) => (
          <details class="paper" key={paper}>
            <summary>
              {titles[paper] ?? paper}{" "}
              <span class="soft">
                {some.length} {some.length === 1 ? "figure" : "figures"}
              </span>
            </summary>
            <ul class="figures">
              {some.map((one) => (
                <FigureRow key={one.id} figure={one} />
              ))}
            </ul>
          </details>
        ))}
      </section>
    </main>
  );
}

/** Links to the scenarios that are still open, and to the runs that the browser keeps. */
function LastRuns() {
  const isOpen = drafts.value.length > 0;
  if (sessions.value.length === 0 && !isOpen) return null;
  return (
    <section aria-labelledby="last">
      <h2 id="last">Your last runs</h2>
      <ul class="last" data-testid="last runs">
        {isOpen ? (
          <li>
            <button type="button" class="link" onClick={() => void (page.value = "lab")}>
              Continue with {source.value.title}
            </button>
          </li>
        ) : null}
        {sessions.value.map((one) => (
          <li key={one.id}>
            <button type="button" class="link" onClick={() => void openSession(one)}>
              {one.source.title}
            </button>{" "}
            <span class="soft">
              {one.drafts.some(({ name }) => name !== one.source.title)
                ? `${one.drafts.map(({ name }) => name).join(" | ")}, `
                : ""}
              {new Date(one.at).toLocaleString()}
              {one.hasRuns ? "" : "; results were not kept, run it again"}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Opens kept runs. The user's policies in them run again only with the user's consent, as for a shared link. */
async function openSession({ id, source: from, drafts: some, files }: StoredSession): Promise<void> {
  enter(some, from, files);
  await showRunsOf(id);
}

function papersOf(all: readonly FigureCard[]): [string, FigureCard[]][] {
  const papers = new Map<string, FigureCard[]>();
  for (const one of all) {
    const [paper] = one.id.split("/");
    papers.set(paper, [...(papers.get(paper) ?? []), one]);
  }
  return [...papers];
}

function FigureRow({ figure }: { readonly figure: FigureCard }) {
  const trials = useSignal<readonly TrialText[]>([]);
  const picked = useSignal<ReadonlySet<number>>(new Set());
  const open = (): void => {
    const some = trials.value.filter((_, k) => picked.value.has(k)).map(({ label, text }) => ({ name: label, text }));
    enter(some, { title: `${figure.id} · ${figure.title}`, about: figure.asks });
  };
  const pick = (k: number, isPicked: boolean): void => {
    const changed = new Set(picked.value);
    if (isPicked) changed.add(k);
    else changed.delete(k);
    picked.value = changed;
  };
  return (
    <li>
      <details
        onToggle={({ currentTarget }) => {
          if (currentTarget.open && trials.value.length === 0)
            void trialsOf(figure.id).then((some) => {
              trials.value = some;
              picked.value = new Set([0, 1].filter((k) => k < some.length));
            });
        }}
      >
        <summary>
          <span class="kind">{figure.id}</span> {figure.title}
        </summary>
        <p>{figure.asks}</p>
        <fieldset>
          <legend>Trials</legend>
          {trials.value.map(({ label }, k) => {
            const isPicked = picked.value.has(k);
            const isFull = picked.value.size >= MAX_DRAFTS && !isPicked;
            return (
              <label key={label}>
                <input
                  type="checkbox"
                  checked={isPicked}
                  disabled={isFull}
                  onChange={({ currentTarget }) => pick(k, currentTarget.checked)}
                />{" "}
                {label}
              </label>
            );
          })}
        </fieldset>
        <button type="button" class="main" disabled={picked.value.size === 0} onClick={open}>
          Open {picked.value.size === 1 ? "this trial" : `these ${picked.value.size} trials`}
        </button>
      </details>
    </li>
  );
}

function OpenOwn() {
  const dialog = useRef<HTMLDialogElement>(null);
  const text = useSignal("");
  return (
    <p class="own">
      <label class="file main">
        Open a file
        <input
          type="file"
          accept=".yaml,.yml,.json"
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            if (file !== undefined) void openFile(file);
          }}
        />
      </label>
      <button type="button" onClick={() => dialog.current?.showModal()}>
        Paste a text
      </button>
      <dialog ref={dialog} aria-label="paste a scenario">
        <label>
          A scenario, as YAML or JSON
          <textarea
            rows={16}
            value={text.value}
            onInput={({ currentTarget }) => void (text.value = currentTarget.value)}
          />
        </label>
        <p>
          <button
            type="button"
            class="main"
            disabled={text.value.trim() === ""}
            onClick={() => {
              dialog.current?.close();
              enter([{ name: "pasted", text: text.value }], { title: "pasted", about: "" });
            }}
          >
            Open it
          </button>{" "}
          <button type="button" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
        </p>
      </dialog>
    </p>
  );
}
