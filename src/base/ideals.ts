/** The names of the ideals. A run under an ideal lacks one problem, such as PAUSEs. `scenario/ideals.ts` has the settings of each. */
export const idealNames = ["pauses", "paths", "rates"] as const;
export type IdealName = (typeof idealNames)[number];

export const aboutIdeals: Readonly<Record<IdealName, string>> = {
  pauses: "No port ever pauses: switches have 1 TiB of memory. The run fails if a PAUSE is sent all the same.",
  paths:
    "Each packet takes the shortest of all equal-cost queues at every switch, and receivers accept packets in any order.",
  rates: "Each sender has its max-min fair rate at once, as if it knew all flows.",
};

export const isIdeal = (value: unknown): value is IdealName => (idealNames as readonly unknown[]).includes(value);
