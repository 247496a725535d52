/** A flow's time as a bar with a segment for each part. */
import { partColour } from "../chart/colours.ts";
import { timeText } from "../format.ts";
import type { RunView } from "../lab/messages.ts";
import { isDark } from "../state/theme.ts";

/** Name and colour of a part of a flow's time. */
export function PartName({ name, k }: { readonly name: string; readonly k: number }) {
  return (
    <span class="part">
      <svg width="10" height="10" aria-hidden="true">
        <rect width="10" height="10" fill={partColour(k, isDark.value)} />
      </svg>
      {name}
    </span>
  );
}

/** Whether a part is long enough to draw: more than 1/1000 of the flow's time. */
export const isSeen = (time: number, total: number): boolean => time > total / 1000;

interface Props {
  readonly view: RunView;
  readonly flow: number;
  /** True if a list below the bar has the names and times of the parts. */
  readonly isNamed?: boolean;
}

export function PartsBar({ view: { flows, partTexts }, flow, isNamed = false }: Props) {
  const times = flows.parts.subarray(flow * partTexts.length, (flow + 1) * partTexts.length);
  const total = times.reduce((sum, time) => sum + time, 0);
  if (total <= 0) return null;
  const parts = partTexts.map((name, k) => ({ name, k, time: times[k] })).filter(({ time }) => isSeen(time, total));
  let left = 0;
  const words = parts.map(({ name, time }) => `${name} ${timeText(time)}`).join(", ");
  return (
    <div class="parts">
      <svg viewBox="0 0 1000 14" preserveAspectRatio="none" role="img" aria-label={words}>
        {parts.map(({ name, k, time }) => {
          const x = (left / total) * 1000;
          left += time;
          return (
            <rect
              key={name}
              x={x}
              y={0}
              width={Math.max(1, (time / total) * 1000 - 2)}
              height={14}
              fill={partColour(k, isDark.value)}
            >
              <title>{`${name}: ${timeText(time)}`}</title>
            </rect>
          );
        })}
      </svg>
      {isNamed ? (
        <ul class="legend">
          {parts.map(({ name, k, time }) => (
            <li key={name}>
              <PartName name={name} k={k} /> <b>{timeText(time)}</b>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
