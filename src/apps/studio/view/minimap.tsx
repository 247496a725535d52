/**
 * A strip that shows the whole run, with the number of PAUSEs over time. It also shows the clock, and the time range of
 * the charts as a window. A drag selects the time range, and a click moves the clock.
 */
import { useEffect, useMemo, useRef } from "preact/hooks";
import { inkOf } from "../chart/colours.ts";
import { end, moveTo, now, pause, shown, zoom } from "../state/clock.ts";
import { done } from "../state/runs.ts";
import { isDark } from "../state/theme.ts";

/** Number of bars. */
const BARS = 240;
/** Distance in px from which a movement is a drag. */
const DRAG = 4;

/**
 * For each bar of the strip, the number of PAUSEs that begin in its time, over all runs. If no run has a PAUSE, it is
 * the number of flows that begin.
 */
function counts(): Float64Array {
  const found = new Float64Array(BARS);
  const views = done.value.map(({ view }) => view);
  const hasPauses = views.some(({ pauses }) => pauses.start.length > 0);
  for (const { pauses, flows } of views)
    for (const time of hasPauses ? pauses.start : flows.start)
      found[Math.min(BARS - 1, Math.floor((time / end.value) * BARS))]++;
  return found;
}

export function Minimap() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const from = useRef<number | undefined>(undefined);
  const bins = useMemo(counts, [done.value, end.value]);
  useEffect(() => {
    const at = canvas.current;
    const pen = at?.getContext("2d");
    if (at === null || !pen) return;
    const most = bins.reduce((high, one) => Math.max(high, one), 1);
    const draw = (): void => {
      const { clientWidth: width, clientHeight: height } = at;
      const ratio = Math.min(2, window.devicePixelRatio);
      at.width = Math.round(width * ratio);
      at.height = Math.round(height * ratio);
      pen.setTransform(ratio, 0, 0, ratio, 0, 0);
      const ink = inkOf(isDark.value);
      const x = (time: number): number => (time / end.value) * width;
      pen.fillStyle = ink.soft;
      bins.forEach((one, k) => {
        // The height of a bar is the square root of its count. A single PAUSE thus remains visible next to a burst of
        // many.
        const part = Math.sqrt(one / most) * (height - 2);
        pen.fillRect((k / BARS) * width, height - part, Math.max(1, width / BARS - 0.5), part);
      });
      const [start, stop] = shown.value;
      pen.fillStyle = `${ink.paper}b0`;
      pen.fillRect(0, 0, x(start), height);
      pen.fillRect(x(stop), 0, width - x(stop), height);
      pen.strokeStyle = ink.soft;
      pen.strokeRect(x(start) + 0.5, 0.5, Math.max(1, x(stop) - x(start) - 1), height - 1);
      pen.fillStyle = ink.ink;
      pen.fillRect(x(now.value) - 1, 0, 2, height);
    };
    let frame = 0;
    const redraw = (): void => {
      frame = 0;
      draw();
    };
    const ask = (): void => void (frame ||= requestAnimationFrame(redraw));
    const releases = [now.subscribe(ask), shown.subscribe(ask), isDark.subscribe(ask)];
    const resized = new ResizeObserver(ask);
    resized.observe(at);
    return () => {
      for (const release of releases) release();
      resized.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [bins]);

  const timeAt = ({ offsetX }: MouseEvent): number => (offsetX / (canvas.current?.clientWidth ?? 1)) * end.value;
  return (
    <canvas
      ref={canvas}
      class="minimap"
      aria-hidden="true"
      title="PAUSEs over the whole run: drag to select a time range, click to move the clock"
      onPointerDown={(event) => {
        from.current = timeAt(event);
        canvas.current?.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (from.current === undefined || !isDrag(from.current, timeAt(event), canvas.current)) return;
        zoom(Math.min(from.current, timeAt(event)), Math.max(from.current, timeAt(event)));
      }}
      onPointerUp={(event) => {
        const start = from.current;
        from.current = undefined;
        pause();
        if (start !== undefined && !isDrag(start, timeAt(event), canvas.current)) moveTo(timeAt(event));
      }}
    />
  );
}

const isDrag = (from: number, to: number, canvas: HTMLCanvasElement | null): boolean =>
  Math.abs(((to - from) / end.value) * (canvas?.clientWidth ?? 0)) >= DRAG;
