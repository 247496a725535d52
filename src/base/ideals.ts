/**
 * The names of the ideals. An ideal is a variant of a scenario without one kind of problem: PAUSEs, badly chosen paths,
 * or wrong sending rates. `scenario/ideals.ts` has the settings of each.
 */
export const idealNames = ["pauses", "paths", "rates"] as const;
export type IdealName = (typeof idealNames)[number];

export const aboutIdeals: Readonly<Record<IdealName, string>> = {
  pauses: "No port ever pauses: switches have 1 TiB of memory. The run fails if a PAUSE is sent all the same.",
  paths:
    "Each packet takes the shortest of all equal-cost queues at every switch, and receivers accept packets in any order.",
  rates: "Each sender has its max-min fair rate at once, as if it knew all flows.",
};

export const isIdeal = (value: unknown): value is IdealName => (idealNames as readonly unknown[]).includes(value);
