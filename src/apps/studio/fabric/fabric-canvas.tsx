/**
 * The canvas of a fabric. It is redrawn when the clock, the theme or its size changes. A change of the visible part or
 * of the highlighted elements redraws it, too.
 */
import { useEffect, useRef } from "preact/hooks";
import { inkOf } from "../chart/colours.ts";
import { now } from "../state/clock.ts";
import { spotlight } from "../state/story.ts";
import { isDark } from "../state/theme.ts";
import type { LitTree } from "../why/congestion-tree.ts";
import { draw, podAt, portAt } from "./draw.ts";
import { heightFor, type Scene, type Size } from "./scene.ts";
import { showRange, visible, zoomFabric } from "./visible.ts";

interface Props {
  readonly scene: Scene;
  readonly label: string;
  /** The congestion tree to highlight. */
  readonly tree?: LitTree | undefined;
  /** Called with the port whose link is under the pointer, or with undefined if there is none. */
  readonly onPort: (port: number | undefined) => void;
  readonly onClick: (port: number) => void;
  /** Called with the number of a pod of a large fabric, after a click on a box of the pod. */
  readonly onPod?: (pod: number) => void;
}

/** Distance in px from which a movement of the pointer is a drag. */
const DRAG = 4;

export function FabricCanvas({ scene, label, tree, onPort, onClick, onPod }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  /**
   * Where the pointer was pressed, and the visible range at that moment. Undefined before a press, and again after the
   * click event that follows its release.
   */
  const drag = useRef<{ readonly x: number; readonly range: typeof visible.value; isMoved: boolean } | undefined>(
    undefined,
  );

  useEffect(() => {
    const at = canvas.current;
    const pen = at?.getContext("2d");
    if (at === null || !pen) return;
    let frame = 0;
    const redraw = (): void => {
      frame = 0;
      const { clientWidth: width, clientHeight: height } = at;
      if (width === 0 || height === 0) return; // hidden: a narrow page shows one side only, and this one is not selected
      const ratio = Math.min(2, window.devicePixelRatio);
      if (at.width !== Math.round(width * ratio)) at.width = Math.round(width * ratio);
      if (at.height !== Math.round(height * ratio)) at.height = Math.round(height * ratio);
      pen.setTransform(ratio, 0, 0, ratio, 0, 0);
      draw(
        scene,
        now.peek(),
        { pen, width, height, ink: inkOf(isDark.peek()) },
        { ...spotlight.peek(), ...(tree && { tree }) },
      );
    };
    const ask = (): void => void (frame ||= requestAnimationFrame(redraw));
    const releases = [now.subscribe(ask), isDark.subscribe(ask), spotlight.subscribe(ask), visible.subscribe(ask)];
    // The listener is not passive, because only then it can prevent the browser's zoom of the page.
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      zoomFabric(event.deltaY < 0 ? 0.8 : 1.25, event.offsetX / at.clientWidth);
    };
    at.addEventListener("wheel", onWheel, { passive: false });
    const resized = new ResizeObserver(ask);
    resized.observe(at);
    return () => {
      for (const release of releases) release();
      resized.disconnect();
      at.removeEventListener("wheel", onWheel);
      cancelAnimationFrame(frame);
    };
  }, [scene, tree]);

  const sizeOf = (at: HTMLCanvasElement): Size => ({ width: at.clientWidth, height: at.clientHeight });
  const pointed = ({ offsetX: x, offsetY: y }: MouseEvent): number | undefined =>
    canvas.current === null ? undefined : portAt(scene, { x, y }, sizeOf(canvas.current));
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={label}
      title={scene.bundles === undefined ? undefined : "Ctrl and the mouse wheel zoom, a drag moves the fabric"}
      style={{ height: `${heightFor(scene)}px` }}
      onPointerDown={({ offsetX }) => void (drag.current = { x: offsetX, range: visible.peek(), isMoved: false })}
      onPointerMove={(event) => {
        const from = drag.current;
        if (from === undefined || event.buttons === 0 || canvas.current === null) {
          onPort(pointed(event));
          return;
        }
        if (Math.abs(event.offsetX - from.x) < DRAG && !from.isMoved) return;
        from.isMoved = true;
        const [left, right] = from.range;
        const by = ((event.offsetX - from.x) / canvas.current.clientWidth) * (right - left);
        showRange(left - by, right - by);
      }}
      onPointerLeave={() => onPort(undefined)}
      onClick={(event) => {
        const isDrag = drag.current?.isMoved === true;
        drag.current = undefined;
        if (isDrag || canvas.current === null) return;
        const pod = podAt(scene, { x: event.offsetX, y: event.offsetY }, sizeOf(canvas.current));
        const port = pointed(event);
        if (pod !== undefined) onPod?.(pod);
        else if (port !== undefined) onClick(port);
      }}
    />
  );
}
