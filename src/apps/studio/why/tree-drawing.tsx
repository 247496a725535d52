/** Draws the congestion tree at the time of a PAUSE. */
import { useMemo } from "preact/hooks";
import type { DoneRun } from "../state/runs.ts";
import { treeLayout, type Drawn } from "./tree-layout.ts";

interface Props {
  readonly run: DoneRun;
  readonly pause: number;
  readonly onPause: (pause: number) => void;
}

export function TreeDrawing({ run: { view }, pause, onPause }: Props) {
  const { root, rootAt, drawn, orphansY, width, height } = useMemo(() => treeLayout(view, pause), [view, pause]);
  return (
    <figure class="tree" data-testid="tree">
      <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} role="group" aria-label="congestion tree">
        <text x={rootAt.x} y={rootAt.y + 4} class="root">
          {root}
        </text>
        {orphansY === undefined ? null : (
          <text x={rootAt.x} y={orphansY + 4} class="ended">
            Cause has ended:
          </text>
        )}
        {drawn.map((one) => (
          <g key={`${one.pause} ${one.words}`}>
            {one.from === undefined ? null : <path d={edge(one.from, one)} />}
            <Name one={one} isAsked={one.pause === pause} onPause={onPause} />
          </g>
        ))}
      </svg>
      <figcaption class="soft">
        Ports that were paused at that time because of the same congestion. The selected one is bold.
        {orphansY === undefined
          ? ""
          : " Below: ports that are still paused although the cause of their PAUSE has ended."}
      </figcaption>
    </figure>
  );
}

/** An edge from a cause to a PAUSE that it caused. It leads from below the first letter of the cause down to the line of the PAUSE. */
const edge = (from: { readonly x: number; readonly y: number }, { x, y }: Drawn): string =>
  `M${from.x + 5} ${from.y + 8} L ${from.x + 5} ${y} L ${x - 4} ${y}`;

interface NameProps {
  readonly one: Drawn;
  readonly isAsked: boolean;
  readonly onPause: (pause: number) => void;
}

function Name({ one: { words, pause, x, y }, isAsked, onPause }: NameProps) {
  if (pause < 0)
    return (
      <text x={x} y={y + 4}>
        {words}
      </text>
    );
  return (
    <text
      x={x}
      y={y + 4}
      class={isAsked ? "asked" : "other"}
      role="button"
      tabIndex={0}
      onClick={() => onPause(pause)}
      onKeyDown={({ key }) => {
        if (key === "Enter") onPause(pause);
      }}
    >
      ‖ {words}
    </text>
  );
}
