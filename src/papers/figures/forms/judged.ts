/** Names the condition of a judgement, such as a distance, for claims with several conditions. */
import type { Judged } from "../verdicts.ts";

/** Adds the name of a condition to the text of a judgement: "300 km: ...". */
export const at = (place: string, judged: Judged): Judged => ({ ...judged, ours: `${place}: ${judged.ours}` });
