/** Adds the condition to a judgement that holds for one of several conditions, such as one distance. */
import type { Judged } from "../verdicts.ts";

/** Adds the name of a condition to the text of a judgement: "300 km: ...". */
export const at = (place: string, judged: Judged): Judged => ({ ...judged, ours: `${place}: ${judged.ours}` });
