/** The results while the runs are in progress: the fabric, and how far each run is. */
import { useEffect, useRef, useState } from "preact/hooks";
import { Preview } from "../fabric/preview.tsx";
import { countText, timeText } from "../format.ts";
import { checked } from "../state/drafts.ts";
import type { Run } from "../state/runs.ts";
import { StopButton } from "./stop-button.tsx";

export function Running({ runs }: { readonly runs: readonly Run[] }) {
  const { fabric, cycles = [] } = checked.value ?? {};
  return (
    <section class="running" aria-label="runs in progress">
      <ul>
        {runs.map((run) => (
          <li key={run.name}>
            <b>{run.name}</b> <Progress run={run} />
          </li>
        ))}
      </ul>
      <p>
        <StopButton /> <span class="soft">keeps the results up to then.</span>
      </p>
      {fabric === undefined ? null : <Preview fabric={fabric} cycles={cycles} />}
    </section>
  );
}

function Progress({ run: { name, view, error, progress, untilNs, packetHops } }: { readonly run: Run }) {
  const pace = usePace(progress, packetHops);
  if (error !== undefined) return <span class="error">{error}</span>;
  if (view !== undefined) return <span class="soft">done</span>;
  return (
    <>
      <progress value={progress} max={1} aria-label={`${name} runs`} />
      <span class="soft">
        {untilNs === 0
          ? "It begins."
          : `${timeText(progress * untilNs)} of ${timeText(untilNs)}, ${Math.floor(progress * 100)}%; ${countText(packetHops)} packet-hops simulated`}
        {pace === undefined ? "" : `, ${pace.rate} million/s, about ${pace.left} left`}
      </span>
    </>
  );
}

/** Seconds of a run before its pace says anything. */
const LEAST_SECONDS = 1;

/** Rate of simulation in million packet-hops for each second, and the time left, from the start of the run until now. */
function usePace(progress: number, hops: number): { readonly rate: string; readonly left: string } | undefined {
  const started = useRef<number | undefined>(undefined);
  const [now, setNow] = useState(0);
  useEffect(() => {
    const time = performance.now();
    started.current ??= time;
    setNow(time);
  }, [progress]);
  const seconds = (now - (started.current ?? now)) / 1000;
  if (seconds < LEAST_SECONDS || progress <= 0 || progress >= 1) return undefined;
  const left = (seconds / progress) * (1 - progress);
  return {
    rate: (hops / seconds / 1e6).toPrecision(2),
    left: left > 90 ? `${Math.round(left / 60)} min` : `${Math.ceil(left)} s`,
  };
}
