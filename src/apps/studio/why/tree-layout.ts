/**
 * Places the congestion tree of a PAUSE for its drawing: each paused port has a line of its own, below its cause and
 * indented. So even a tree of many levels is narrower than the pane of explanations.
 */
import type { Branch } from "xoff";
import type { RunView } from "../lab/messages.ts";
import { treeAt } from "./congestion-tree.ts";

/** Maximum number of children drawn for each node. A branch that contains the selected PAUSE is always drawn. */
const MAX_BESIDE = 8;
/** Height of a line and indent of a level, in px. */
const [LINE, INDENT] = [20, 18];
/** Estimated width of a bold letter, in px. */
const LETTER = 7.8;
/** Horizontal start of the root, in px. */
const LEFT = 4;
/** Estimated width of the pause symbol (‖ and a space) in front of a paused port's name, in px. */
const BARS = 14;

interface Place {
  readonly x: number;
  readonly y: number;
}

export interface Drawn extends Place {
  readonly words: string;
  /** Index of the PAUSE in the run's list of PAUSEs. -1 for the words "and 3 more", which count the hidden PAUSEs. */
  readonly pause: number;
  /**
   * Place of the cause of this PAUSE, from which an edge leads here. Undefined if the cause has ended, because the tree
   * does not show an ended cause. It is also undefined for the words "and 3 more".
   */
  readonly from: Place | undefined;
}

export interface TreeLayout {
  /** Name of the port where the congestion began. */
  readonly root: string;
  readonly rootAt: Place;
  /** The PAUSEs of the tree. PAUSEs whose cause has ended come last. */
  readonly drawn: readonly Drawn[];
  /** Vertical position of the heading above the PAUSEs whose cause has ended, px. Undefined if there are no such PAUSEs. */
  readonly orphansY: number | undefined;
  readonly width: number;
  readonly height: number;
}

export function treeLayout(view: RunView, pause: number): TreeLayout {
  const { pauses, fabric } = view;
  const { names, node, peer } = fabric;
  const { branches, rootName: root } = treeAt(view, pause, pauses.start[pause]);
  const drawn: Drawn[] = [];
  let line = 0;
  const nextY = (): number => LINE * (line++ + 0.5);
  const has = (branch: Branch): boolean => branch.pause === pause || branch.causes.some(has);

  /** Places branches of the tree and their children, from the next line downwards. */
  const put = (some: readonly Branch[], x: number, from: Place | undefined): void => {
    const shown = some.filter((one, k) => k < MAX_BESIDE || has(one));
    for (const branch of shown) {
      const at = { x, y: nextY() };
      drawn.push({ ...at, words: names[node[peer[pauses.port[branch.pause]]]], pause: branch.pause, from });
      put(branch.causes, x + INDENT, at);
    }
    const more = some.length - shown.length;
    if (more > 0) drawn.push({ x, y: nextY(), words: `and ${more} more`, pause: -1, from: undefined });
  };

  const rootAt = { x: LEFT, y: nextY() };
  put(branches.filter(({ isOrphan }) => !isOrphan), LEFT + INDENT, rootAt); // prettier-ignore
  const orphans = branches.filter(({ isOrphan }) => isOrphan);
  let orphansY: number | undefined;
  if (orphans.length > 0) {
    orphansY = nextY();
    put(orphans, LEFT + INDENT, undefined);
  }
  const right = drawn.reduce(
    (most, { x, words }) => Math.max(most, x + BARS + words.length * LETTER),
    LEFT + root.length * LETTER,
  );
  return { root, rootAt, drawn, orphansY, width: right, height: LINE * line };
}
