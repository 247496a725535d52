/** The fabric of a run at the clock's time; a click on a link asks about the PAUSE there. */
import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { inkOf } from "../chart/colours.ts";
import { rateText, timeText } from "../format.ts";
import { lastAt } from "../chart/plot.ts";
import { now, read } from "../state/clock.ts";
import type { DoneRun } from "../state/runs.ts";
import { spotlight } from "../state/story.ts";
import { isDark } from "../state/theme.ts";
import { portName } from "../view/ports.ts";
import { draw, portAt, sceneOf, timeIn, type Scene } from "./draw.ts";

interface Props {
  readonly run: DoneRun;
  /** Bytes that fill a switch's gauge, the same for all runs. */
  readonly fullQueue: number;
  readonly onPause: (pause: number) => void;
}

const HEIGHT = 230;
/** Stopped ports that are named below. */
const MOST_NAMED = 4;

export function FabricView({ run: { view, name }, fullQueue, onPause }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const scene = useMemo(() => sceneOf(view, fullQueue), [view, fullQueue]);
  /** What is under the pointer, in words. */
  const words = useSignal("");

  useEffect(() => {
    const at = canvas.current;
    const pen = at?.getContext("2d");
    if (at === null || !pen) return;
    let frame = 0;
    const redraw = (): void => {
      frame = 0;
      const { clientWidth: width, clientHeight: height } = at;
      if (width === 0 || height === 0) return; // not shown: on a phone the other side is
      const ratio = Math.min(2, window.devicePixelRatio);
      if (at.width !== Math.round(width * ratio)) at.width = Math.round(width * ratio);
      if (at.height !== Math.round(height * ratio)) at.height = Math.round(height * ratio);
      pen.setTransform(ratio, 0, 0, ratio, 0, 0);
      draw(scene, now.peek(), { pen, width, height, ink: inkOf(isDark.peek()) }, spotlight.peek());
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
  }, [scene]);

  const pointed = ({ offsetX, offsetY }: MouseEvent): number | undefined => {
    if (canvas.current === null) return undefined;
    const { clientWidth: width, clientHeight: height } = canvas.current;
    return portAt(scene, { x: offsetX, y: offsetY }, { width, height });
  };
  /** The PAUSE at that link which holds, or held last. */
  const pauseAt = (port: number): number => {
    const { peer } = view.fabric;
    const time = timeIn(scene, now.value);
    const some = [scene.stops.at(peer[port], time), scene.stops.at(port, time)];
    return some.find((row) => row >= 0) ?? Math.max(scene.stops.last(port, time), scene.stops.last(peer[port], time));
  };

  return (
    <div class="fabric" data-testid="fabric">
      <canvas
        ref={canvas}
        role="img"
        aria-label={`fabric of ${name}: ${view.summary.hosts} hosts, ${view.summary.switches} switches; what is stopped is listed below`}
        style={{ height: `${HEIGHT}px` }}
        onMouseMove={(event) => {
          const port = pointed(event);
          words.value = port === undefined ? "" : linkWords(scene, port);
        }}
        onMouseLeave={() => void (words.value = "")}
        onClick={(event) => {
          const port = pointed(event);
          const row = port === undefined ? -1 : pauseAt(port);
          if (row >= 0) onPause(row);
        }}
      />
      {words.value === "" ? <StoppedNow scene={scene} onPause={onPause} /> : <p class="stopped">{words.value}</p>}
    </div>
  );
}

function linkWords({ view }: Scene, port: number): string {
  const { fabric, samples } = view;
  const k = lastAt(samples.times, read.value);
  const rate = (one: number): string => rateText(k < 0 ? 0 : samples.use[k * samples.ports + one] * fabric.rate[one]);
  const peer = fabric.peer[port];
  const delay = fabric.delay[port];
  return `${portName(fabric, port)}: sends ${rate(port)}, gets ${rate(peer)} of ${rateText(fabric.rate[port])}${Number.isNaN(delay) ? "" : `; delay ${timeText(delay)}`}`;
}

/** For whoever cannot point at a link. */
function StoppedNow({ scene, onPause }: { readonly scene: Scene; readonly onPause: (pause: number) => void }) {
  const { fabric } = scene.view;
  const rows: number[] = [];
  for (const port of scene.stops.ports) {
    const row = scene.stops.at(port, timeIn(scene, read.value));
    if (row >= 0) rows.push(row);
  }
  if (scene.deadlock.length > 0 && read.value >= scene.deadlockSince)
    return (
      <p class="stopped error">
        Deadlock since {timeText(scene.deadlockSince)}:{" "}
        {scene.deadlock.map((port) => portName(fabric, port)).join(" waits for ")} waits for the first.
      </p>
    );
  if (rows.length === 0) return <p class="stopped soft">Nobody is stopped now.</p>;
  return (
    <p class="stopped">
      Stopped now:{" "}
      {rows.slice(0, MOST_NAMED).map((row) => (
        <button type="button" key={row} onClick={() => onPause(row)} title="why?">
          {portName(fabric, fabric.peer[scene.view.pauses.port[row]])}
        </button>
      ))}
      {rows.length > MOST_NAMED ? ` and ${rows.length - MOST_NAMED} more` : ""}
    </p>
  );
}
