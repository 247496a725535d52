/** Sets of classes as bit masks. */

/** Lowest class of a mask that is not empty. */
export function lowest(mask: number): number {
  return 31 - Math.clz32(mask & -mask);
}

export function maskOf(classes: readonly number[]): number {
  return classes.reduce((mask, cls) => mask | (1 << cls), 0);
}
