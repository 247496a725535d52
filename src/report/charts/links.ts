/** Charts of link utilisation: the busiest links, and how evenly the links of each layer were used. */
import { estimate, type Estimate } from "../../base/confidence.ts";
import { formatTime } from "../../base/format.ts";
import { inOneUnit } from "../../base/one-unit.ts";
import type { Scheme } from "../schemes.ts";
import { linkNamer } from "../../run/measure/link-names.ts";
import type { LabelledRun } from "../labelled-run.ts";
import { linearAxis, percent, type Axis } from "./axes.ts";
import type { Spec } from "./draw.ts";
import { layOut } from "./facets.ts";
import type { Figure } from "./figure.ts";
import { COLOURS, FULL, HALF, MARKERS, SOFT } from "./theme.ts";

const BUSIEST = 20;
/** With at most this number of ports, the chart of the busiest links shows enough links, so there is no chart by layer. */
const FEW = 2 * BUSIEST;
/**
 * Maximum number of pairs of layers, such as "leaf → spine". The name of a node determines its layer. More pairs show
 * that the names do not follow the layers of the network. Then all links form one group.
 */
const MAX_LAYERS = 12;

interface Link {
  readonly link: string;
  readonly layer: string;
  readonly utilisation: number;
  readonly sent: number;
  readonly paused: number;
}

function linksOf(run: LabelledRun): Link[] {
  const { node, port, peer, utilisation, sent_bytes, paused_ns } = run.tables.ports.columns;
  const { name } = linkNamer(run.tables.ports);
  return node.map((from, row) => ({
    link: name(from, port[row], peer[row]),
    layer: `${layer(from)} → ${layer(peer[row])}`,
    utilisation: utilisation[row],
    sent: sent_bytes[row],
    paused: paused_ns[row],
  }));
}

/** The layer of a node: its name without digits. Topologies use names such as leaf0 and spine3. */
const layer = (node: string): string => node.replace(/\d+/g, "") || "node";

const shares: Axis = linearAxis("share of the run in which the link was sending", { low: 0, high: 1 }, percent, {
  ticks: 5,
});

/** Utilisation of a link: mean and interval over the runs of a scheme. Runs without this link do not count. */
function usedBy(runs: readonly Link[][], link: string): Estimate {
  return estimate(runs.flatMap((links) => links.filter((one) => one.link === link).map((one) => one.utilisation)));
}

export function busiestLinks(schemes: readonly Scheme[]): Figure {
  const about = { id: "links", title: "Busiest links", table: "ports" } as const;
  const all = schemes.map((scheme) => scheme.runs.map(linksOf));
  const most = new Map<string, number>();
  for (const { link, utilisation } of all.flat(2)) most.set(link, Math.max(utilisation, most.get(link) ?? 0));
  const used = [...most].filter(([, utilisation]) => utilisation > 0);
  const shown = used
    .sort((a, b) => b[1] - a[1])
    .slice(0, schemes.length > 5 ? BUSIEST / 2 : BUSIEST)
    .map(([link]) => link);
  if (shown.length === 0) return { ...about, notes: ["Nothing was sent."] };
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
  const y = {
    field: "link",
    type: "nominal",
    scale: { domain: shown },
    title: null,
    axis: { grid: true, domain: false, ticks: false, labelLimit: 180, minExtent: 110 },
  } as const;
  const [first] = all[0];
  if (all.length === 1 && all[0].length === 1) return { ...about, ...oneRun(first, shown, y, notes) };

  const { of, names, facets } = layOut(schemes);
  const width = facets.length > 1 ? HALF - 150 : FULL - 180;
  const colour = { field: "name", type: "nominal", legend: null } as const;
  return {
    ...about,
    abreast: facets.length > 1 ? 2 : 1,
    notes: [
      ...notes,
      ...(schemes.some(({ runs }) => runs.length > 1) ? ["Over seeds: the mean and its 95% interval."] : []),
    ],
    legend: { of, names, marks: "markers" },
    charts: facets.map(({ title, lines }) => {
      const values = lines.flatMap(({ name, scheme }) =>
        shown.map((link) => {
          const { mean, half } = usedBy(all[scheme], link);
          return { link, name, mean, low: Math.max(0, mean - half), high: Math.min(1, mean + half) };
        }),
      );
      const yOffset = { field: "name", type: "nominal", scale: { domain: names } } as const;
      const place = { y, yOffset, color: { ...colour, scale: { domain: names, range: COLOURS } } };
      const x = (field: string): object => ({ field, type: "quantitative", ...shares });
      return {
        title,
        spec: {
          width,
          height: { step: names.length > 1 ? 8 : 17, for: "offset" },
          data: { values },
          layer: [
            {
              mark: { type: "rule", strokeWidth: 1.4 },
              encoding: { ...place, x: x("low"), x2: { field: "high" } },
            },
            {
              mark: { type: "point", filled: true, size: 40, opacity: 1 },
              encoding: { ...place, x: x("mean"), shape: { ...colour, scale: { domain: names, range: MARKERS } } },
            },
          ],
        } as object as Spec,
      };
    }),
  };
}

/** Bars for the links of a single run, each with the bytes sent as text. */
function oneRun(
  links: readonly Link[],
  shown: readonly string[],
  y: object,
  notes: readonly string[],
): Pick<Figure, "charts" | "notes"> {
  const values = links.filter(({ link }) => shown.includes(link));
  const sent = inOneUnit(
    "bytes",
    values.map((link) => link.sent),
  );
  const words = values.map(({ link, utilisation, paused }, k) => ({
    link,
    text:
      `${(utilisation * 100).toFixed(1)}% · ${sent[k]}` +
      (paused > 0 ? ` · stopped ${formatTime(Math.round(paused * 1000))}` : ""),
  }));
  const width = FULL - 420;
  return {
    notes: [
      ...notes,
      "Next to each bar: bytes of frames sent, and the time that the link was paused, summed over classes.",
    ],
    charts: [
      {
        spec: {
          width,
          height: { step: 19 },
          layer: [
            {
              data: { values: values.map(({ link, utilisation }) => ({ link, utilisation })) },
              mark: { type: "bar", height: 11, color: COLOURS[0] },
              encoding: { x: { field: "utilisation", type: "quantitative", ...shares }, y },
            },
            {
              data: { values: words },
              mark: { type: "text", align: "left", fontSize: 11, color: SOFT },
              encoding: { x: { value: width + 8 }, y, text: { field: "text", type: "nominal" } },
            },
          ],
        },
      },
    ],
  };
}

interface Spread {
  readonly layer: string;
  readonly scheme: number;
  readonly run: string;
  readonly ports: number;
  readonly least: number;
  readonly quarter: number;
  readonly half: number;
  readonly threeQuarters: number;
  readonly most: number;
}

/**
 * Utilisation of the links by layer. Undefined if every run has at most `FEW` ports.
 */
export function linksByLayer(schemes: readonly Scheme[]): Figure | undefined {
  const runs = schemes.flatMap((scheme) => scheme.runs);
  if (runs.every(({ tables }) => tables.ports.rows <= FEW)) return undefined;
  const all = schemes.map((scheme) => scheme.runs.flatMap(linksOf));
  const layers = [...new Set(all.flat().map((link) => link.layer))];
  const one = layers.length > MAX_LAYERS;
  const spreads = (one ? ["all links"] : layers).flatMap((name) =>
    schemes.flatMap((scheme, k): Spread[] => {
      const used = all[k]
        .filter((link) => one || link.layer === name)
        .map(({ utilisation }) => utilisation)
        .sort((a, b) => a - b);
      if (used.length === 0) return [];
      const at = (share: number): number => used[Math.max(0, Math.ceil(share * used.length) - 1)];
      return [
        {
          layer: name,
          scheme: k,
          run: scheme.label,
          ports: used.length / scheme.runs.length,
          least: at(0),
          quarter: at(0.25),
          half: at(0.5),
          threeQuarters: at(0.75),
          most: at(1),
        },
      ];
    }),
  );
  const several = schemes.length > 1;
  const { of, names, facets } = layOut(schemes);
  const rows = [...new Set(spreads.map((spread) => spread.layer))];
  const position: object = {
    y: {
      field: "layer",
      type: "nominal",
      scale: { domain: rows, paddingInner: several ? 0.25 : 0 },
      title: null,
      axis: { grid: false, domain: false, ticks: false, labelLimit: 180, minExtent: 110 },
    },
    yOffset: { field: "name", type: "nominal", scale: { domain: names } },
  };
  const color: object = { field: "name", type: "nominal", scale: { domain: names, range: COLOURS }, legend: null };
  const x = (field: keyof Spread): object => ({ field, type: "quantitative", ...shares });
  return {
    id: "layers",
    title: "How evenly the links of a layer were used",
    table: "ports",
    notes: [
      "Line: from the least to the most used link of that direction. Box: the middle half. Black tick: the median. Layers follow from the names of nodes." +
        (several ? " From top to bottom as in the legend." : "") +
        (runs.length > schemes.length ? " The links of all seeds together." : ""),
    ],
    abreast: facets.length > 1 ? 2 : 1,
    legend: { of, names, marks: "squares" },
    charts: facets.map(({ title, lines }) => ({
      title,
      spec: {
        width: facets.length > 1 ? HALF - 150 : FULL - 330,
        height: { step: several ? 13 : 22, for: "offset" },
        data: {
          values: lines.flatMap(({ name, scheme }) =>
            spreads.filter((spread) => spread.scheme === scheme).map((spread) => ({ ...spread, name })),
          ),
        },
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
    })),
    texts: several ? 2 : 1,
    numbers: [
      ["links", ...(several ? ["run"] : []), "ports", "least", "median", "most"],
      ...spreads.map(({ layer: name, run, ports, least, half, most }) => [
        name,
        ...(several ? [run] : []),
        String(ports),
        ...[least, half, most].map((share) => `${(share * 100).toFixed(1)}%`),
      ]),
    ],
  };
}
