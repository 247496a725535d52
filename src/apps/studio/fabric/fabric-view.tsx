/** The fabric of a run at the clock's time. A click on a link opens the explanation of its PAUSE. */
import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { rateText, shareText, timeText } from "../format.ts";
import { lastAt } from "../chart/plot.ts";
import { read } from "../state/clock.ts";
import type { DoneRun } from "../state/runs.ts";
import { circleText, portName } from "../measure/ports.ts";
import { litTree } from "../why/congestion-tree.ts";
import { about } from "../why/question.ts";
import { FabricCanvas } from "./fabric-canvas.tsx";
import { linksAt, sceneOf, timeIn, type Scene } from "./scene.ts";
import { openPod, togglePod } from "./visible.ts";

interface Props {
  readonly run: DoneRun;
  /**
   * Number of queued bytes at which a switch is drawn as full. All runs have the same number, so their drawings can be
   * compared.
   */
  readonly fullQueue: number;
  readonly onPause: (pause: number) => void;
}

/** Maximum number of paused ports in the list below the drawing: while it is folded, and while it is open. */
const [FEW_NAMED, MAX_NAMED] = [4, 200];

export function FabricView({ run, fullQueue, onPause }: Props) {
  const { view, name } = run;
  const asked = about.value;
  const tree = useMemo(
    () => (asked?.kind === "pause" && asked.run.view === view ? litTree(view, asked.pause) : undefined),
    [asked, view],
  );
  const scene = useMemo(() => sceneOf(view, fullQueue, openPod.value), [view, fullQueue, openPod.value]);
  /** The text about the element under the pointer. */
  const words = useSignal("");
  /**
   * The PAUSE in effect on the port's link at the clock's time. If none is in effect, it is the latest earlier one, or
   * -1.
   */
  const pauseAt = (pointedAt: number): number => {
    const { peer } = view.fabric;
    const time = timeIn(scene, read.value);
    const port = linksAt(scene, pointedAt).find((one) => scene.stops.at(peer[one], time) >= 0) ?? pointedAt;
    const some = [scene.stops.at(peer[port], time), scene.stops.at(port, time)];
    return some.find((row) => row >= 0) ?? Math.max(scene.stops.last(port, time), scene.stops.last(peer[port], time));
  };
  return (
    <div class="fabric" data-testid="fabric">
      <p class="of">
        {name} <Ended at={view.summary.simulated_ns} />
      </p>
      <FabricCanvas
        scene={scene}
        tree={tree}
        label={
          `fabric of ${name}: ${view.summary.hosts} hosts, ${view.summary.switches} switches; the paused ports are ` +
          "listed below"
        }
        onPort={(port) => void (words.value = port === undefined ? "" : linkWords(scene, port))}
        onPod={togglePod}
        onClick={(port) => {
          const row = pauseAt(port);
          if (row >= 0) onPause(row);
          else words.value = `${portName(view.fabric, port)}: no PAUSE on this link so far.`;
        }}
      />
      {words.value === "" ? <StoppedNow scene={scene} onPause={onPause} /> : <p class="stopped">{words.value}</p>}
    </div>
  );
}

/** Says that the run had ended before the clock's time. The drawing then shows its end. */
const Ended = ({ at }: { readonly at: number }) =>
  read.value > at ? <span class="mark">ended at {timeText(at)}</span> : null;

/** The links of a bundle in words. */
function bundleWords(scene: Scene, ports: readonly number[]): string {
  const { fabric, samples, stops } = scene;
  const time = timeIn(scene, read.value);
  const k = lastAt(samples.times, time);
  const use = k < 0 ? 0 : ports.reduce((sum, port) => sum + samples.use[k * samples.ports + port], 0) / ports.length;
  const paused = ports.filter((port) => stops.at(fabric.peer[port], time) >= 0).length;
  return `${ports.length} links such as ${portName(fabric, ports[0])}: ${shareText(use)} used on average, ${paused} paused`;
}

function linkWords(scene: Scene, port: number): string {
  const ports = linksAt(scene, port);
  if (ports.length > 1) return bundleWords(scene, ports);
  const { fabric, samples } = scene;
  const k = lastAt(samples.times, timeIn(scene, read.value));
  const rate = (one: number): string => rateText(k < 0 ? 0 : samples.use[k * samples.ports + one] * fabric.rate[one]);
  const peer = fabric.peer[port];
  const delay = fabric.delay[port];
  return `${portName(fabric, port)}: sends ${rate(port)}, receives ${rate(peer)} of ${rateText(fabric.rate[port])}${Number.isNaN(delay) ? "" : `; delay ${timeText(delay)}`}`;
}

/** Lists the paused ports as buttons, for users who cannot point at a link. */
function StoppedNow({ scene, onPause }: { readonly scene: Scene; readonly onPause: (pause: number) => void }) {
  const { fabric, pauses, circles } = scene;
  const isOpen = useSignal(false);
  const rows: number[] = [];
  for (const port of scene.stops.ports) {
    const row = scene.stops.at(port, timeIn(scene, read.value));
    if (row >= 0) rows.push(row);
  }
  const deadlock =
    circles.length > 0 && read.value >= scene.circlesSince ? (
      <p class="stopped error">
        Deadlock since {timeText(scene.circlesSince)}. Each queue waits for the next: {circleText(fabric, circles[0])}.
      </p>
    ) : null;
  if (rows.length === 0) return deadlock ?? <p class="stopped soft">No port is paused now.</p>;
  const more = rows.length - FEW_NAMED;
  return (
    <>
      {deadlock}
      <p class={isOpen.value ? "stopped named open" : "stopped named"}>
        <span>{rows.length} paused now; why?</span>
        {rows.slice(0, isOpen.value ? MAX_NAMED : FEW_NAMED).map((row) => (
          <button type="button" key={row} onClick={() => onPause(row)} title="why was this port paused?">
            {portName(fabric, fabric.peer[pauses.port[row]])}
          </button>
        ))}
        {more > 0 ? (
          <button
            type="button"
            class="more"
            aria-expanded={isOpen.value}
            onClick={() => void (isOpen.value = !isOpen.value)}
          >
            {isOpen.value ? "fewer" : `+${more} more`}
          </button>
        ) : null}
      </p>
    </>
  );
}
