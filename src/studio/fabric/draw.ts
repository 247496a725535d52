/** The fabric at a moment, drawn on a canvas: links by use, stopped directions by class, queues in switches, rates of hosts, PAUSE frames on their way. */
import { classColour, type Ink } from "../chart/colours.ts";
import { lastAt } from "../chart/plot.ts";
import type { RunView } from "../lab/talk.ts";
import { portNamed } from "../view/ports.ts";
import { Stops } from "./stops.ts";
import { layoutOf, type Layout } from "./tiers.ts";

export interface Scene {
  readonly view: RunView;
  readonly layout: Layout;
  readonly stops: Stops;
  /** Bytes that fill a switch's gauge. */
  readonly fullQueue: number;
  /** Ports of a deadlock, and from when on all of them stood still, ns. */
  readonly deadlock: readonly number[];
  readonly deadlockSince: number;
  /** What stays between two samples, links and nodes: it is drawn once. */
  readonly still: { readonly canvas: HTMLCanvasElement; key: string; places: readonly Place[] };
}

export function sceneOf(view: RunView, fullQueue: number): Scene {
  const { fabric, pauses, summary } = view;
  const deadlock = summary.deadlock.flatMap((queue) => {
    const [, name, port] = /^(\S+) port (\d+) class/.exec(queue) ?? [];
    const node = fabric.names.indexOf(name);
    return node < 0 ? [] : [fabric.base[node] + Number(port) - 1];
  });
  return {
    ...{ view, fullQueue, deadlock },
    layout: layoutOf(fabric, view.flows),
    stops: new Stops(pauses, fabric.node.length),
    deadlockSince: summary.deadlock_since_ns ?? Infinity,
    still: { canvas: document.createElement("canvas"), key: "", places: [] },
  };
}

export interface Canvas {
  readonly pen: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
  readonly ink: Ink;
}

/** Links beyond this number are one line each, not one for each direction. */
const MOST_PAIRS = 700;
/** Shades of use. */
const SHADES = 6;
const MARGIN = 26;

export interface Place {
  readonly x: number;
  readonly y: number;
}

export const placeOf = (
  { layout }: Scene,
  node: number,
  { width, height }: Pick<Canvas, "width" | "height">,
): Place => {
  const rows = layout.tiers.length;
  return {
    x: 10 + layout.x[node] * (width - 20),
    y: MARGIN + (layout.tier[node] / Math.max(1, rows - 1)) * (height - 2 * MARGIN),
  };
};

/** Of the clock, which may go on after a run that ended earlier than another. */
export const timeIn = ({ view }: Scene, clock: number): number => Math.min(clock, view.summary.simulated_ns);

/** What is to stand out: a link, by the name of its sending port, and a flow, by its two hosts. */
export interface Spot {
  readonly link?: string;
  readonly flow?: number;
}

export function draw(scene: Scene, clock: number, canvas: Canvas, spot: Spot = {}): void {
  const { pen, width, height } = canvas;
  const { still } = scene;
  const time = timeIn(scene, clock);
  const sample = Math.max(0, lastAt(scene.view.samples.times, time));
  const key = [sample, pen.canvas.width, pen.canvas.height, canvas.ink.isDark].join(" ");
  if (still.key !== key) drawStill(scene, sample, canvas);
  still.key = key;
  pen.clearRect(0, 0, width, height);
  pen.drawImage(still.canvas, 0, 0, width, height);
  drawSpot(scene, spot, still.places, canvas);
  drawStops(scene, time, still.places, canvas);
  if (time >= scene.deadlockSince) drawDeadlock(scene, still.places, canvas);
  drawFrames(scene, time, still.places, canvas);
}

function drawStill(scene: Scene, sample: number, canvas: Canvas): void {
  const { still } = scene;
  still.canvas.width = canvas.pen.canvas.width;
  still.canvas.height = canvas.pen.canvas.height;
  const pen = still.canvas.getContext("2d");
  if (pen === null) return;
  pen.setTransform(canvas.pen.getTransform());
  still.places = scene.view.fabric.names.map((_, node) => placeOf(scene, node, canvas));
  drawLinks(scene, sample, still.places, { ...canvas, pen });
  drawNodes(scene, sample, still.places, { ...canvas, pen });
}

function drawSpot({ view }: Scene, { link, flow }: Spot, places: readonly Place[], { pen, ink }: Canvas): void {
  const { fabric, flows } = view;
  const port = link === undefined ? undefined : portNamed(fabric, link);
  pen.beginPath();
  if (port !== undefined) {
    const [from, to] = [places[fabric.node[port]], places[fabric.node[fabric.peer[port]]]];
    pen.moveTo(from.x, from.y);
    pen.lineTo(to.x, to.y);
  }
  for (const host of flow === undefined ? [] : [flows.source[flow], flows.destination[flow]]) {
    pen.moveTo(places[host].x + 13, places[host].y);
    pen.arc(places[host].x, places[host].y, 13, 0, 7);
  }
  pen.strokeStyle = ink.spot;
  pen.lineWidth = 7;
  pen.stroke();
}

/** Each queue of the cycle waits for the next. */
function drawDeadlock({ view: { fabric }, deadlock }: Scene, places: readonly Place[], { pen, ink }: Canvas): void {
  pen.beginPath();
  for (const port of deadlock) {
    const [from, to] = [places[fabric.node[port]], places[fabric.node[fabric.peer[port]]]];
    pen.moveTo(from.x, from.y);
    pen.lineTo(to.x, to.y);
  }
  pen.setLineDash([7, 5]);
  pen.strokeStyle = ink.ink;
  pen.lineWidth = 3;
  pen.stroke();
  pen.setLineDash([]);
}

const shade = (k: number, isDark: boolean): string => {
  const share = k / (SHADES - 1);
  return isDark
    ? `hsl(${215 - 15 * share} ${10 + 70 * share}% ${26 + 44 * share}%)`
    : `hsl(215 ${12 + 58 * share}% ${86 - 50 * share}%)`;
};

function drawLinks({ view }: Scene, sample: number, places: readonly Place[], { pen, ink }: Canvas): void {
  const { fabric, samples } = view;
  const ports = fabric.node.length;
  const isPair = ports / 2 <= MOST_PAIRS;
  const useOf = (port: number): number => (samples.times.length === 0 ? 0 : samples.use[sample * ports + port]);
  for (let k = 0; k < SHADES; k++) {
    pen.beginPath();
    for (let port = 0; port < ports; port++) {
      const peer = fabric.peer[port];
      if (!isPair && port > peer) continue;
      const use = isPair ? useOf(port) : Math.max(useOf(port), useOf(peer));
      if (Math.min(SHADES - 1, Math.ceil(use * (SHADES - 1) - 0.02)) !== k) continue;
      const [from, to] = [places[fabric.node[port]], places[fabric.node[peer]]];
      const [dx, dy] = isPair ? beside(from, to, 1.3) : [0, 0];
      pen.moveTo(from.x + dx, from.y + dy);
      pen.lineTo(to.x + dx, to.y + dy);
    }
    pen.strokeStyle = shade(k, ink.isDark);
    pen.lineWidth = 0.8 + (1.4 * k) / (SHADES - 1);
    pen.stroke();
  }
}

/** To the right of the way from one to the other. */
function beside(from: Place, to: Place, by: number): [number, number] {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  return [(-dy / length) * by, (dx / length) * by];
}

/** The half of a link at which the stopped sender is, and two bars across, as on a button that pauses. */
function drawStops({ view, stops }: Scene, time: number, places: readonly Place[], { pen, ink }: Canvas): void {
  const { fabric, pauses } = view;
  for (const port of stops.ports) {
    const row = stops.at(port, time);
    if (row < 0) continue;
    const [to, from] = [places[fabric.node[port]], places[fabric.node[fabric.peer[port]]]];
    const [dx, dy] = beside(from, to, 1.3);
    const middle = { x: from.x + (to.x - from.x) * 0.5 + dx, y: from.y + (to.y - from.y) * 0.5 + dy };
    pen.strokeStyle = classColour(pauses.cls[row], ink.isDark);
    pen.lineWidth = 3.2;
    pen.beginPath();
    // Not from within the node.
    const start = Math.min(0.3, 11 / Math.max(1, Math.abs(to.y - from.y)));
    pen.moveTo(from.x + (to.x - from.x) * start + dx, from.y + (to.y - from.y) * start + dy);
    pen.lineTo(middle.x, middle.y);
    const [ox, oy] = beside(from, to, 5);
    for (const share of [0.44, 0.5]) {
      const at = { x: from.x + (to.x - from.x) * share + dx, y: from.y + (to.y - from.y) * share + dy };
      pen.moveTo(at.x - ox, at.y - oy);
      pen.lineTo(at.x + ox, at.y + oy);
    }
    pen.stroke();
  }
}

function drawNodes({ view, layout, fullQueue }: Scene, sample: number, places: readonly Place[], canvas: Canvas): void {
  const { pen, ink, width } = canvas;
  const { fabric, samples } = view;
  const { ports } = samples;
  const cell = (port: number): number => sample * ports + port;
  const has = samples.times.length > 0;
  pen.font = "11px system-ui, sans-serif";
  pen.textAlign = "center";
  for (const tier of layout.tiers) {
    const room = (width - 20) / Math.max(1, tier.length);
    // Where names have no room, every other one, or fewer.
    const longest = tier.reduce((most, node) => Math.max(most, fabric.names[node].length), 0);
    const every = 2 ** Math.max(0, Math.ceil(Math.log2((longest * 6 + 10) / room)));
    for (const [place, node] of tier.entries()) {
      const { x, y } = places[node];
      const isSwitch = fabric.isSwitch[node] === 1;
      let fill = 0;
      if (has)
        for (let port = fabric.base[node]; port < fabric.base[node + 1]; port++)
          fill += isSwitch ? samples.egress[cell(port)] / fullQueue : samples.use[cell(port)];
      const [w, h] = isSwitch ? [Math.max(3, Math.min(46, room - 3)), 18] : [Math.max(1, Math.min(12, room - 1)), 12];
      pen.fillStyle = ink.paper;
      pen.fillRect(x - w / 2, y - h / 2, w, h);
      const part = h * Math.max(0, Math.min(1, fill));
      pen.fillStyle = isSwitch ? (ink.isDark ? "#e6bf5a" : "#c98b00") : shade(SHADES - 1, ink.isDark);
      pen.fillRect(x - w / 2, y + h / 2 - part, w, part);
      if (w > 2) {
        pen.strokeStyle = ink.soft;
        pen.lineWidth = 1;
        pen.strokeRect(x - w / 2, y - h / 2, w, h);
      }
      if (place % every === 0) {
        const below = layout.tier[node] === layout.tiers.length - 1;
        const line = below ? y + h / 2 + 13 : y - h / 2 - 5;
        pen.strokeStyle = ink.paper;
        pen.lineWidth = 3;
        pen.strokeText(fabric.names[node], x, line);
        pen.fillStyle = ink.ink;
        pen.fillText(fabric.names[node], x, line);
      }
    }
  }
}

/** A frame is on its way for the link's delay: full for "stop", hollow for "go on". */
function drawFrames({ view, stops }: Scene, time: number, places: readonly Place[], { pen, ink }: Canvas): void {
  const { fabric, pauses } = view;
  for (const port of stops.ports) {
    const row = stops.last(port, time);
    if (row < 0) continue;
    const delay = Math.max(1, fabric.delay[port]);
    const isOver = pauses.end[row] <= time;
    const share = (time - (isOver ? pauses.end[row] : pauses.start[row])) / delay;
    if (share > 1) continue;
    const [from, to] = [places[fabric.node[port]], places[fabric.node[fabric.peer[port]]]];
    pen.beginPath();
    pen.arc(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share, 4.5, 0, 7);
    pen.fillStyle = isOver ? ink.paper : classColour(pauses.cls[row], ink.isDark);
    pen.fill();
    pen.strokeStyle = classColour(pauses.cls[row], ink.isDark);
    pen.lineWidth = 1.5;
    pen.stroke();
  }
}

/** The port at whose link somebody pointed, that of the nearer end; undefined: there is no link. */
export function portAt(scene: Scene, { x, y }: Place, size: Pick<Canvas, "width" | "height">): number | undefined {
  const { fabric } = scene.view;
  let [best, found]: [number, number | undefined] = [7, undefined];
  for (let port = 0; port < fabric.node.length; port++) {
    const from = placeOf(scene, fabric.node[port], size);
    const to = placeOf(scene, fabric.node[fabric.peer[port]], size);
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const share = Math.max(0, Math.min(1, ((x - from.x) * dx + (y - from.y) * dy) / (dx * dx + dy * dy || 1)));
    if (share > 0.5) continue;
    const distance = Math.hypot(x - from.x - share * dx, y - from.y - share * dy);
    if (distance < best) [best, found] = [distance, port];
  }
  return found;
}
