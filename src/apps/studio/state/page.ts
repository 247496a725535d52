/**
 * The visible page: `lab` shows scenarios and their runs, `folder` lists a results folder, and `recorded` shows runs
 * from that folder.
 */
import { signal } from "@preact/signals";

export const page = signal<"gallery" | "lab" | "folder" | "recorded">("gallery");
/** On a narrow page, which side is visible: the scenario or its results. */
export const side = signal<"scenario" | "results">("scenario");
/** A message that is shown to the user once. Empty if there is none. */
export const notice = signal("");
