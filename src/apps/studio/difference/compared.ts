import { signal } from "@preact/signals";

/** The two runs in the difference view, as indices in the page's list of completed runs. */
export const compared = signal<readonly [from: number, to: number]>([0, 1]);
