/** Judgements that name the place they are about. */
import type { Judged } from "../verdicts.ts";

/** The judgement, whose text begins with the name of its place: "300 km: ...". */
export const at = (place: string, judged: Judged): Judged => ({ ...judged, ours: `${place}: ${judged.ours}` });
