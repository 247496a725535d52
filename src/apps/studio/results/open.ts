/** Reads the results folder that `xoff studio <folder>` serves, and opens its runs side by side. */
import { signal } from "@preact/signals";
import type { ServedFolder } from "../../../report/served.ts";
import { startQuestion } from "../lab/client.ts";
import type { Recorded } from "../lab/messages.ts";
import { MAX_DRAFTS } from "../state/limits.ts";
import { notice, page, side } from "../state/page.ts";
import { showDone, type DoneRun } from "../state/runs.ts";
import { showFirstView } from "../share/first-view.ts";
import { close } from "../why/question.ts";

export const folder = signal<ServedFolder | undefined>(undefined);
/** True while runs are being loaded. */
export const isReading = signal(false);

/**
 * True if the fragment of the page's address begins with `#results`. `xoff studio <folder>` opens the page with this
 * fragment.
 */
export const isResults = (fragment: string): boolean => /^#results(&|$)/.test(fragment);

/** The recorded runs that are open. */
export const openedRuns = signal<readonly Wanted[]>([]);

/** The fragment that names the open runs. `viewText` appends what the page shows of them. */
export const runsFragment = (wanted: readonly Wanted[]): string =>
  `#results&runs=${encodeURIComponent(JSON.stringify(wanted.map(({ path, name }) => [path, name])))}`;

/** The runs that an address names. Empty if it names none, or if it is invalid. */
export function runsIn(fragment: string): Wanted[] {
  const text = new URLSearchParams(fragment.slice(1)).get("runs");
  try {
    const runs = JSON.parse(text ?? "[]") as unknown;
    if (!Array.isArray(runs) || runs.length > MAX_DRAFTS) return [];
    return runs.flatMap((one: unknown) =>
      Array.isArray(one) && typeof one[0] === "string" && typeof one[1] === "string"
        ? [{ path: one[0], name: one[1] }]
        : [],
    );
  } catch {
    return [];
  }
}

const at = (): URL => new URL("results/", document.baseURI);

/** Address of the picture of a figure's plot number `k`, counted from 0. */
export const plotAddress = (path: string, k: number, isDark: boolean): string =>
  new URL(`plot.svg?${new URLSearchParams({ of: path, k: String(k), dark: String(isDark) })}`, at()).href;

/**
 * Reads the results folder and opens the runs that the address names. If the address names none and the folder has a
 * single run, this run is opened.
 */
export async function openFolder(wanted: readonly Wanted[] = []): Promise<void> {
  try {
    const response = await fetch(new URL("index.json", at()));
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    folder.value = (await response.json()) as ServedFolder;
    page.value = "folder";
    if (wanted.length > 0) {
      await openRuns(wanted);
      return;
    }
    const { runs, comparisons, figures } = folder.value;
    if (runs.length === 1 && comparisons.length + figures.length === 0) await openRuns([nameOf(runs[0])]);
  } catch (error) {
    page.value = "gallery";
    notice.value = `The results cannot be shown: ${words(error)}. Check that xoff studio still runs with this folder.`;
  }
}

/** A run to open: the path of its folder, and the name above its column of the comparison. */
export interface Wanted {
  readonly path: string;
  readonly name: string;
}

/**
 * Names the column of a run after the run's folder. If the run is the served folder itself, its column has the
 * scenario's name.
 */
export const nameOf = ({ path, name }: { readonly path: string; readonly name: string }): Wanted => ({
  path,
  name: path === "" ? name : path.replace(/^.*\//, ""),
});

/** Opens recorded runs side by side. */
export async function openRuns(wanted: readonly Wanted[]): Promise<void> {
  if (isReading.value) return;
  isReading.value = true;
  try {
    const read = wanted.map(({ path }) => startQuestion<Recorded>({ what: "recorded", at: at().href, path }).answer);
    const some = (await Promise.all(read)).map((recorded, k): DoneRun => {
      const { view, text } = recorded;
      // If two folders have the same name, their columns show the paths instead.
      const isTwice = wanted.filter(({ name }) => name === wanted[k].name).length > 1;
      return {
        name: isTwice ? wanted[k].path : wanted[k].name,
        text,
        progress: 1,
        packetHops: 0,
        untilNs: 0,
        view,
        recorded,
      };
    });
    close();
    showFirstView();
    openedRuns.value = wanted;
    showDone(some);
    side.value = "results";
    page.value = "recorded";
  } catch (error) {
    notice.value = words(error);
  } finally {
    isReading.value = false;
  }
}

const words = (error: unknown): string => (error instanceof Error ? error.message : String(error));
