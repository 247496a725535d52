/**
 * Draws the fabric at one moment on a canvas. It shows nodes and links, paused links by class, and PAUSE frames in
 * flight. Deadlocks are dashed lines.
 */
import { classColour } from "../chart/colours.ts";
import { portNamed } from "../measure/ports.ts";
import type { LitTree } from "../why/congestion-tree.ts";
import { summed, type Bundles } from "./bundles.ts";
import { beside, planOf, roomIn, timeIn, type Canvas, type Place, type Scene, type Size } from "./scene.ts";
import { drawStill } from "./still.ts";

/**
 * The elements to highlight, for a step of a story or for an explained PAUSE. `link` is the name of the link's sending
 * port. `flow` highlights the two hosts of a flow.
 */
export interface Spot {
  readonly link?: string;
  readonly flow?: number;
  /** The congestion tree of the explained PAUSE. */
  readonly tree?: LitTree;
}

export function draw(scene: Scene, clock: number, canvas: Canvas, spot: Spot = {}): void {
  const { pen, width, height } = canvas;
  const time = timeIn(scene, clock);
  drawStill(scene, time, canvas);
  const { places } = planOf(scene, canvas);
  pen.clearRect(0, 0, width, height);
  pen.drawImage(scene.still.canvas, 0, 0, width, height);
  drawSpot(scene, spot, places, canvas);
  if (spot.tree !== undefined) drawTree(scene, spot.tree, places, canvas);
  if (scene.change !== undefined) drawChange(scene, scene.change, places, canvas);
  drawStops(scene, time, places, canvas);
  if (time >= scene.circlesSince) drawCircles(scene, places, canvas);
  drawFrames(scene, time, places, canvas);
  pen.drawImage(scene.still.names, 0, 0, width, height);
  if (spot.flow !== undefined) drawEnds(scene, spot.flow, places, canvas);
}

function drawSpot(
  { fabric, flows }: Scene,
  { link, flow }: Spot,
  places: readonly Place[],
  { pen, ink }: Canvas,
): void {
  const port = link === undefined ? undefined : portNamed(fabric, link);
  if (port === undefined && flow === undefined) return;
  pen.beginPath();
  if (port !== undefined) {
    const [from, to] = endsOf(fabric, port, places);
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

/**
 * Draws a congestion tree as wide lines. The marks of paused links are painted over them. The root has a ring. A link
 * is dashed if the cause of its PAUSE has ended.
 */
function drawTree(
  { fabric }: Scene,
  { root, ports, orphans }: LitTree,
  places: readonly Place[],
  { pen, ink }: Canvas,
): void {
  pen.strokeStyle = ink.spot;
  pen.lineWidth = 6;
  const parts: [readonly number[], number[]][] = [
    [ports, []],
    [orphans, [5, 5]],
  ];
  for (const [some, dash] of parts) {
    pen.beginPath();
    pen.setLineDash(dash);
    for (const port of some) {
      const [from, to] = endsOf(fabric, port, places);
      pen.moveTo(from.x, from.y);
      pen.lineTo(to.x, to.y);
    }
    pen.stroke();
  }
  pen.setLineDash([]);
  const { x, y } = places[fabric.node[root]];
  pen.beginPath();
  pen.arc(x, y, 17, 0, 7);
  pen.lineWidth = 4;
  pen.stroke();
}

/** Draws the names of a flow's two hosts on top of all other names. */
function drawEnds({ fabric, flows }: Scene, flow: number, places: readonly Place[], { pen, ink, width }: Canvas): void {
  pen.font = "bold 11px system-ui, sans-serif";
  pen.textAlign = "center";
  for (const host of [flows.source[flow], flows.destination[flow]]) {
    const name = fabric.names[host];
    const half = pen.measureText(name).width / 2 + 2;
    const x = Math.max(half, Math.min(width - half, places[host].x));
    const y = places[host].y + 19;
    pen.fillStyle = ink.paper;
    pen.fillRect(x - half, y - 10, 2 * half, 13);
    pen.fillStyle = ink.ink;
    pen.fillText(name, x, y);
  }
}

/** Positions of a port's node and of its peer's node. */
const endsOf = ({ node, peer }: Scene["fabric"], port: number, places: readonly Place[]): [Place, Place] => [
  places[node[port]],
  places[node[peer[port]]],
];

/**
 * Draws each deadlock as a dashed line along its links. A deadlock is a circle of queues, each waiting for the next
 * one.
 */
function drawCircles({ fabric, circles }: Scene, places: readonly Place[], { pen, ink }: Canvas): void {
  pen.beginPath();
  for (const port of circles.flat()) {
    const [from, to] = endsOf(fabric, port, places);
    pen.moveTo(from.x, from.y);
    pen.lineTo(to.x, to.y);
  }
  pen.setLineDash([7, 5]);
  pen.strokeStyle = ink.ink;
  pen.lineWidth = 3;
  pen.stroke();
  pen.setLineDash([]);
}

/** Colours for the difference of two runs. A port was paused for less time in the second run, or for longer. */
const CHANGE = { less: "#2f7fd6", longer: "#d1495b" } as const;

/**
 * Draws the difference of two runs. Each half of a link shows how the paused time of the port at that end changed.
 * The colour shows the direction of the change. The width grows with its amount, up to 6 px for the largest one. A bundle
 * shows the sum over its links.
 */
function drawChange(
  { fabric, bundles }: Scene,
  ofPorts: Float64Array,
  places: readonly Place[],
  { pen }: Canvas,
): void {
  const change = bundles === undefined ? ofPorts : summed(bundles, ofPorts);
  const most = change.reduce((high, ns) => Math.max(high, Math.abs(ns)), 0);
  change.forEach((ns, port) => {
    if (ns === 0) return;
    const [to, from] = endsOf(fabric, port, places);
    pen.beginPath();
    pen.moveTo(from.x, from.y);
    pen.lineTo((from.x + to.x) / 2, (from.y + to.y) / 2);
    pen.strokeStyle = ns < 0 ? CHANGE.less : CHANGE.longer;
    pen.lineWidth = 1 + 5 * Math.sqrt(Math.abs(ns) / most);
    pen.stroke();
  });
}

const CLASSES = 8;
/**
 * Where a paused link is marked, in shares of its length. BAR is the distance of the first bar from the paused sender.
 * NEXT_BAR and LINE_END are the distances of the second bar and of the line's end from the first bar.
 */
const [BAR, NEXT_BAR, LINE_END] = [0.26, 0.06, 0.16];
/** Height of the name above a switch, from the centre of its box, in px. */
const NAME_HEIGHT = 30;

/**
 * Marks each paused link next to the paused port. The mark is a line in the colour of the class, with two bars across
 * it as on a pause button. It is faint while the PAUSE frame is still in flight. All marks of one class and state are
 * drawn as one canvas path, which is faster.
 */
function drawStops(scene: Scene, time: number, places: readonly Place[], canvas: Canvas): void {
  if (scene.bundles !== undefined) {
    drawBundleStops(scene, scene.bundles, time, places, canvas);
    return;
  }
  const { fabric, pauses, stops } = scene;
  const { pen, ink } = canvas;
  /** Two paths for each class: the PAUSE is in effect, or its frame is still in flight. */
  const paths: (Path2D | undefined)[] = Array.from({ length: 2 * CLASSES });
  for (const port of stops.ports) {
    const decided = stops.at(port, time);
    const inEffect = stops.at(port, time - (fabric.delay[port] || 0));
    const row = Math.max(decided, inEffect);
    if (row < 0) continue;
    const place = 2 * (pauses.cls[row] & (CLASSES - 1)) + (inEffect < 0 ? 1 : 0);
    markStop((paths[place] ??= new Path2D()), scene, port, places, canvas);
  }
  pen.lineWidth = 2.6;
  paths.forEach((path, place) => {
    if (path === undefined) return;
    pen.globalAlpha = place % 2 === 0 ? 1 : 0.4;
    pen.strokeStyle = classColour(place >> 1, ink.isDark);
    pen.stroke(path);
  });
  pen.globalAlpha = 1;
}

/** Marks each bundle that has paused links. If it has more than one, the number of its paused links is next to the mark. */
function drawBundleStops(
  scene: Scene,
  { bundles, bundleOf }: Bundles,
  time: number,
  places: readonly Place[],
  canvas: Canvas,
): void {
  const { fabric, pauses, stops } = scene;
  const { pen, ink } = canvas;
  /** For each bundle: the number of its paused ports, and the paused class of the last one. */
  const counts = new Int32Array(bundles.length);
  const classes = new Uint8Array(bundles.length);
  for (const port of stops.ports) {
    const row = stops.at(port, time);
    const bundle = bundleOf[fabric.peer[port]];
    if (row < 0 || bundle < 0) continue;
    counts[bundle]++;
    classes[bundle] = pauses.cls[row] & (CLASSES - 1);
  }
  pen.font = "bold 10px system-ui, sans-serif";
  pen.textAlign = "center";
  counts.forEach((count, bundle) => {
    if (count === 0) return;
    const [paused] = bundles[bundle];
    const path = new Path2D();
    markStop(path, scene, fabric.peer[paused], places, canvas);
    pen.lineWidth = 2.6;
    pen.strokeStyle = classColour(classes[bundle], ink.isDark);
    pen.stroke(path);
    if (count === 1) return;
    const [from, to] = endsOf(fabric, paused, places);
    const share = barOf(fabric, paused, to.y - from.y) + LINE_END;
    // The numbers of paused links in the two directions are on opposite sides of the bundle's line.
    const [dx, dy] = beside(from, to, 7);
    const [x, y] = [from.x + (to.x - from.x) * share + dx, from.y + (to.y - from.y) * share + dy];
    const half = pen.measureText(String(count)).width / 2 + 2;
    pen.fillStyle = ink.paper;
    pen.fillRect(x - half, y - 7, 2 * half, 12);
    pen.fillStyle = ink.ink;
    pen.fillText(String(count), x, y + 3);
  });
}

/**
 * The distance of the first bar from the paused port, as a share of the link's length. If the link leads upwards from a
 * switch, the distance is larger where the name above the switch would hide the bar.
 */
const barOf = ({ isSwitch, node }: Scene["fabric"], paused: number, wayY: number): number =>
  isSwitch[node[paused]] === 1 && wayY < 0 ? Math.min(0.4, Math.max(BAR, NAME_HEIGHT / -wayY)) : BAR;

/** Adds the mark of one paused link to `path`. `port` is the port that sent the PAUSE to its peer. */
function markStop(path: Path2D, scene: Scene, port: number, places: readonly Place[], canvas: Canvas): void {
  const { fabric, layout } = scene;
  const [to, from] = endsOf(fabric, port, places);
  const [dx, dy] = beside(from, to, 1.3);
  const [wayX, wayY] = [to.x - from.x, to.y - from.y];
  // The line starts outside the box of the node.
  const start = Math.min(BAR, 11 / Math.max(1, Math.abs(wayY)));
  const first = barOf(fabric, fabric.peer[port], wayY);
  path.moveTo(from.x + wayX * start + dx, from.y + wayY * start + dy);
  path.lineTo(from.x + wayX * (first + LINE_END) + dx, from.y + wayY * (first + LINE_END) + dy);
  // The bars are shorter if many links are close together.
  const room = roomIn(layout.tiers[layout.tier[fabric.node[fabric.peer[port]]]].length, canvas);
  const [ox, oy] = beside(from, to, Math.max(2.4, Math.min(5.5, room * 0.36)));
  for (const share of [first, first + NEXT_BAR]) {
    const [x, y] = [from.x + wayX * share + dx, from.y + wayY * share + dy];
    path.moveTo(x - ox, y - oy);
    path.lineTo(x + ox, y + oy);
  }
}

/**
 * Draws the last frame that each port has sent, if it is still in flight. A filled dot is a frame that pauses, and a
 * hollow dot is a frame that resumes.
 */
function drawFrames(
  { fabric, pauses, stops }: Scene,
  time: number,
  places: readonly Place[],
  { pen, ink }: Canvas,
): void {
  pen.lineWidth = 1.5;
  for (const port of stops.ports) {
    const row = stops.last(port, time);
    if (row < 0) continue;
    const delay = Math.max(1, fabric.delay[port]);
    const isOver = pauses.end[row] <= time;
    const share = (time - (isOver ? pauses.end[row] : pauses.start[row])) / delay;
    if (share > 1) continue;
    const [from, to] = endsOf(fabric, port, places);
    pen.beginPath();
    pen.arc(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share, 4, 0, 7);
    pen.fillStyle = isOver ? ink.paper : classColour(pauses.cls[row], ink.isDark);
    pen.fill();
    pen.strokeStyle = classColour(pauses.cls[row], ink.isDark);
    pen.stroke();
  }
}

/**
 * The port whose half of a link is closest to the pointer. Each of the two ports of a link has the half at its own end.
 * Undefined if no link is within 7 px.
 */
export function portAt(scene: Scene, { x, y }: Place, size: Size): number | undefined {
  const { fabric } = scene;
  const { places } = planOf(scene, size);
  let [best, found]: [number, number | undefined] = [7, undefined];
  for (let port = 0; port < fabric.node.length; port++) {
    const [from, to] = endsOf(fabric, port, places);
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const share = Math.max(0, Math.min(1, ((x - from.x) * dx + (y - from.y) * dy) / (dx * dx + dy * dy || 1)));
    if (share > 0.5) continue;
    const distance = Math.hypot(x - from.x - share * dx, y - from.y - share * dy);
    if (distance < best) [best, found] = [distance, port];
  }
  return found;
}

/** The pod whose box is under the pointer. Undefined if none is. */
export function podAt(scene: Scene, { x, y }: Place, size: Size): number | undefined {
  const { bundles } = scene;
  if (bundles === undefined) return undefined;
  const { places } = planOf(scene, size);
  const found = bundles.groups.findIndex(
    ([node]) => Math.abs(places[node].x - x) <= 12 && Math.abs(places[node].y - y) <= 10,
  );
  return found < 0 || bundles.pod[found] < 0 ? undefined : bundles.pod[found];
}
