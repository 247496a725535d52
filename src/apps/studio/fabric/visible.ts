/**
 * The part of the fabric that the drawings show: a zoom in horizontal direction, and the open pod of a large fabric.
 * All drawings of the page show the same part.
 */
import { computed, signal } from "@preact/signals";

/** The open pod of a large fabric. -1: none. */
export const openPod = signal(-1);

/** The visible range of the fabric's width. 0 is its left end, and 1 is its right end. */
export const visible = signal<readonly [from: number, to: number]>([0, 1]);

export const isFabricZoomed = computed(() => visible.value[1] - visible.value[0] < 1);

const MAX_SCALE = 64;

/** The zoom factor: the width of the whole fabric divided by the width of its visible range. */
export const fabricScale = (): number => 1 / (visible.peek()[1] - visible.peek()[0]);

/** Shows a range of the fabric's width. A range that exceeds an end of the fabric is moved inside. */
export function showRange(from: number, to: number): void {
  const width = Math.max(1 / MAX_SCALE, Math.min(1, to - from));
  const start = Math.max(0, Math.min(1 - width, from));
  visible.value = [start, start + width];
}

/**
 * Multiplies the width of the visible range by `times`. The point at `at`, a share of the drawing's width, stays in
 * place.
 */
export function zoomFabric(times: number, at = 0.5): void {
  const [from, to] = visible.value;
  const fixed = from + at * (to - from);
  const width = Math.max(1 / MAX_SCALE, Math.min(1, (to - from) * times));
  showRange(fixed - at * width, fixed + (1 - at) * width);
}

/** Moves the visible range to the right by `by` times its width. A negative `by` moves it to the left. */
export function moveFabric(by: number): void {
  const [from, to] = visible.value;
  showRange(from + by * (to - from), to + by * (to - from));
}

export const togglePod = (pod: number): void => void (openPod.value = openPod.value === pod ? -1 : pod);

export function showWholeFabric(): void {
  openPod.value = -1;
  visible.value = [0, 1];
}
