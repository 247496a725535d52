/** What the page shows: the gallery, the lab with scenarios and their runs, a folder of results, or runs out of it. */
import { signal } from "@preact/signals";

export const page = signal<"gallery" | "lab" | "folder" | "recorded">("gallery");
/** On a narrow page: the scenario, or what came of it. */
export const side = signal<"scenario" | "results">("scenario");
/** What somebody is to be told, once; "" nothing. */
export const notice = signal("");
