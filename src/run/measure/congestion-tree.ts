/**
 * The congestion tree of a PAUSE: the root where its chain began, and all PAUSEs that last because of the same congestion. Texts and
 * drawings use the same tree.
 */

/** PAUSEs of a run by row, in the order of their decisions. */
export interface TreePauses {
  readonly causedBy: ArrayLike<number>;
  /** In ns. */
  readonly start: ArrayLike<number>;
  /** The end of the PAUSE. NaN: it lasted at the end of the run. */
  readonly end: ArrayLike<number>;
  /** Identifies a congestion: the egress port and the class at the start of its chains. */
  readonly origin: (row: number) => string;
}

/** A PAUSE of the tree, and the PAUSEs that it caused. */
export interface Branch {
  readonly pause: number;
  /** True if the PAUSE that caused this one has ended, so this one is not below another. */
  readonly isOrphan: boolean;
  readonly causes: readonly Branch[];
}

/** The place where congestion began, and the PAUSEs that followed from it. */
export interface CongestionTree {
  /** The row of the first PAUSE of the chain. Its egress port is the root. */
  readonly root: number;
  /** PAUSEs of the root's switch, and orphans. */
  readonly branches: readonly Branch[];
}

/** The row of the first PAUSE of a chain. */
function firstCause(causedBy: ArrayLike<number>, pause: number): number {
  let row = pause;
  while (causedBy[row] >= 0) row = causedBy[row];
  return row;
}

/** PAUSEs that last at `time`, in ns, because of the same congestion as `pause`. `pause` itself is always included. */
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
