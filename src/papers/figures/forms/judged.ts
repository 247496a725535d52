/** Names the condition of a judgement in its text, such as "300 km", for claims that are judged under several conditions. */
import type { Judged } from "../verdicts.ts";

/** Adds the name of a condition to the text of a judgement: "300 km: ...". */
export const at = (place: string, judged: Judged): Judged => ({ ...judged, ours: `${place}: ${judged.ours}` });
