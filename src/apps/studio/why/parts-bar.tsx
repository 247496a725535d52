/** A flow's time as a bar with a segment for each part. */
import { partColour } from "../chart/colours.ts";
import { timeText } from "../format.ts";
import type { RunView } from "../lab/messages.ts";
import { isDark } from "../state/theme.ts";

/** Name and colour of a part. */
export function PartName({ name, k }: { readonly name: string; readonly k: number }) {
  return (
    <span class="part">
      <svg width="10" height="10" aria-hidden="true">
        <rect width="10" height="10" fill={partColour(k, isDark.value)} />
      </svg>
      {partWord(name)}
    </span>
  );
}

const NAMES: Readonly<Record<string, string>> = {
  ideal: "ideal time",
  detour: "longer path",
  opening: "handshake",
  window: "window-limited",
  rate: "rate-limited",
  nic_stopped: "paused at its NIC",
  nic: "waiting for its NIC",
  queued: "queued",
  stopped: "paused on its path",
  timeout: "retransmission timeout",
  again: "retransmission",
  disorder: "out of order",
  queue_stopped: "its queue paused",
  held: "held by a leaf",
};

const partWord = (name: string): string => NAMES[name] ?? name;

/** Whether a part is long enough to draw: more than 1/1000 of the flow's time. */
export const isSeen = (time: number, total: number): boolean => time > total / 1000;

interface Props {
  readonly view: RunView;
  readonly flow: number;
  /** True if a list below the bar has the names and times of the parts. */
  readonly isNamed?: boolean;
}

export function PartsBar({ view: { flows, partNames }, flow, isNamed = false }: Props) {
  const times = flows.parts.subarray(flow * partNames.length, (flow + 1) * partNames.length);
  const total = times.reduce((sum, time) => sum + time, 0);
  if (total <= 0) return null;
  const parts = partNames.map((name, k) => ({ name, k, time: times[k] })).filter(({ time }) => isSeen(time, total));
  let left = 0;
  const words = parts.map(({ name, time }) => `${partWord(name)} ${timeText(time)}`).join(", ");
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
              <title>{`${partWord(name)}: ${timeText(time)}`}</title>
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
