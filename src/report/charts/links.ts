/** Which links were used most, and how evenly the links of a layer were. */
import { formatBytes, formatTime } from "../../format.ts";
import { linkNamer } from "./link-names.ts";
import type { LabelledRun } from "../labelled-run.ts";
import { linearAxis, percent, type Axis } from "./axes.ts";
import type { Figure } from "./figure.ts";
import { COLOURS, FULL, MARKERS, SOFT } from "./theme.ts";

const BUSIEST = 20;
/** Up to so many ports the busiest links say it all. */
const FEW = 2 * BUSIEST;
/** Layers told apart by names; where there would be more, the names do not follow layers. */
const MOST_LAYERS = 12;

interface Link {
  readonly link: string;
  readonly layer: string;
  readonly utilisation: number;
  readonly sent: number;
  readonly paused: number;
}

function linksOf(run: LabelledRun): Link[] {
  const { node, port, peer, utilisation, sent_bytes, paused_ns } = run.tables.ports.columns;
  const name = linkNamer(run);
  return node.map((from, row) => ({
    link: name(from, port[row], peer[row]),
    layer: `${layer(from)} → ${layer(peer[row])}`,
    utilisation: utilisation[row],
    sent: sent_bytes[row],
    paused: paused_ns[row],
  }));
}

/** Topologies name nodes by layer and number: leaf0, spine3. */
const layer = (node: string): string => node.replace(/\d+/g, "") || "node";

const shares: Axis = linearAxis("share of the run in which the link was sending", { low: 0, high: 1 }, percent, {
  ticks: 10,
});

export function busiestLinks(runs: readonly LabelledRun[]): Figure {
  const about = { id: "links", title: "Busiest links", table: "ports" } as const;
  const all = runs.map(linksOf);
  const most = new Map<string, number>();
  for (const { link, utilisation } of all.flat()) most.set(link, Math.max(utilisation, most.get(link) ?? 0));
  const used = [...most].filter(([, utilisation]) => utilisation > 0);
  const shown = used
    .sort((a, b) => b[1] - a[1])
    .slice(0, BUSIEST)
    .map(([link]) => link);
  if (shown.length === 0) return { ...about, notes: ["Nothing was sent."] };

  const values = all.flatMap((links, k) =>
    links
      .filter(({ link }) => shown.includes(link))
      .map(({ link, utilisation }) => ({ link, utilisation, run: runs[k].label })),
  );
  const y = {
    field: "link",
    type: "nominal",
    scale: { domain: shown },
    title: null,
    axis: { grid: runs.length > 1, domain: false, ticks: false, labelLimit: 220, minExtent: 150 },
  } as const;
  const x = { field: "utilisation", type: "quantitative", ...shares } as const;
  const size = { width: FULL - (runs.length > 1 ? 180 : 420), height: { step: 19 } } as const;
  const left = used.length - shown.length;
  const idle = most.size - used.length;
  const notes = [
    ...(left > 0
      ? [
          `The ${shown.length} busiest of ${most.size} directions of links${idle === 0 ? "" : `; ${idle} sent nothing`}.`,
        ]
      : []),
    "Preamble and gap between frames count as used.",
  ];
  if (runs.length > 1) {
    const names = runs.map(({ label }) => label);
    const run = { field: "run", type: "nominal", legend: {} } as const;
    return {
      ...about,
      notes,
      chart: {
        ...size,
        data: { values },
        mark: { type: "point", filled: true, size: 60, opacity: 1 },
        encoding: {
          x,
          y,
          color: { ...run, scale: { domain: names, range: COLOURS } },
          shape: { ...run, scale: { domain: names, range: MARKERS } },
        },
      },
    };
  }
  const words = all[0]
    .filter(({ link }) => shown.includes(link))
    .map(({ link, utilisation, sent, paused }) => ({
      link,
      text:
        `${(utilisation * 100).toFixed(1)}% · ${formatBytes(sent)}` +
        (paused > 0 ? ` · stopped ${formatTime(Math.round(paused * 1000))}` : ""),
    }));
  return {
    ...about,
    notes: [
      ...notes,
      "Beside each bar: bytes of frames sent, and how long PAUSEs stopped the link, all classes added up.",
    ],
    chart: {
      ...size,
      layer: [
        { data: { values }, mark: { type: "bar", height: 11, color: COLOURS[0] }, encoding: { x, y } },
        {
          data: { values: words },
          mark: { type: "text", align: "left", fontSize: 11, color: SOFT },
          encoding: { x: { value: FULL - 412 }, y, text: { field: "text", type: "nominal" } },
        },
      ],
    },
  };
}

interface Spread {
  readonly layer: string;
  readonly run: string;
  readonly ports: number;
  readonly least: number;
  readonly quarter: number;
  readonly half: number;
  readonly threeQuarters: number;
  readonly most: number;
}

/** Undefined for networks of few ports, which the busiest links show whole. */
export function linksByLayer(runs: readonly LabelledRun[]): Figure | undefined {
  if (runs.every(({ tables }) => tables.ports.rows <= FEW)) return undefined;
  const all = runs.map(linksOf);
  const layers = [...new Set(all.flat().map((link) => link.layer))];
  const one = layers.length > MOST_LAYERS;
  const spreads = (one ? ["all links"] : layers).flatMap((name) =>
    runs.flatMap(({ label }, k): Spread[] => {
      const used = all[k]
        .filter((link) => one || link.layer === name)
        .map(({ utilisation }) => utilisation)
        .sort((a, b) => a - b);
      if (used.length === 0) return [];
      const at = (share: number): number => used[Math.max(0, Math.ceil(share * used.length) - 1)];
      return [
        {
          layer: name,
          run: label,
          ports: used.length,
          least: at(0),
          quarter: at(0.25),
          half: at(0.5),
          threeQuarters: at(0.75),
          most: at(1),
        },
      ];
    }),
  );
  const names = runs.map(({ label }) => label);
  const rows = [...new Set(spreads.map((spread) => spread.layer))];
  const position: object = {
    y: {
      field: "layer",
      type: "nominal",
      scale: { domain: rows, paddingInner: runs.length > 1 ? 0.25 : 0 },
      title: null,
      axis: { grid: false, domain: false, ticks: false, labelLimit: 220, minExtent: 150 },
    },
    yOffset: { field: "run", type: "nominal", scale: { domain: names } },
  };
  const color: object = {
    field: "run",
    type: "nominal",
    scale: { domain: names, range: COLOURS },
    legend: runs.length > 1 ? { symbolType: "square", symbolSize: 90, symbolStrokeWidth: 0 } : null,
  };
  const x = (field: keyof Spread): object => ({ field, type: "quantitative", ...shares });
  return {
    id: "layers",
    title: "How evenly the links of a layer were used",
    table: "ports",
    notes: [
      "Line: from the least to the most used link of that direction; box: the middle half; black tick: the median. Layers by the names of nodes." +
        (runs.length > 1 ? " Runs of a layer from top to bottom as in the legend." : ""),
    ],
    chart: {
      width: FULL - 330,
      height: { step: runs.length > 1 ? 13 : 22, for: "offset" },
      data: { values: spreads },
      layer: [
        {
          mark: { type: "rule", strokeWidth: 1.4 },
          encoding: { ...position, x: x("least"), x2: { field: "most" }, color },
        },
        {
          mark: { type: "bar", height: 7 },
          encoding: { ...position, x: x("quarter"), x2: { field: "threeQuarters" }, color },
        },
        {
          mark: { type: "tick", thickness: 2.5, height: 11, color: "#000", opacity: 1 },
          encoding: { ...position, x: x("half") },
        },
      ],
    },
    numbers: [
      ["links", ...(runs.length > 1 ? ["run"] : []), "ports", "least", "median", "most"],
      ...spreads.map(({ layer: name, run, ports, least, half, most }) => [
        name,
        ...(runs.length > 1 ? [run] : []),
        String(ports),
        ...[least, half, most].map((share) => `${(share * 100).toFixed(1)}%`),
      ]),
    ],
  };
}
