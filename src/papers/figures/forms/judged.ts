/** Judgements whose text names a place. */
import type { Judged } from "../verdicts.ts";

/** The same judgement, whose text begins with the name of its place: "300 km: ...". */
export const at = (place: string, judged: Judged): Judged => ({ ...judged, ours: `${place}: ${judged.ours}` });
