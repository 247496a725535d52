/** The simulated time that all views share, the time range of the charts, and playback. Times are in ns. */
import { batch, computed, effect, signal } from "@preact/signals";

export const now = signal(0);
export const end = signal(1);
/**
 * The clock's time for displayed numbers. During playback it changes only a few times a second, which leaves time for
 * drawing.
 */
export const read = signal(0);
/** The time range of the charts. */
export const shown = signal<readonly [from: number, to: number]>([0, 1]);
export const playing = signal(false);
/** Playback speed in simulated ns for each second. */
export const speed = signal(1e6);

export const SPEEDS = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8] as const;

export const isZoomed = computed(() => shown.value[0] > 0 || shown.value[1] < end.value);

export function resetClock(until: number, at: number): void {
  end.value = until;
  shown.value = [0, until];
  now.value = Math.min(at, until);
  // Selects a speed that plays the whole run in about ten seconds.
  speed.value = SPEEDS.findLast((one) => one * 8 <= until) ?? SPEEDS[0];
}

export function moveTo(time: number): void {
  now.value = Math.max(0, Math.min(end.value, time));
  const [from, to] = shown.value;
  if (now.value < from || now.value > to) {
    const width = to - from;
    const start = Math.max(0, Math.min(end.value - width, now.value - width / 10));
    shown.value = [start, start + width];
  }
}

/** Shows a time range in the charts. */
export function zoom(from: number, to: number): void {
  if (to - from < 10) return;
  show(Math.max(0, from), Math.min(end.value, to));
}

/** Moves the clock into the shown range, so that the numbers on the page belong to a time that the charts show. */
function show(from: number, to: number): void {
  batch(() => {
    shown.value = [from, to];
    now.value = Math.max(from, Math.min(to, now.value));
  });
}

/**
 * Multiplies the width of the visible time range by `times`, and keeps the time `around` in its place. A value below 1
 * zooms in.
 */
export function zoomBy(times: number, around = now.value): void {
  const [from, to] = shown.value;
  const width = Math.max(10, Math.min(end.value, (to - from) * times));
  const share = Math.max(0, Math.min(1, (around - from) / (to - from)));
  const start = Math.max(0, Math.min(end.value - width, around - share * width));
  show(start, start + width);
}

export const zoomOut = (): void => void (shown.value = [0, end.value]);

let frame = 0;

export function play(): void {
  if (playing.value) return;
  if (now.value >= end.value) now.value = 0;
  playing.value = true;
  let last = performance.now();
  const tick = (time: number): void => {
    if (!playing.value) return;
    moveTo(now.value + ((time - last) / 1000) * speed.value);
    last = time;
    if (now.value >= end.value) playing.value = false;
    else frame = requestAnimationFrame(tick);
  };
  frame = requestAnimationFrame(tick);
}

export function pause(): void {
  playing.value = false;
  cancelAnimationFrame(frame);
}

const READ_MS = 120;
let lastRead = 0;
effect(() => {
  const time = now.value;
  if (playing.value && performance.now() - lastRead < READ_MS) return;
  lastRead = performance.now();
  read.value = time;
});
