/** The story that is being told, how far it is, and what it points at. */
import { signal } from "@preact/signals";
import type { Look, Story } from "../story/story.ts";

/** Undefined: none. */
export const told = signal<Story | undefined>(undefined);
/** Of its steps, counted from 0. */
export const place = signal(0);
/** What stands out in the views; undefined: nothing. */
export const spotlight = signal<Pick<Look, "view" | "link" | "flow"> | undefined>(undefined);

export function endStory(): void {
  told.value = undefined;
  spotlight.value = undefined;
}
