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

/** How many times the fabric is wider than its drawing. */
export const fabricScale = (): number => 1 / (visible.peek()[1] - visible.peek()[0]);

/** Shows a range of the fabric's width, moved into the fabric if it exceeds an end. */
export function showRange(from: number, to: number): void {
  const width = Math.max(1 / MAX_SCALE, Math.min(1, to - from));
  const start = Math.max(0, Math.min(1 - width, from));
  visible.value = [start, start + width];
}

/** Multiplies the visible range by `times`. The place at the share `at` of the drawing's width stays where it is. */
export function zoomFabric(times: number, at = 0.5): void {
  const [from, to] = visible.value;
  const fixed = from + at * (to - from);
  const width = Math.max(1 / MAX_SCALE, Math.min(1, (to - from) * times));
  showRange(fixed - at * width, fixed + (1 - at) * width);
}

/** Moves the visible range to the right by a share of its width, or to the left if negative. */
export function moveFabric(by: number): void {
  const [from, to] = visible.value;
  showRange(from + by * (to - from), to + by * (to - from));
}

export const togglePod = (pod: number): void => void (openPod.value = openPod.value === pod ? -1 : pod);

export function showWholeFabric(): void {
  openPod.value = -1;
  visible.value = [0, 1];
}
