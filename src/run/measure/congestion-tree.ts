/**
 * The congestion tree of a PAUSE: where its chain began, and all PAUSEs that hold for the same congestion. Whoever names the root or draws the
 * tree takes both from here.
 */

/** PAUSEs of a run by row, in the order in which they were decided. */
export interface TreePauses {
  readonly causedBy: ArrayLike<number>;
  /** ns. */
  readonly start: ArrayLike<number>;
  /** When it was over; NaN: it held when the run ended. */
  readonly end: ArrayLike<number>;
  /** Identifies a congestion: the egress port and the class of the first PAUSEs of its chains. */
  readonly origin: (row: number) => string;
}

/** A PAUSE of the tree, and those that it made. */
export interface Branch {
  readonly pause: number;
  /** The PAUSE that made this one no longer holds, so it hangs from no other. */
  readonly isOrphan: boolean;
  readonly causes: readonly Branch[];
}

/** Where congestion began, and the PAUSEs that followed from it. */
export interface CongestionTree {
  /** Row of the first PAUSE of the chain: its egress port is the root. */
  readonly root: number;
  /** PAUSEs of the root's own switch, and orphans. */
  readonly branches: readonly Branch[];
}

/** Row of the first PAUSE of a chain. */
function firstCause(causedBy: ArrayLike<number>, pause: number): number {
  let row = pause;
  while (causedBy[row] >= 0) row = causedBy[row];
  return row;
}

/** PAUSEs that hold at `time`, ns, for the same congestion as `pause`, and that one in any case. */
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
