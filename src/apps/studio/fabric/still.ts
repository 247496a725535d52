/**
 * Draws the part of the fabric that does not change between two samples. Links show their utilisation, switches their
 * backlog and hosts their rates.
 */
import { lastAt } from "../chart/plot.ts";
import { groupName, type Bundles } from "./bundles.ts";
import { fitting } from "./labels.ts";
import { beside, planOf, roomIn, type Canvas, type Place, type Plan, type Scene } from "./scene.ts";
import { visible } from "./visible.ts";

/**
 * If a fabric has at most this many links, each direction of a link is drawn as its own line. Otherwise a link is one
 * line.
 */
const MAX_PAIRS = 700;
/**
 * If a fabric has more than this many links, every line is at most one pixel wide. Wider lines would hide each other
 * and take several times as long to draw.
 */
const MANY = 150;
/** Number of shades for a link's utilisation. */
const SHADES = 6;

/**
 * Draws the sample at `time` on the canvases of `scene.still`. The drawing is cached until the sample, the size, the
 * visible part or the theme changes.
 */
export function drawStill(scene: Scene, time: number, canvas: Canvas): void {
  const { still } = scene;
  const { pen: shown, ink, width, height } = canvas;
  const sample = Math.max(0, lastAt(scene.samples.times, time));
  const key = [sample, shown.canvas.width, width, shown.canvas.height, height, ink.isDark, ...visible.peek()].join(" ");
  if (still.key === key) return;
  still.key = key;
  const [pen, names] = [still.canvas, still.names].map((one) => {
    one.width = shown.canvas.width;
    one.height = shown.canvas.height;
    return one.getContext("2d");
  });
  if (pen === null || names === null) return;
  for (const one of [pen, names]) one.setTransform(shown.getTransform());
  const plan = planOf(scene, canvas);
  drawLinks(scene, sample, plan, { ...canvas, pen });
  drawNodes(scene, sample, plan, { ...canvas, pen }, { ...canvas, pen: names });
}

const shade = (k: number, isDark: boolean): string => {
  const share = k / (SHADES - 1);
  return isDark
    ? `hsl(${215 - 15 * share} ${10 + 70 * share}% ${26 + 44 * share}%)`
    : `hsl(215 ${12 + 58 * share}% ${86 - 50 * share}%)`;
};

/** Draws the links. All links of one shade are drawn as one canvas path. */
function drawLinks(scene: Scene, sample: number, { places, isByRack }: Plan, canvas: Canvas): void {
  const { pen, ink } = canvas;
  if (scene.bundles !== undefined) {
    drawBundles(scene, scene.bundles, usesAt(scene, sample), places, canvas);
    return;
  }
  const { node, peer } = scene.fabric;
  const ports = node.length;
  const isPair = ports / 2 <= MAX_PAIRS;
  const uses = isByRack ? usesByRack(scene, sample) : usesAt(scene, sample);
  const paths = Array.from({ length: SHADES }, () => new Path2D());
  for (let port = 0; port < ports; port++) {
    const other = peer[port];
    if ((!isPair && port > other) || Number.isNaN(uses[port])) continue;
    const use = isPair ? uses[port] : Math.max(uses[port], uses[other]);
    const path = paths[Math.max(0, Math.min(SHADES - 1, Math.ceil(use * (SHADES - 1) - 0.02)))];
    const [from, to] = [places[node[port]], places[node[other]]];
    const [dx, dy] = isPair ? beside(from, to, 1.3) : [0, 0];
    path.moveTo(from.x + dx, from.y + dy);
    path.lineTo(to.x + dx, to.y + dy);
  }
  const [thin, thick] = ports > 2 * MANY ? [0.5, 1] : [0.8, 2.2];
  paths.forEach((path, k) => {
    pen.strokeStyle = shade(k, ink.isDark);
    pen.lineWidth = thin + ((thick - thin) * k) / (SHADES - 1);
    pen.stroke(path);
  });
}

/**
 * Draws each bundle as one line. Its shade shows the mean utilisation of the links, and its width grows with their
 * number.
 */
function drawBundles(
  { fabric: { node, peer } }: Scene,
  { bundles }: Bundles,
  uses: Float32Array,
  places: readonly Place[],
  { pen, ink }: Canvas,
): void {
  for (const ports of bundles) {
    const [port] = ports;
    const use = ports.reduce((sum, one) => sum + uses[one], 0) / ports.length;
    const [from, to] = [places[node[port]], places[node[peer[port]]]];
    const [dx, dy] = beside(from, to, 1.5);
    pen.beginPath();
    pen.moveTo(from.x + dx, from.y + dy);
    pen.lineTo(to.x + dx, to.y + dy);
    pen.strokeStyle = shade(Math.max(0, Math.min(SHADES - 1, Math.ceil(use * (SHADES - 1) - 0.02))), ink.isDark);
    pen.lineWidth = 0.6 + 0.35 * Math.log2(ports.length);
    pen.stroke();
  }
}

/** Utilisation of each port's link, from 0 to 1. */
const usesAt = ({ samples: { times, ports, use } }: Scene, sample: number): Float32Array =>
  times.length === 0 ? new Float32Array(ports) : use.subarray(sample * ports, (sample + 1) * ports);

/**
 * Utilisation of each port's link if the hosts of a rack are drawn as one box. The links of these hosts are then one line
 * for each direction. In the result, the first host's link has the mean of all of them, and the other links have NaN.
 */
function usesByRack(scene: Scene, sample: number): Float32Array {
  const { fabric, layout } = scene;
  const uses = usesAt(scene, sample).slice();
  for (const rack of layout.racks) {
    for (const isUp of [true, false]) {
      const some = rack.map((host) => fabric.base[host]).map((port) => (isUp ? port : fabric.peer[port]));
      const sum = some.reduce((all, port) => all + uses[port], 0);
      some.forEach((port, k) => (uses[port] = k === 0 ? sum / some.length : NaN));
    }
  }
  return uses;
}

/** A box of the drawing: one node, the hosts of a rack, or a group. */
interface Box {
  readonly name: string;
  readonly at: Place;
  /** Maximum width of the box, in px. */
  readonly most: number;
  readonly isSwitch: boolean;
  /**
   * Filled share of the box, from 0 to 1. For a switch it is the backlog divided by `fullQueue`. For a host it is the
   * utilisation of its links.
   */
  readonly fill: number;
  /** True if the box's name is always drawn. */
  readonly isMain: boolean;
}

/** Draws the nodes on one canvas, and their names on the other one. */
function drawNodes(scene: Scene, sample: number, { places, isByRack }: Plan, canvas: Canvas, names: Canvas): void {
  const { tiers, racks } = scene.layout;
  const { bundles } = scene;
  if (bundles !== undefined) {
    tiers.forEach((_, row) => {
      const groups = bundles.groups.filter((__, group) => bundles.tier[group] === row);
      const boxes = groups.map((nodes) => groupBox(scene, nodes, sample, places));
      drawBoxes(scene, boxes, canvas);
      drawNames(scene, boxes, row === tiers.length - 1, names);
    });
    return;
  }
  const last = tiers.length - 1;
  tiers.forEach((tier, row) => {
    const boxes =
      row === last && isByRack
        ? racks.map((rack) => rackBox(scene, rack, sample, places))
        : tier.map((node) => nodeBox(scene, node, sample, places));
    drawBoxes(scene, boxes, canvas);
    drawNames(scene, boxes, row === last, names);
  });
}

function nodeBox(
  { fabric, samples, fullQueue, isMain }: Scene,
  node: number,
  sample: number,
  places: readonly Place[],
): Box {
  const isSwitch = fabric.isSwitch[node] === 1;
  let fill = 0;
  if (samples.times.length > 0)
    for (let port = fabric.base[node]; port < fabric.base[node + 1]; port++) {
      const cell = sample * samples.ports + port;
      fill += isSwitch ? samples.egress[cell] / fullQueue : samples.use[cell];
    }
  return {
    name: fabric.names[node],
    at: places[node],
    most: isSwitch ? 46 : 12,
    isSwitch,
    fill,
    isMain: isMain[node] === 1,
  };
}

function rackBox(scene: Scene, rack: readonly number[], sample: number, places: readonly Place[]): Box {
  if (rack.length === 1) return nodeBox(scene, rack[0], sample, places);
  return groupBox(scene, rack, sample, places);
}

/**
 * The box of several nodes. A box of switches is filled as far as the fullest switch. A box of hosts is filled by the
 * mean over the hosts.
 */
function groupBox(scene: Scene, nodes: readonly number[], sample: number, places: readonly Place[]): Box {
  const boxes = nodes.map((node) => nodeBox(scene, node, sample, places));
  const [first] = boxes;
  if (boxes.length === 1) return first;
  const fills = boxes.map(({ fill }) => fill);
  const fill = first.isSwitch ? Math.max(...fills) : fills.reduce((sum, one) => sum + one, 0) / fills.length;
  return { ...first, name: groupName(scene.fabric, nodes), isMain: false, most: 46, fill };
}

/** Draws all boxes of a tier: the background, the filled part and the frame. */
function drawBoxes(scene: Scene, boxes: readonly Box[], canvas: Canvas): void {
  const { pen, ink } = canvas;
  const room = roomIn(boxes.length, canvas);
  const frames = new Path2D();
  const [switches, hosts] = [new Path2D(), new Path2D()];
  let isFramed = false;
  // A box in an open pod is one node, and a box outside it is a group of nodes. The boxes of groups are closer together. So
  // the distance of each box to its nearest neighbour limits the width of the box.
  const gaps = scene.bundles === undefined ? undefined : gapsOf(boxes);
  for (const [k, { at, most: widest, isSwitch, fill }] of boxes.entries()) {
    const most = gaps === undefined ? widest : Math.min(widest, gaps[k] - 1);
    const [w, h] = isSwitch ? [Math.max(3, Math.min(most, room - 3)), 18] : [Math.max(1, Math.min(most, room - 1)), 12];
    frames.rect(at.x - w / 2, at.y - h / 2, w, h);
    isFramed ||= w > 2;
    const part = h * Math.max(0, Math.min(1, fill));
    (isSwitch ? switches : hosts).rect(at.x - w / 2, at.y + h / 2 - part, w, part);
  }
  pen.fillStyle = ink.paper;
  pen.fill(frames);
  pen.fillStyle = ink.backlog;
  pen.fill(switches);
  pen.fillStyle = shade(SHADES - 1, ink.isDark);
  pen.fill(hosts);
  if (!isFramed) return;
  pen.strokeStyle = ink.soft;
  pen.lineWidth = 1;
  pen.stroke(frames);
}

/** For each box: the distance to the centre of its nearest neighbour, in px. The boxes are ordered from left to right. */
const gapsOf = (boxes: readonly Box[]): number[] =>
  boxes.map(({ at: { x } }, k) =>
    Math.min(x - (boxes[k - 1]?.at.x ?? -Infinity), (boxes[k + 1]?.at.x ?? Infinity) - x),
  );

/** Estimated width of a letter and height of a line, in px. */
const [LETTER, LINE] = [6.4, 13];
const FEW_GROUPS = 8;

/** Draws the names of nodes, as many as fit. A background keeps them readable over links. */
function drawNames(scene: Scene, boxes: readonly Box[], isLast: boolean, canvas: Canvas): void {
  const { pen, ink, width } = canvas;
  pen.font = "11px system-ui, sans-serif";
  pen.textAlign = "center";
  // If there are only a few groups of hosts, each of them counts as a main node. So `fitting` tries a second line for a name
  // that does not fit the first.
  const areFew = isLast && scene.bundles !== undefined && boxes.length <= FEW_GROUPS;
  const labels = boxes.map(({ name, at, isMain }) => {
    const wide = shortened(name).length * LETTER;
    return { x: Math.max(wide / 2, Math.min(width - wide / 2, at.x)), width: wide, isMain: isMain || areFew };
  });
  for (const { label, line } of fitting(labels, roomIn(boxes.length, canvas))) {
    const { name, at, isSwitch, isMain } = boxes[label];
    const { x, width: wide } = labels[label];
    const y = isLast ? at.y + 19 + LINE * line : at.y - (isSwitch ? 14 : 11) - LINE * line;
    if (!isLast) {
      pen.fillStyle = `${ink.paper}d9`;
      pen.fillRect(x - wide / 2 - 1, y - LINE + 3, wide + 2, LINE);
    }
    pen.font = `${isMain ? "bold " : ""}11px system-ui, sans-serif`;
    pen.fillStyle = ink.ink;
    pen.fillText(shortened(name), x, y);
  }
}

/** Maximum length of a name in the drawing. Lists have the whole name. */
const MAX_NAME = 32;

const shortened = (name: string): string => (name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1)}…` : name);
