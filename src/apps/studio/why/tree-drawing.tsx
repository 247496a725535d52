/** Draws the congestion tree at the time of a PAUSE, with the root at the left and the paused ports to the right. */
import { useMemo } from "preact/hooks";
import type { RunView } from "../lab/messages.ts";
import type { DoneRun } from "../state/runs.ts";
import type { Branch } from "xoff";
import { treeAt } from "./congestion-tree.ts";

/** Maximum number of children drawn for each node. The selected PAUSE is drawn in addition if it is not among them. */
const MAX_BESIDE = 8;
const [STEP, LINE, LEFT] = [92, 22, 96];

interface Drawn {
  readonly words: string;
  readonly pause: number;
  readonly depth: number;
  readonly y: number;
  readonly from: number;
  /** True if the PAUSE that caused this one has ended. */
  readonly isOrphan: boolean;
}

interface Props {
  readonly run: DoneRun;
  readonly pause: number;
  readonly onPause: (pause: number) => void;
}

export function TreeDrawing({ run: { view }, pause, onPause }: Props) {
  const { drawn, height, width, root } = useMemo(() => laidOut(view, pause), [view, pause]);
  return (
    <figure class="tree">
      <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} role="group" aria-label="congestion tree">
        <text x={4} y={height / 2 + 4} class="root">
          {root}
        </text>
        {drawn.map(({ words, pause: row, depth, y, from, isOrphan }) => (
          <g key={`${row} ${words}`}>
            <path
              stroke-dasharray={isOrphan ? "4 3" : undefined}
              d={`M${LEFT + (depth - 1) * STEP - 6} ${from} C ${LEFT + depth * STEP - 60} ${from}, ${LEFT + depth * STEP - 60} ${y}, ${LEFT + depth * STEP - 34} ${y}`}
            />
            {row < 0 ? (
              <text x={LEFT + depth * STEP - 30} y={y + 4}>
                {words}
              </text>
            ) : (
              <text
                x={LEFT + depth * STEP - 30}
                y={y + 4}
                class={row === pause ? "asked" : "other"}
                role="button"
                tabIndex={0}
                onClick={() => onPause(row)}
                onKeyDown={({ key }) => {
                  if (key === "Enter") onPause(row);
                }}
              >
                ‖ {words}
              </text>
            )}
          </g>
        ))}
      </svg>
      <figcaption class="soft">
        Ports that the same congestion paused at that time; the selected one is bold. Dashed: the PAUSE that caused it
        has ended.
      </figcaption>
    </figure>
  );
}

function laidOut(view: RunView, pause: number): { drawn: Drawn[]; height: number; width: number; root: string } {
  const { pauses, fabric } = view;
  const { names, node, peer } = fabric;
  const { branches, rootName } = treeAt(view, pause, pauses.start[pause]);
  const drawn: Drawn[] = [];
  let line = 0;
  let deepest = 1;
  const has = (branch: Branch): boolean => branch.pause === pause || branch.causes.some(has);
  /** Places the branches and their children. Returns the y position of each branch. */
  const put = (some: readonly Branch[], depth: number): number[] => {
    deepest = Math.max(deepest, depth);
    const first = some.filter((one, k) => k < MAX_BESIDE || has(one));
    const places = first.map((branch) => {
      const inside: number[] = put(branch.causes, depth + 1);
      const y = inside.length === 0 ? LINE * (line++ + 0.5) : (inside[0] + inside[inside.length - 1]) / 2;
      drawn.push({
        words: names[node[peer[pauses.port[branch.pause]]]],
        pause: branch.pause,
        depth,
        y,
        from: 0,
        isOrphan: branch.isOrphan,
      });
      for (let k = drawn.length - 1, left = inside.length; left > 0; k--)
        if (drawn[k].depth === depth + 1) {
          drawn[k] = { ...drawn[k], from: y };
          left--;
        }
      return y;
    });
    const more = some.length - first.length;
    if (more > 0) {
      const y = LINE * (line++ + 0.5);
      drawn.push({ words: `and ${more} more`, pause: -1, depth, y, from: 0, isOrphan: false });
      places.push(y);
    }
    return places;
  };
  put(branches, 1);
  const height = Math.max(LINE, line * LINE);
  return {
    drawn: drawn.map((one) => (one.depth === 1 ? { ...one, from: height / 2 } : one)),
    height,
    width: LEFT + deepest * STEP + 60,
    root: rootName,
  };
}
