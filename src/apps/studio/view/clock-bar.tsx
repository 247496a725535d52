/** The controls of the clock that all views share. The user plays the run, moves in time and sets the speed. */
import { timeText } from "../format.ts";
import {
  isZoomed,
  moveTo,
  now,
  pause,
  play,
  playing,
  read,
  shown,
  speed,
  SPEEDS,
  zoomBy,
  zoomOut,
} from "../state/clock.ts";
import { done } from "../state/runs.ts";
import { Minimap } from "./minimap.tsx";

/** Number of steps of the slider. */
const SCRUB = 1000;

/**
 * The times that the step buttons select: starts and ends of PAUSEs. If no run has a PAUSE, starts and ends of flows.
 */
function moments(): (readonly Float64Array[])[] {
  const views = done.value.map(({ view }) => view);
  if (views.some(({ pauses }) => pauses.start.length > 0)) return views.map(({ pauses }) => [pauses.start, pauses.end]);
  return views.map(({ flows }) => [flows.start, flows.start.map((start, flow) => start + flows.fct[flow])]);
}

export function stepEvent(before: boolean): void {
  let found: number | undefined;
  for (const moment of moments()
    .flat()
    .flatMap((some) => [...some])) {
    if (before ? moment < now.value && moment > (found ?? -1) : moment > now.value && moment < (found ?? Infinity))
      found = moment;
  }
  pause();
  if (found !== undefined) moveTo(found);
}

/** Moves the clock by the time that is played in a tenth of a second. */
function stepTime(before: boolean): void {
  pause();
  moveTo(now.value + ((before ? -1 : 1) * speed.value) / 10);
}

export function ClockBar() {
  // The slider covers the visible time range, so that a zoom makes its steps finer.
  const [from, to] = shown.value;
  return (
    <div class="clock" role="group" aria-label="clock">
      <button type="button" class="play" onClick={() => (playing.value ? pause() : play())}>
        {playing.value ? "Pause" : "Play"}
      </button>
      <span class="steps">
        <button
          type="button"
          onClick={() => stepEvent(true)}
          aria-label="step to the previous event"
          title="the previous PAUSE or resume; in a run without PAUSEs, the previous start or end of a flow"
        >
          ⇤
        </button>
        <button
          type="button"
          onClick={() => stepTime(true)}
          aria-label="step back in time"
          title="back by the time that plays in a tenth of a second"
        >
          ‹
        </button>
        <button
          type="button"
          onClick={() => stepTime(false)}
          aria-label="step forward in time"
          title="forward by the time that plays in a tenth of a second"
        >
          ›
        </button>
        <button
          type="button"
          onClick={() => stepEvent(false)}
          aria-label="step to the next event"
          title="the next PAUSE or resume; in a run without PAUSEs, the next start or end of a flow"
        >
          ⇥
        </button>
      </span>
      <span class="scrub">
        <Minimap />
        <input
          type="range"
          aria-label="simulated time"
          aria-valuetext={timeText(read.value)}
          min={0}
          max={SCRUB}
          step={1}
          value={((read.value - from) / (to - from)) * SCRUB}
          onInput={({ currentTarget }) => moveTo(from + (Number(currentTarget.value) / SCRUB) * (to - from))}
        />
      </span>
      <output class="now" data-testid="now">
        {timeText(read.value)}
      </output>
      <select
        aria-label="speed"
        value={speed.value}
        onChange={({ currentTarget }) => void (speed.value = Number(currentTarget.value))}
      >
        {SPEEDS.map((one) => (
          <option key={one} value={one}>
            {timeText(one)} a second
          </option>
        ))}
      </select>
      <span class="steps zoom">
        <button
          type="button"
          onClick={() => zoomBy(0.5)}
          aria-label="zoom in"
          title="halve the time range of the charts"
        >
          +
        </button>
        <button
          type="button"
          onClick={() => zoomBy(2)}
          disabled={!isZoomed.value}
          aria-label="zoom out"
          title="double the time range of the charts"
        >
          −
        </button>
        <button type="button" disabled={!isZoomed.value} onClick={zoomOut} title="show the whole run in the charts">
          Whole run
        </button>
      </span>
    </div>
  );
}
