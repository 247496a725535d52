/** A step of a story in the fragment of a link: `#story=victim/3`, steps counted from 1. */
import { stories } from "./stories.ts";
import type { Story } from "./story.ts";

export const addressOf = ({ id }: Story, place: number): string => `#story=${id}/${place + 1}`;

/** Undefined: the fragment names no story. A step that there is not is the first. */
export function storyIn(fragment: string): { readonly story: Story; readonly place: number } | undefined {
  const [, id, step = "1"] = /^#story=([\w-]+)(?:\/(\d+))?$/.exec(fragment) ?? [];
  const story = stories.find((one) => one.id === id);
  if (story === undefined) return undefined;
  const place = Number(step) - 1;
  return { story, place: place >= 0 && place < STEPS ? place : 0 };
}

/** Each story has so many. */
export const STEPS = 10;
