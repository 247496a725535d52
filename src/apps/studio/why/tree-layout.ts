/** Places the congestion tree of a PAUSE for its drawing: the root at the left, and the paused ports to the right. */
import type { Branch } from "xoff";
import type { RunView } from "../lab/messages.ts";
import { treeAt } from "./congestion-tree.ts";

/** Maximum number of children drawn for each node. A branch that contains the selected PAUSE is always drawn. */
const MAX_BESIDE = 8;
/** Line height, and estimated widths of a letter and of a bold letter, in px. */
const [LINE, LETTER, BOLD] = [22, 6.8, 7.8];
/** Space between two columns, for the curves. */
const GAP = 24;
/** Space of the bars in front of a paused port's name. */
const BARS = 14;

export interface Drawn {
  readonly words: string;
  /** Row of the PAUSE. -1 for the words "and 3 more". */
  readonly pause: number;
  readonly x: number;
  readonly y: number;
  /**
   * Start of the curve from the cause of this PAUSE to this PAUSE. Undefined if the cause has ended, because the tree
   * does not show an ended cause.
   */
  readonly from: { readonly x: number; readonly y: number } | undefined;
}

export interface TreeLayout {
  /** Name of the port where the congestion began. */
  readonly root: string;
  readonly rootY: number;
  /** The PAUSEs of the tree. PAUSEs whose cause has ended come last. */
  readonly drawn: readonly Drawn[];
  /** Baseline of the heading above the PAUSEs whose cause has ended. Undefined if there are none. */
  readonly orphansY: number | undefined;
  readonly width: number;
  readonly height: number;
}

export function treeLayout(view: RunView, pause: number): TreeLayout {
  const { pauses, fabric } = view;
  const { names, node, peer } = fabric;
  const { branches, rootName: root } = treeAt(view, pause, pauses.start[pause]);
  const starts = columnStarts(branches, root.length * BOLD + 8 + GAP, (row) => names[node[peer[pauses.port[row]]]]);
  const [left] = starts;
  const drawn: Drawn[] = [];
  let line = 0;
  const has = (branch: Branch): boolean => branch.pause === pause || branch.causes.some(has);

  /**
   * Places branches of the tree and their children, from a given line downwards. Returns the indices of the branches in
   * `drawn`.
   */
  const put = (some: readonly Branch[], depth: number): number[] => {
    const shown = some.filter((one, k) => k < MAX_BESIDE || has(one));
    const x = starts[depth];
    const places = shown.map((branch) => {
      const words = names[node[peer[pauses.port[branch.pause]]]];
      const inside = put(branch.causes, depth + 1);
      // A node is level with its first child. At the middle of many children it would be out of sight.
      const y = inside.length === 0 ? LINE * (line++ + 0.5) : drawn[inside[0]].y;
      const end = { x: x + BARS + words.length * LETTER + 4, y };
      for (const child of inside) drawn[child] = { ...drawn[child], from: end };
      return drawn.push({ words, pause: branch.pause, x, y, from: undefined }) - 1;
    });
    if (some.length > shown.length)
      places.push(
        drawn.push({ words: `and ${some.length - shown.length} more`, pause: -1, x, y: LINE * (line++ + 0.5), from: undefined }) - 1, // prettier-ignore
      );
    return places;
  };

  const first = put(branches.filter(({ isOrphan }) => !isOrphan), 0); // prettier-ignore
  const rootY = first.length === 0 ? LINE / 2 : drawn[first[0]].y;
  for (const one of first) drawn[one] = { ...drawn[one], from: { x: left - GAP + 2, y: rootY } };
  const orphans = branches.filter(({ isOrphan }) => isOrphan);
  let orphansY: number | undefined;
  if (orphans.length > 0) {
    line = Math.max(line, 1);
    orphansY = LINE * (line++ + 0.7);
    put(orphans, 0);
  }
  const right = drawn.reduce((most, { x, words }) => Math.max(most, x + BARS + words.length * LETTER), left);
  return { root, rootY, drawn, orphansY, width: right + 8, height: Math.max(1, line) * LINE };
}

/**
 * The horizontal start of each column. Each is as wide as its longest name. `first` is the start of the first column.
 */
function columnStarts(branches: readonly Branch[], first: number, nameOf: (pause: number) => string): number[] {
  const starts = [first];
  for (let some = branches; some.length > 0; some = some.flatMap(({ causes }) => causes)) {
    const longest = some.reduce((most, { pause }) => Math.max(most, nameOf(pause).length), 0);
    starts.push(starts[starts.length - 1] + BARS + longest * BOLD + GAP);
  }
  return starts;
}
