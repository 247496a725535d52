/** What the fabric's drawing is made from, and where each node stands in it. */
import type { Ink } from "../chart/colours.ts";
import type { Fabric, Flows, Pauses, RunView, Samples } from "../lab/talk.ts";
import { Stops } from "./stops.ts";
import { layoutOf, type Layout } from "./tiers.ts";

/** A fabric at any moment of a run, or before one. */
export interface Scene {
  readonly fabric: Fabric;
  readonly samples: Pick<Samples, "times" | "ports" | "use" | "egress">;
  readonly pauses: Pauses;
  readonly flows: Pick<Flows, "source" | "destination">;
  readonly layout: Layout;
  readonly stops: Stops;
  /** Bytes that fill a switch's gauge. */
  readonly fullQueue: number;
  /** Ports of each circle that is drawn, and from when on, ns: of a run's deadlock, all of them stood still. */
  readonly circles: readonly (readonly number[])[];
  readonly circlesSince: number;
  /** When the run was over, ns. */
  readonly over: number;
  /** What stays between two samples: it is drawn once for all. */
  readonly still: Still;
}

export interface Still {
  readonly canvas: HTMLCanvasElement;
  /** What the canvas was drawn for. */
  key: string;
  /** Where nodes stand in a drawing of some size, and what follows from it. */
  plan: Plan | undefined;
}

export interface Plan {
  readonly width: number;
  readonly height: number;
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

const still = (): Still => ({ canvas: document.createElement("canvas"), key: "", plan: undefined });

export function sceneOf({ fabric, pauses, samples, flows, summary }: RunView, fullQueue: number): Scene {
  const deadlock = summary.deadlock.flatMap((queue) => {
    const [, name, port] = /^(\S+) port (\d+) class/.exec(queue) ?? [];
    const node = fabric.names.indexOf(name);
    return node < 0 ? [] : [fabric.base[node] + Number(port) - 1];
  });
  return {
    ...{ fabric, pauses, samples, flows, fullQueue },
    layout: layoutOf(fabric, flows),
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
  ...{ occupancy: none, threshold: none, isPort: new Uint8Array(0), egress: noNumbers },
};

/** Of a scenario that has not run: the load that each port is offered, and circles in which its queues may wait for each other, by ports. */
export function sceneBefore(fabric: Fabric, loads: Float32Array, circles: readonly (readonly number[])[]): Scene {
  const ports = fabric.node.length;
  const taking = Int32Array.from(
    new Set(fabric.node.filter((node, port) => loads[port] > 0 && !fabric.isSwitch[node])),
  );
  const flows = { source: taking, destination: noNumbers };
  return {
    ...{ fabric, circles, flows },
    samples: { times: new Float64Array(1), ports, use: loads, egress: new Float32Array(ports) },
    pauses: noPauses,
    layout: layoutOf(fabric, flows),
    stops: new Stops(noPauses, ports),
    fullQueue: 1,
    circlesSince: 0,
    over: 0,
    still: still(),
  };
}

const MARGIN = 26;
/** px: hosts that have less each are drawn by rack. */
const LEAST_ROOM = 5;

/** Where each node stands; the same plan for the same size. */
export function planOf({ layout, still }: Scene, { width, height }: Size): Plan {
  if (still.plan?.width === width && still.plan.height === height) return still.plan;
  const { x, tier, tiers, racks } = layout;
  const last = tiers[tiers.length - 1].length;
  const isByRack = (width - 20) / Math.max(1, last) < LEAST_ROOM && racks.some((rack) => rack.length > 1);
  const places = Array.from(x, (at, node) => ({
    x: 10 + at * (width - 20),
    y: MARGIN + (tier[node] / Math.max(1, tiers.length - 1)) * (height - 2 * MARGIN),
  }));
  if (isByRack)
    racks.forEach((rack, k) => {
      const middle = 10 + ((k + 0.5) / racks.length) * (width - 20);
      for (const host of rack) places[host] = { x: middle, y: places[host].y };
    });
  still.plan = { width, height, places, isByRack };
  return still.plan;
}

/** px that each node of a tier has. */
export const roomIn = (count: number, { width }: Size): number => (width - 20) / Math.max(1, count);

/** px: more tiers take more room. */
export const heightFor = ({ layout }: Scene): number => (layout.tiers.length > 3 ? 310 : 240);

/** To the right of the way from one to the other. */
export function beside(from: Place, to: Place, by: number): [number, number] {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  return [(-dy / length) * by, (dx / length) * by];
}

/** Of the clock, which may go on after a run that ended earlier than another. */
export const timeIn = ({ over }: Scene, clock: number): number => Math.min(clock, over);
