/**
 * The visible page: `lab` shows scenarios and their runs, `folder` lists a results folder, and `recorded` shows runs
 * from that folder.
 */
import { signal } from "@preact/signals";

export const page = signal<"gallery" | "lab" | "folder" | "recorded">("gallery");
/** On a narrow page, which side is visible: the scenario or its results. */
export const side = signal<"scenario" | "results">("scenario");
/** On a wide page, true if the scenario is folded to a rail, so that the results have the page's width. */
export const isFolded = signal(false);
/**
 * On a narrow page, true if more rows of the results table stay visible while the page scrolls: PAUSEs, slowdown and time paused. The first
 * row always stays visible.
 */
export const isAnswerOpen = signal(false);
/** The open tab below the fabric. */
export const tab = signal<Tab>("ports");
/** A message that is shown to the user once. Empty if there is none. */
export const notice = signal("");

export const TABS = ["ports", "flows", "distributions", "events", "difference"] as const;
export type Tab = (typeof TABS)[number];
