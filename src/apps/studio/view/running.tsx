/** The results while the runs are in progress: each fabric as it is now, and how far each run is. */
import { useEffect, useRef, useState } from "preact/hooks";
import { LiveFabric } from "../fabric/live-fabric.tsx";
import { bytesText, countText, timeText } from "../format.ts";
import { isStopping, type Run } from "../state/runs.ts";
import { StopButton } from "../widgets/stop-button.tsx";

export function Running({ runs }: { readonly runs: readonly Run[] }) {
  // The drawing shows a switch as full at the highest backlog so far. So the fills of different moments can be
  // compared, unless this maximum grows.
  const full = useRef(1);
  for (const { fabric, live } of runs)
    if (fabric !== undefined && live !== undefined) full.current = Math.max(full.current, fullest(fabric, live));
  return (
    <section class="running" aria-label="runs in progress">
      <p>
        <StopButton />{" "}
        <span class="soft">{isStopping.value ? "ends the runs without results." : "keeps the results up to now."}</span>
      </p>
      <div class="columns">
        {runs.map((run, k) => (
          <div key={run.name}>
            <p class="of">{run.name}</p>
            <Progress run={run} />
            {run.fabric === undefined || run.view !== undefined ? null : (
              <LiveFabric run={{ ...run, fabric: run.fabric }} fullQueue={full.current} hasTools={k === 0} />
            )}
          </div>
        ))}
      </div>
      <p class="soft key">
        A coloured half of a link with two bars: the port at this end is paused. A thicker line is a link with more
        traffic since the last report. The fill of a switch is its backlog
        {full.current > 1 ? `, up to ${bytesText(full.current)}` : ""}. The fill of a host is its share of the link
        rate.
      </p>
    </section>
  );
}

/** Highest number of bytes that are queued in one switch. */
function fullest({ base, isSwitch }: NonNullable<Run["fabric"]>, { queued }: NonNullable<Run["live"]>): number {
  let most = 0;
  isSwitch.forEach((is, node) => {
    if (is === 0) return;
    let sum = 0;
    for (let port = base[node]; port < base[node + 1]; port++) sum += queued[port];
    most = Math.max(most, sum);
  });
  return most;
}

function Progress({ run: { name, view, error, progress, untilNs, packetHops } }: { readonly run: Run }) {
  const pace = usePace(progress, packetHops);
  if (error !== undefined) return <p class="error">{error}</p>;
  if (view !== undefined) return <p class="soft">Done. The results follow when all runs have ended.</p>;
  return (
    <>
      <progress value={progress} max={1} aria-label={`${name} runs`} />
      <p class="soft" data-testid={`progress ${name}`}>
        {untilNs === 0
          ? "The run begins."
          : `${timeText(progress * untilNs)} of ${timeText(untilNs)} simulated, ${Math.floor(progress * 100)}%`}
        {untilNs === 0 ? "" : `; ${countText(packetHops)} packet-hops`}
        {pace === undefined ? "" : `, ${pace.rate} million/s; about ${pace.left} left`}
      </p>
    </>
  );
}

/**
 * The speed of a run and its remaining time are shown only after this time in seconds, because they are inaccurate
 * before.
 */
const LEAST_SECONDS = 1;

/**
 * The speed of the simulation in million packet-hops per second, and the remaining time. Both are computed from the
 * time since the start of the run.
 */
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
