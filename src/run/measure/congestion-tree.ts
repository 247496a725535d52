/**
 * The congestion tree of a PAUSE: all PAUSEs in effect because of the same congestion. Its root is the port where the
 * chain of PAUSEs began. Texts and drawings use the same tree.
 */

/**
 * The PAUSEs of a run, as columns of a table with one row for each PAUSE. Rows are in the order in which switches
 * decided the PAUSEs.
 */
export interface TreePauses {
  readonly causedBy: ArrayLike<number>;
  /** In ns. */
  readonly start: ArrayLike<number>;
  /** The end of the PAUSE in ns. NaN: it had not ended at the end of the run. */
  readonly end: ArrayLike<number>;
  /**
   * Returns a text that identifies the congestion with which a chain of PAUSEs began: the egress port and class of
   * the congested queue. `row` is the first PAUSE of the chain.
   */
  readonly origin: (row: number) => string;
}

/** A PAUSE of the tree, with the PAUSEs that it caused. */
export interface Branch {
  readonly pause: number;
  /** True if the PAUSE that caused this one has already ended, so this PAUSE has no parent in the tree. */
  readonly isOrphan: boolean;
  readonly causes: readonly Branch[];
}

/** The congestion's root, and the PAUSEs that followed from it. */
export interface CongestionTree {
  /** The row of the PAUSE with which the chain of PAUSEs began. The egress port of this PAUSE is where the congestion began. */
  readonly root: number;
  /**
   * The PAUSEs at the top of the tree. Each was sent by the root's switch, or the PAUSE that caused it has already ended
   * and is no longer in the tree.
   */
  readonly branches: readonly Branch[];
}

/** Returns the row of the first PAUSE in the chain of causes that leads to row `pause`. */
function firstCause(causedBy: ArrayLike<number>, pause: number): number {
  let row = pause;
  while (causedBy[row] >= 0) row = causedBy[row];
  return row;
}

/**
 * The tree of all PAUSEs that are in effect at `time` (ns) because of the same congestion as `pause`. `pause` itself is
 * always included.
 */
export function congestionTree(
  { causedBy, start, end, origin }: TreePauses,
  pause: number,
  time: number,
): CongestionTree {
  const root = firstCause(causedBy, pause);
  const wanted = origin(root);
  const present = new Set<number>();
  for (let row = 0; row < causedBy.length; row++) {
    const holds = start[row] <= time && !(end[row] <= time);
    if ((holds || row === pause) && origin(firstCause(causedBy, row)) === wanted) present.add(row);
  }
  const made = new Map<number, number[]>();
  for (const row of present) {
    const cause = causedBy[row];
    if (present.has(cause)) made.set(cause, [...(made.get(cause) ?? []), row]);
  }
  const branch = (row: number): Branch => ({
    pause: row,
    isOrphan: causedBy[row] >= 0 && !present.has(causedBy[row]),
    causes: (made.get(row) ?? []).map(branch),
  });
  return { root, branches: [...present].filter((row) => !present.has(causedBy[row])).map(branch) };
}
