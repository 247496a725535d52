/** The current story, its current step, and the elements that the step highlights. */
import { signal } from "@preact/signals";
import type { Look, Story } from "../story/story.ts";

/** The current story. Undefined if none is open. */
export const currentStory = signal<Story | undefined>(undefined);
/** Index of the current step, from 0. */
export const place = signal(0);
/** The highlighted view, link and flow. Undefined if nothing is highlighted. */
export const spotlight = signal<Pick<Look, "view" | "link" | "flow"> | undefined>(undefined);

export function endStory(): void {
  currentStory.value = undefined;
  spotlight.value = undefined;
}
