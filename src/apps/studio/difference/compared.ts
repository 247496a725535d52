import { signal } from "@preact/signals";

/** The columns of the two runs in the difference view, counted from 0. */
export const compared = signal<readonly [from: number, to: number]>([0, 1]);
