import { signal } from "@preact/signals";

/** The two runs of the difference view, by their places on the page. */
export const compared = signal<readonly [from: number, to: number]>([0, 1]);
