/** All stories of the gallery. */
import { headroom } from "./headroom.ts";
import { longLink } from "./long-link.ts";
import type { Story } from "./story.ts";
import { victim } from "./victim.ts";

export const stories: readonly Story[] = [victim, headroom, longLink];
