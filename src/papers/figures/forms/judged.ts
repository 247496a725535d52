/** Names the place that a judgement is about. */
import type { Judged } from "../verdicts.ts";

/** Adds the name of a place to the text of a judgement: "300 km: ...". */
export const at = (place: string, judged: Judged): Judged => ({ ...judged, ours: `${place}: ${judged.ours}` });
