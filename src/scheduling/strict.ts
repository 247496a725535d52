/** Strict priority: the lowest ready class always goes first; class 0 is the most urgent. */
import { defineParams } from "../params.ts";
import type { SchedulingPolicy } from "./contract.ts";
import { lowest } from "./classes.ts";

export const about = "the lowest class number first, always";
export const params = defineParams({});

export function create(): SchedulingPolicy {
  return { next: (_port, ready) => lowest(ready) };
}
