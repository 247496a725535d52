/**
 * The style of charts: fonts, greys, and the colours and dash patterns that distinguish runs.
 *
 * Each run has its own colour, dash pattern and marker, so that a grey copy of a page remains readable. Each colour of a
 * line (`COLOURS`) has a contrast of at least 3.5 to white. Adjacent colours differ in lightness.
 */
import type { Config } from "vega-lite";

/**
 * Maximum lines in a chart. With more runs, ports or flows only some are drawn, so that lines remain distinguishable.
 */
export const MAX_LINES = 8;

export const COLOURS = ["#1b3f8b", "#d9602b", "#0b6e4f", "#b255b8", "#1d1d1f", "#b07c00", "#8c1d40", "#2893b8"];
export const DASHES = [
  [1, 0],
  [7, 3],
  [2, 2],
  [9, 3, 2, 3],
  [14, 4],
  [4, 2, 1, 2, 1, 2],
  [1, 3],
  [10, 2, 4, 2],
];
export const MARKERS = [
  "circle",
  "square",
  "triangle-up",
  "diamond",
  "triangle-down",
  "cross",
  "triangle-right",
  "triangle-left",
];

/** Fill colours of bars. Every second colour is pale, so that adjacent bars differ in grey. */
export const FILLS = ["#1b3f8b", "#f6d7ca", "#0b6e4f", "#ecd4ed", "#1d1d1f", "#ebdfbf", "#8c1d40", "#c9e4ed"];

/**
 * Widths of charts in px, axes included. FULL is the width of the page. The others are for two, three or four charts in
 * a row.
 */
export const FULL = 1044;
export const HALF = 504;
export const THIRD = 330;
export const QUARTER = 232;
/** Room for the y axis with its labels and title, and between adjacent charts, px. */
export const MARGIN = 70;

const FONT = ["system-ui", "-apple-system", "'Segoe UI'", "Roboto", "'Helvetica Neue'", "Arial", "sans-serif"].join(
  ", ",
);
const INK = "#1d1d1f";
/** The grey of labels. */
export const SOFT = "#55585e";
/** The grey of background lines. */
const RULE = "#dfe2e6";

export const THEME: Config = {
  font: FONT,
  background: "transparent",
  padding: 2,
  aria: false, // the page gives each drawing one label; a label for every point is noise, and most of the bytes
  view: { stroke: null },
  title: { aria: false, anchor: "start", fontSize: 12.5, fontWeight: 600, color: INK, offset: 6, frame: "group" },
  axis: {
    labelFontSize: 11.5,
    titleFontSize: 12,
    titleFontWeight: 500,
    labelColor: SOFT,
    titleColor: INK,
    gridColor: RULE,
    domainColor: "#8a8e94",
    tickColor: "#8a8e94",
    tickSize: 4,
    labelPadding: 4,
    titlePadding: 8,
    labelLimit: 320,
    labelOverlap: "greedy",
  },
  axisX: { grid: false },
  axisY: { minExtent: 44 },
  legend: {
    orient: "top",
    direction: "horizontal",
    title: null,
    labelFontSize: 12,
    labelColor: INK,
    labelLimit: 0,
    columnPadding: 18,
    rowPadding: 4,
    offset: 10,
  },
};

/** For each colour of a chart, its replacement on a dark page: dark colours become light, and pale fills become dark. */
export const DARK: Readonly<Record<string, string>> = {
  "#1b3f8b": "#8fb4ff",
  "#d9602b": "#ff9a66",
  "#0b6e4f": "#4fd1a5",
  "#b255b8": "#e29be6",
  "#1d1d1f": "#e8e8ea",
  "#b07c00": "#e6b84a",
  "#8c1d40": "#ff8fae",
  "#2893b8": "#6fd0ec",
  "#f6d7ca": "#5f3a28",
  "#ecd4ed": "#57395a",
  "#ebdfbf": "#51441f",
  "#c9e4ed": "#1f4c5b",
  "#55585e": "#a9adb5",
  "#dfe2e6": "#33363c",
  "#8a8e94": "#7b8088",
  "#fff": "#16181c",
  "#000": "#fff",
};
