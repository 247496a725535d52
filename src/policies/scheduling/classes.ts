/** Functions for sets of classes, which are bit masks. */

/** The lowest class in a bit mask. The mask must not be empty. */
export function lowest(mask: number): number {
  return 31 - Math.clz32(mask & -mask);
}

export function maskOf(classes: readonly number[]): number {
  return classes.reduce((mask, cls) => mask | (1 << cls), 0);
}
