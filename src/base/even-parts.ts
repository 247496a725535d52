import type { Bytes } from "./units.ts";

/** Bytes of part k of `bytes` cut in `parts`, as even as whole bytes are. */
export const partOf = (bytes: Bytes, parts: number, k: number): Bytes =>
  Math.floor(((k + 1) * bytes) / parts) - Math.floor((k * bytes) / parts);
