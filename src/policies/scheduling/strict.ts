/**
 * Strict priority: the lowest class number first. The classes in `view.strict`, such as the control class,
 * precede all other classes even if their numbers are higher. A busy class can starve all classes after it.
 */
import { defineParams } from "../../base/params.ts";
import type { SchedulingPolicy, SchedulingView } from "../../contracts/scheduling.ts";
import { lowest, maskOf } from "./classes.ts";

export const about = "always the lowest class number first";

export const steady = true;
export const isByClass = true;
export const params = defineParams({});

export function create(_p: object, view: SchedulingView): SchedulingPolicy {
  const strict = maskOf(view.strict);
  return { next: (_port, ready) => lowest((ready & strict) !== 0 ? ready & strict : ready) };
}
