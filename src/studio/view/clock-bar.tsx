/** Play, pause, step, scrub, speed: the one clock of all views. */
import { timeText } from "../format.ts";
import { end, isZoomed, moveTo, now, pause, play, playing, read, speed, SPEEDS, zoomOut } from "../state/clock.ts";
import { done } from "../state/runs.ts";

const SCRUB = 1000;

/** When the next PAUSE of any run begins or ends. */
function stepEvent(before: boolean): void {
  let found: number | undefined;
  for (const { view } of done.value) {
    for (const moments of [view.pauses.start, view.pauses.end]) {
      for (const moment of moments) {
        if (before ? moment < now.value && moment > (found ?? -1) : moment > now.value && moment < (found ?? Infinity))
          found = moment;
      }
    }
  }
  pause();
  if (found !== undefined) moveTo(found);
}

/** By a tenth of what plays in a second. */
function stepTime(before: boolean): void {
  pause();
  moveTo(now.value + ((before ? -1 : 1) * speed.value) / 10);
}

export function ClockBar() {
  return (
    <div class="clock" role="group" aria-label="clock">
      <button type="button" class="play" onClick={() => (playing.value ? pause() : play())}>
        {playing.value ? "Pause" : "Play"}
      </button>
      <span class="steps">
        <button
          type="button"
          onClick={() => stepEvent(true)}
          aria-label="step to the PAUSE event before"
          title="the PAUSE or resume before"
        >
          ⇤
        </button>
        <button
          type="button"
          onClick={() => stepTime(true)}
          aria-label="step back in time"
          title="a tenth of a second's play back"
        >
          ‹
        </button>
        <button
          type="button"
          onClick={() => stepTime(false)}
          aria-label="step on in time"
          title="a tenth of a second's play on"
        >
          ›
        </button>
        <button
          type="button"
          onClick={() => stepEvent(false)}
          aria-label="step to the next PAUSE event"
          title="the next PAUSE or resume"
        >
          ⇥
        </button>
      </span>
      <input
        type="range"
        class="scrub"
        aria-label="simulated time"
        aria-valuetext={timeText(read.value)}
        min={0}
        max={SCRUB}
        step={1}
        value={(read.value / end.value) * SCRUB}
        onInput={({ currentTarget }) => moveTo((Number(currentTarget.value) / SCRUB) * end.value)}
      />
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
      <button type="button" disabled={!isZoomed.value} onClick={zoomOut}>
        Whole run
      </button>
    </div>
  );
}
