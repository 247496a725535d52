/** The data of the fabric's drawing, and the position of each node in it. */
import type { Ink } from "../chart/colours.ts";
import type { Fabric, Flows, Pauses, RunView, Samples } from "../lab/messages.ts";
import { bundlesOf, type Bundles } from "./bundles.ts";
import { mainNodes, mainReceivers } from "./labels.ts";
import { Stops } from "./stops.ts";
import { layoutOf, type Layout } from "./tiers.ts";
import { fabricScale, visible } from "./visible.ts";

/** The data for drawing a fabric before, during or after a run, or for the difference of two runs. */
export interface Scene {
  readonly fabric: Fabric;
  readonly samples: Pick<Samples, "times" | "ports" | "use" | "egress">;
  readonly pauses: Pauses;
  readonly flows: Pick<Flows, "source" | "destination">;
  readonly layout: Layout;
  /** 1 for each node whose name has priority: it is drawn in bold and before other names, if it has room. */
  readonly isMain: Uint8Array;
  readonly stops: Stops;
  /** Number of queued bytes at which a switch is drawn as full. */
  readonly fullQueue: number;
  /**
   * The ports of each deadlock to draw. Before a run they are possible deadlocks, and after it the one that occurred.
   */
  readonly circles: readonly (readonly number[])[];
  /** The drawing shows the deadlocks (`circles`) from this simulated time on, in ns. */
  readonly circlesSince: number;
  /** Simulated time at the end of the run, in ns. 0 for a scene without a run. */
  readonly over: number;
  /** For the difference of two runs: how much longer each ingress port paused its upstream port, in ns. */
  readonly change?: Float64Array;
  /** The groups in which a large fabric is drawn. */
  readonly bundles?: Bundles | undefined;
  /** The cached part of the drawing, which does not change between two samples. */
  readonly still: Still;
}

export interface Still {
  readonly canvas: HTMLCanvasElement;
  /** The names of the nodes. They are drawn over the paused links. */
  readonly names: HTMLCanvasElement;
  /** Identifies what the two canvases show: the sample, the size, the theme and the visible range. */
  key: string;
  /** Positions of the nodes for one size and one visible range of the drawing. */
  plan: Plan | undefined;
}

export interface Plan {
  readonly width: number;
  readonly height: number;
  /** The visible range of the fabric's width, a copy of `visible` in visible.ts. */
  readonly range: readonly [from: number, to: number];
  readonly places: readonly Place[];
  readonly isByRack: boolean;
}

export interface Place {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Canvas extends Size {
  readonly pen: CanvasRenderingContext2D;
  readonly ink: Ink;
}

const still = (): Still => ({
  canvas: document.createElement("canvas"),
  names: document.createElement("canvas"),
  key: "",
  plan: undefined,
});

/** The groups of nodes (bundles.ts). The page draws a large fabric as groups until the user opens a pod. Undefined for a small fabric. */
export const groupsOf = ({ fabric, flows }: Pick<RunView, "fabric" | "flows">): Bundles | undefined =>
  bundlesOf(fabric, layoutOf(fabric, flows), -1);

/** The scene of a run. `open` is the open pod of a large fabric, or -1. */
export function sceneOf({ fabric, pauses, samples, flows, summary }: RunView, fullQueue: number, open = -1): Scene {
  const deadlock = summary.deadlock.flatMap((queue) => {
    const [, name, port] = /^(\S+) port (\d+) class/.exec(queue) ?? [];
    const node = fabric.names.indexOf(name);
    return node < 0 ? [] : [fabric.base[node] + Number(port) - 1];
  });
  const layout = layoutOf(fabric, flows);
  return {
    ...{ fabric, pauses, samples, flows, fullQueue, layout },
    bundles: bundlesOf(fabric, layout, open),
    isMain: mainNodes(fabric, flows),
    stops: new Stops(pauses, fabric.node.length),
    circles: deadlock.length === 0 ? [] : [deadlock],
    circlesSince: summary.deadlock_since_ns ?? Infinity,
    over: summary.simulated_ns,
    still: still(),
  };
}

const none = new Float64Array(0);
const noNumbers = new Int32Array(0);
const noPauses: Pauses = {
  ...{ port: noNumbers, cls: noNumbers, start: none, end: none, causedBy: noNumbers },
  ...{ occupancy: none, threshold: none, isPort: new Uint8Array(0), queue: noNumbers, egress: noNumbers },
};

/**
 * The scene of a scenario before it runs, with the load offered to each port. `circles` has the ports of each deadlock
 * to draw. `open` is the open pod of a large fabric, or -1.
 */
export function sceneBefore(
  fabric: Fabric,
  loads: Float32Array,
  circles: readonly (readonly number[])[],
  open = -1,
): Scene {
  const ports = fabric.node.length;
  const taking = Int32Array.from(
    new Set(fabric.node.filter((node, port) => loads[port] > 0 && !fabric.isSwitch[node])),
  );
  const flows = { source: taking, destination: noNumbers };
  const layout = layoutOf(fabric, flows);
  return {
    ...{ fabric, circles, flows, layout },
    bundles: bundlesOf(fabric, layout, open),
    samples: { times: new Float64Array(1), ports, use: loads, egress: new Float32Array(ports) },
    pauses: noPauses,
    isMain: mainReceivers(fabric, loads),
    stops: new Stops(noPauses, ports),
    fullQueue: 1,
    circlesSince: 0,
    over: 0,
    still: still(),
  };
}

/**
 * The scene of the difference of two runs. It is the same at any time of the clock. `change` has the change of the
 * paused time of each ingress port (`Scene.change`). `open` is the open pod of a large fabric, or -1.
 */
export function sceneOfChange(view: RunView, change: Float64Array, open = -1): Scene {
  const { fabric, flows } = view;
  const ports = fabric.node.length;
  const layout = layoutOf(fabric, flows);
  return {
    ...{ fabric, flows, change, layout },
    bundles: bundlesOf(fabric, layout, open),
    samples: { times: none, ports, use: new Float32Array(0), egress: new Float32Array(0) },
    pauses: noPauses,
    isMain: mainNodes(fabric, flows),
    stops: new Stops(noPauses, ports),
    circles: [],
    fullQueue: 1,
    circlesSince: Infinity,
    over: 0,
    still: still(),
  };
}

/** Space above the first tier and below the last one, in px. The space below has room for two lines of names. */
const [ABOVE, BELOW] = [26, 36];
/** Minimum width for a host, in px. If there is less room, the hosts of a rack are drawn as one box. */
const LEAST_ROOM = 5;

/** Position of each node. The plan is cached until the size of the drawing or its zoom changes. */
export function planOf(scene: Scene, { width, height }: Size): Plan {
  const { still, layout } = scene;
  const range = visible.peek();
  if (still.plan?.width === width && still.plan.height === height && still.plan.range === range) return still.plan;
  const scale = fabricScale();
  const wide = width * scale;
  const xAt = (at: number): number => 10 * scale + at * (wide - 20 * scale) - range[0] * wide;
  const yAt = (tier: number): number =>
    ABOVE + (tier / Math.max(1, layout.tiers.length - 1)) * (height - ABOVE - BELOW);
  still.plan = { width, height, range, ...placesOf(scene, wide, xAt, yAt) };
  return still.plan;
}

function placesOf(
  { layout: { x, tier, tiers, racks }, bundles }: Scene,
  wide: number,
  xAt: (at: number) => number,
  yAt: (tier: number) => number,
): Pick<Plan, "places" | "isByRack"> {
  if (bundles !== undefined) {
    const groups = bundles.groups.map((_, group) => ({ x: xAt(bundles.x[group]), y: yAt(bundles.tier[group]) }));
    return { places: Array.from(bundles.groupOf, (group) => groups[group]), isByRack: false };
  }
  const last = tiers[tiers.length - 1].length;
  const isByRack = (wide - 20) / Math.max(1, last) < LEAST_ROOM && racks.some((rack) => rack.length > 1);
  const places = Array.from(x, (at, node) => ({ x: xAt(at), y: yAt(tier[node]) }));
  if (isByRack)
    racks.forEach((rack, k) => {
      const middle = xAt((k + 0.5) / racks.length);
      for (const host of rack) places[host] = { x: middle, y: places[host].y };
    });
  return { places, isByRack };
}

/** Width available for each node of a tier, in px. */
export const roomIn = (count: number, { width }: Size): number => ((width - 20) * fabricScale()) / Math.max(1, count);

/** Height of the drawing in px. A fabric with more than three tiers gets a higher drawing, if the window has room for it. */
export const heightFor = ({ layout }: Scene): number =>
  layout.tiers.length > 3 && window.innerHeight >= HIGH_WINDOW ? 310 : 250;

/**
 * Minimum height of a window for the high drawing, in px. In a lower window the charts below the drawing would have too
 * little room.
 */
const HIGH_WINDOW = 800;

/** An offset of length `by` to the right of the line between two points, at a right angle to it. */
export function beside(from: Place, to: Place, by: number): [number, number] {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  return [(-dy / length) * by, (dx / length) * by];
}

/** The clock's time, limited to the end of this run. The clock continues to the end of the longest run. */
export const timeIn = ({ over }: Scene, clock: number): number => Math.min(clock, over);

/** All links that are drawn as one with this port's link. */
export const linksAt = ({ bundles }: Pick<Scene, "bundles">, port: number): readonly number[] =>
  bundles === undefined || bundles.bundleOf[port] < 0 ? [port] : bundles.bundles[bundles.bundleOf[port]];
