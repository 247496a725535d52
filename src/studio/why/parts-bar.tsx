/** A flow's time as one bar, a piece for each part. */
import { lineColour } from "../chart/colours.ts";
import { timeText } from "../format.ts";
import type { RunView } from "../lab/talk.ts";
import { isDark } from "../state/theme.ts";

interface Props {
  readonly view: RunView;
  readonly flow: number;
  /** With the parts' names and times below. */
  readonly isNamed?: boolean;
}

export function PartsBar({ view: { flows, partNames }, flow, isNamed = false }: Props) {
  const times = flows.parts.subarray(flow * partNames.length, (flow + 1) * partNames.length);
  const total = times.reduce((sum, time) => sum + time, 0);
  if (total <= 0) return null;
  const parts = partNames
    .map((name, k) => ({ name: name.replaceAll("_", " "), time: times[k], colour: lineColour(k, isDark.value) }))
    .filter(({ time }) => time > total / 1000);
  let left = 0;
  const words = parts.map(({ name, time }) => `${name} ${timeText(time)}`).join(", ");
  return (
    <div class="parts">
      <svg viewBox="0 0 1000 14" preserveAspectRatio="none" role="img" aria-label={words}>
        {parts.map(({ name, time, colour }) => {
          const x = (left / total) * 1000;
          left += time;
          return (
            <rect key={name} x={x} y={0} width={(time / total) * 1000} height={14} fill={colour}>
              <title>{`${name}: ${timeText(time)}`}</title>
            </rect>
          );
        })}
      </svg>
      {isNamed ? (
        <ul class="legend">
          {parts.map(({ name, time, colour }) => (
            <li key={name}>
              <svg width="10" height="10" aria-hidden="true">
                <rect width="10" height="10" fill={colour} />
              </svg>
              {name} <b>{timeText(time)}</b>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
