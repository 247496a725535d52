import type { Bytes } from "./units.ts";

/** The size of part k in bytes, if `bytes` are divided into `parts` parts as evenly as whole bytes permit. */
export const partOf = (bytes: Bytes, parts: number, k: number): Bytes =>
  Math.floor(((k + 1) * bytes) / parts) - Math.floor((k * bytes) / parts);
