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

/** px: hosts that have less each are drawn by rack. */
const LEAST_ROOM = 5;

const isByRack = ({ layout }: Scene, { width }: Pick<Canvas, "width">): boolean =>
  (width - 20) / Math.max(1, layout.tiers[layout.tiers.length - 1].length) < LEAST_ROOM &&
  layout.racks.some((rack) => rack.length > 1);

/** Where each node stands. */
export function placesOf(scene: Scene, size: Pick<Canvas, "width" | "height">): Place[] {
  const { width, height } = size;
  const { x, tier, tiers, racks } = scene.layout;
  const places = Array.from(x, (at, node) => ({
    x: 10 + at * (width - 20),
    y: MARGIN + (tier[node] / Math.max(1, tiers.length - 1)) * (height - 2 * MARGIN),
  }));
  if (!isByRack(scene, size)) return places;
  racks.forEach((rack, k) => {
    const middle = 10 + ((k + 0.5) / racks.length) * (width - 20);
    for (const host of rack) places[host] = { x: middle, y: places[host].y };
  });
  return places;
}

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
  still.places = placesOf(scene, canvas);
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

function drawLinks(scene: Scene, sample: number, places: readonly Place[], canvas: Canvas): void {
  const { pen, ink } = canvas;
  const { fabric, samples } = scene.view;
  const ports = fabric.node.length;
  const isPair = ports / 2 <= MOST_PAIRS;
  const rackUse = isByRack(scene, canvas) ? usesByRack(scene, sample) : undefined;
  const useOf = (port: number): number =>
    rackUse?.[port] ?? (samples.times.length === 0 ? 0 : samples.use[sample * ports + port]);
  for (let k = 0; k < SHADES; k++) {
    pen.beginPath();
    for (let port = 0; port < ports; port++) {
      const peer = fabric.peer[port];
      if (!isPair && port > peer) continue;
      if (rackUse !== undefined && Number.isNaN(rackUse[port])) continue;
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

/** By port: of the links of a rack, which lie on one line, the first has the mean use of all, the others NaN; of other links undefined. */
function usesByRack({ view: { fabric, samples }, layout }: Scene, sample: number): readonly (number | undefined)[] {
  const { ports } = samples;
  const uses: (number | undefined)[] = Array.from({ length: ports });
  for (const rack of layout.racks) {
    for (const isUp of [true, false]) {
      const some = rack.map((host) => fabric.base[host]).map((port) => (isUp ? port : fabric.peer[port]));
      const sum = some.reduce(
        (all, port) => all + (samples.times.length === 0 ? 0 : samples.use[sample * ports + port]),
        0,
      );
      some.forEach((port, k) => (uses[port] = k === 0 ? sum / some.length : NaN));
    }
  }
  return uses;
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

/** A node as it is drawn, or a rack of hosts as one. */
interface Box {
  readonly name: string;
  readonly at: Place;
  /** Most px that it is wide. */
  readonly most: number;
  readonly isSwitch: boolean;
  /** 0 to 1: queues against the fullest switch, rates against links. */
  readonly fill: number;
}

function drawNodes(scene: Scene, sample: number, places: readonly Place[], canvas: Canvas): void {
  const { tiers } = scene.layout;
  const last = tiers.length - 1;
  tiers.forEach((tier, row) => {
    const isRacks = row === last && isByRack(scene, canvas);
    const boxes = isRacks
      ? scene.layout.racks.map((rack) => rackBox(scene, rack, sample, places))
      : tier.map((node) => nodeBox(scene, node, sample, places));
    drawTier(boxes, row === last, canvas);
  });
}

function nodeBox({ view, fullQueue }: Scene, node: number, sample: number, places: readonly Place[]): Box {
  const { fabric, samples } = view;
  const isSwitch = fabric.isSwitch[node] === 1;
  let fill = 0;
  if (samples.times.length > 0)
    for (let port = fabric.base[node]; port < fabric.base[node + 1]; port++) {
      const cell = sample * samples.ports + port;
      fill += isSwitch ? samples.egress[cell] / fullQueue : samples.use[cell];
    }
  return { name: fabric.names[node], at: places[node], most: isSwitch ? 46 : 12, isSwitch, fill };
}

function rackBox(scene: Scene, rack: readonly number[], sample: number, places: readonly Place[]): Box {
  const hosts = rack.map((host) => nodeBox(scene, host, sample, places));
  const [first] = hosts;
  if (rack.length === 1) return first;
  const { name: last } = hosts[hosts.length - 1];
  const stem = (name: string): string => name.replace(/\d+$/, "");
  const name = stem(last) === stem(first.name) ? `${first.name}..${last}` : `${first.name} and ${rack.length - 1} more`;
  return { ...first, name, most: 46, fill: hosts.reduce((sum, { fill }) => sum + fill, 0) / hosts.length };
}

function drawTier(boxes: readonly Box[], isLast: boolean, { pen, ink, width }: Canvas): void {
  pen.font = "11px system-ui, sans-serif";
  pen.textAlign = "center";
  const room = (width - 20) / Math.max(1, boxes.length);
  // Where names have no room, every other one, or fewer.
  const longest = boxes.reduce((most, { name }) => Math.max(most, name.length), 0);
  const every = 2 ** Math.max(0, Math.ceil(Math.log2((longest * 6 + 10) / room)));
  for (const [place, { name, at, most, isSwitch, fill }] of boxes.entries()) {
    const { x, y } = at;
    const [w, h] = isSwitch ? [Math.max(3, Math.min(most, room - 3)), 18] : [Math.max(1, Math.min(most, room - 1)), 12];
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
    if (place % every !== 0) continue;
    const line = isLast ? y + h / 2 + 13 : y - h / 2 - 5;
    pen.strokeStyle = ink.paper;
    pen.lineWidth = 3;
    const half = pen.measureText(name).width / 2;
    const middle = Math.max(half, Math.min(width - half, x));
    pen.strokeText(name, middle, line);
    pen.fillStyle = ink.ink;
    pen.fillText(name, middle, line);
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
  const places = placesOf(scene, size);
  let [best, found]: [number, number | undefined] = [7, undefined];
  for (let port = 0; port < fabric.node.length; port++) {
    const [from, to] = [places[fabric.node[port]], places[fabric.node[fabric.peer[port]]]];
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const share = Math.max(0, Math.min(1, ((x - from.x) * dx + (y - from.y) * dy) / (dx * dx + dy * dy || 1)));
    if (share > 0.5) continue;
    const distance = Math.hypot(x - from.x - share * dx, y - from.y - share * dy);
    if (distance < best) [best, found] = [distance, port];
  }
  return found;
}
