/** Opens a figure's trials, a starter scenario, a file or a text for editing. */
import { signal } from "@preact/signals";
import { askLab } from "../lab/client.ts";
import type { FigureCard, TrialText } from "../lab/messages.ts";
import { openDrafts, type Draft, type Source } from "../state/drafts.ts";
import { isFolded, notice, page, side } from "../state/page.ts";
import type { OwnFile } from "../own/file.ts";
import { openFiles } from "../own/files.ts";
import { endStory } from "../state/story.ts";
import { clearRuns } from "../state/runs.ts";
import { showFirstView } from "../share/first-view.ts";
import type { Featured } from "./featured.ts";

export interface Starter {
  readonly name: string;
  readonly text: string;
}

export const starters = signal<readonly Starter[]>([]);
export const figures = signal<readonly FigureCard[]>([]);

/** Maximum size of a scenario file in bytes. Scenarios written by hand are much smaller. */
const MAX_BYTES = 2_000_000;

export async function loadGallery(): Promise<void> {
  if (starters.value.length === 0)
    starters.value = (await (await fetch(new URL("starters.json", document.baseURI))).json()) as Starter[];
  if (figures.value.length === 0) figures.value = await askLab<FigureCard[]>({ what: "figures" });
}

export const trialsOf = (id: string): Promise<TrialText[]> => askLab({ what: "trials", id });

/** Shows these scenarios for editing. `files` are policy files from a link, which run only after the user allows it. */
export function enter(drafts: readonly Draft[], source: Source, files: readonly OwnFile[] = []): void {
  clearRuns();
  showFirstView();
  openFiles(files, false);
  endStory();
  openDrafts(drafts, source);
  side.value = "scenario";
  isFolded.value = false;
  page.value = "lab";
}

export async function openFeatured({ id, title, trials, look, asks }: Featured): Promise<void> {
  const texts = new Map((await trialsOf(id)).map((one) => [one.label, one.text]));
  const drafts = trials.flatMap(([label, name]) => {
    const text = texts.get(label);
    return text === undefined ? [] : [{ name, text }];
  });
  enter(drafts, { title: `${id} · ${title}`, about: look, asks });
}

export async function openFile(file: File): Promise<void> {
  if (file.size > MAX_BYTES)
    notice.value = `${file.name}: expected a scenario of at most 2 MB, found ${file.size} bytes.`;
  else
    enter([{ name: file.name.replace(/\.(ya?ml|json)$/, ""), text: await file.text() }], {
      title: file.name,
      about: "",
    });
}

/** The text of a starter's `about` field. */
export const aboutOf = ({ text }: Starter): string => /^about: "(.*)"$/m.exec(text)?.[1] ?? "";
