/** The canvas of a fabric. It is redrawn when the clock, the theme, its size or the highlighted elements change. */
import { useEffect, useRef } from "preact/hooks";
import { inkOf } from "../chart/colours.ts";
import { now } from "../state/clock.ts";
import { spotlight } from "../state/story.ts";
import { isDark } from "../state/theme.ts";
import type { LitTree } from "../why/congestion-tree.ts";
import { draw, portAt } from "./draw.ts";
import { heightFor, type Scene } from "./scene.ts";

interface Props {
  readonly scene: Scene;
  readonly label: string;
  /** The congestion tree to highlight. */
  readonly tree?: LitTree | undefined;
  /** Called with the port whose link is under the pointer, or with undefined if there is none. */
  readonly onPort: (port: number | undefined) => void;
  readonly onClick: (port: number) => void;
}

export function FabricCanvas({ scene, label, tree, onPort, onClick }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);

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
    const releases = [now.subscribe(ask), isDark.subscribe(ask), spotlight.subscribe(ask)];
    const resized = new ResizeObserver(ask);
    resized.observe(at);
    return () => {
      for (const release of releases) release();
      resized.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [scene, tree]);

  const pointed = ({ offsetX, offsetY }: MouseEvent): number | undefined => {
    if (canvas.current === null) return undefined;
    const { clientWidth: width, clientHeight: height } = canvas.current;
    return portAt(scene, { x: offsetX, y: offsetY }, { width, height });
  };
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={label}
      style={{ height: `${heightFor(scene)}px` }}
      onMouseMove={(event) => onPort(pointed(event))}
      onMouseLeave={() => onPort(undefined)}
      onClick={(event) => {
        const port = pointed(event);
        if (port !== undefined) onClick(port);
      }}
    />
  );
}
