/** The link to a step of a story, such as `#story=victim/3`. Steps count from 1. */
import { stories } from "./stories.ts";
import type { Story } from "./story.ts";

export const addressOf = ({ id }: Story, place: number): string => `#story=${id}/${place + 1}`;

/** The story and step that a fragment names. Undefined if it names no story. An invalid step means the first one. */
export function storyIn(fragment: string): { readonly story: Story; readonly place: number } | undefined {
  const [, id, step = "1"] = /^#story=([\w-]+)(?:\/(\d+))?$/.exec(fragment) ?? [];
  const story = stories.find((one) => one.id === id);
  if (story === undefined) return undefined;
  const place = Number(step) - 1;
  return { story, place: place >= 0 && place < STEPS ? place : 0 };
}

/** Number of steps of each story. */
export const STEPS = 10;
