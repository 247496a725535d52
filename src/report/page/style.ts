/** The page's style: light and dark for screens of 500 to 1100 px, and always light on paper. */
import { DARK } from "../charts/theme.ts";

/**
 * Charts contain their own colours, so that they also work as single files. On a dark page these rules replace each
 * colour.
 */
const CHARTS = Object.entries(DARK).map(
  ([light, dark]) => `  svg [fill="${light}"] { fill: ${dark}; }\n  svg [stroke="${light}"] { stroke: ${dark}; }\n`,
);

const FONT = ["system-ui", "-apple-system", '"Segoe UI"', "Roboto", '"Helvetica Neue"', "Arial", "sans-serif"].join(
  ", ",
);
const MONOSPACE = ["ui-monospace", "SFMono-Regular", "Menlo", "Consolas", "monospace"].join(", ");

export const STYLE = `
:root { color-scheme: light dark; --paper: #fff; --ink: #1d1d1f; --soft: #55585e; --rule: #dfe2e6; --pale: #f5f6f8; --grey: #8a8e94; --blue: #1b4f9c;
  --red: #a3231b; --blush: #fdf3f2; --green: #0b6e4f; --amber: #8a5a00; }
@media screen and (prefers-color-scheme: dark) {
  :root { --paper: #16181c; --ink: #e8e8ea; --soft: #a9adb5; --rule: #33363c; --pale: #1f2227; --grey: #7b8088; --blue: #8fb4ff;
    --red: #ff8a80; --blush: #2d1c1b; --green: #4fd1a5; --amber: #e6b84a; }
${CHARTS.join("")}}
@media print { :root { color-scheme: light; } }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { max-width: 1104px; margin: 0 auto; padding: 32px 28px 64px; color: var(--ink); background: var(--paper);
  font: 15px/1.5 ${FONT}; }
h1 { margin: 0; font-size: 32px; line-height: 1.15; letter-spacing: -0.01em; overflow-wrap: anywhere; }
h2 { margin: 44px 0 12px; padding-top: 12px; border-top: 2px solid var(--ink); font-size: 21px; line-height: 1.3; }
h3 { margin: 22px 0 4px; font-size: 15.5px; line-height: 1.35; }
p { margin: 6px 0; }
a { color: var(--blue); }
.kind { margin: 0 0 6px; color: var(--soft); font-size: 13px; font-weight: 600; letter-spacing: 0.02em; }
.about { margin: 8px 0 0; color: var(--soft); font-size: 18px; overflow-wrap: anywhere; }
.alarm { display: flex; gap: 4px 16px; margin: 14px 0 0; padding: 8px 14px; border: 1.5px solid var(--red); border-left-width: 8px; background: var(--blush); }
.alarm strong { flex: 0 0 108px; color: var(--red); text-transform: uppercase; letter-spacing: 0.03em; font-size: 13.5px; line-height: 23px; }
.alarm p { margin: 0; overflow-wrap: anywhere; }
.alarm.mild { border: 1px solid var(--grey); border-left-width: 8px; background: var(--pale); }
.mild.alarm strong { color: var(--ink); }
.bad { color: var(--red); }
.verdict { font-weight: 600; white-space: nowrap; color: var(--soft); }
.verdict svg { margin-right: 3px; vertical-align: -1px; fill: none; stroke: currentColor; stroke-width: 1.4; }
.verdict.holds { color: var(--green); }
.verdict.direction { color: var(--amber); }
.verdict.fails { color: var(--red); }
.note, figcaption { color: var(--soft); font-size: 13px; line-height: 1.45; }
.empty { color: var(--soft); }
.data { white-space: normal; }
nav { margin-top: 28px; font-size: 14px; display: flex; flex-wrap: wrap; gap: 4px 18px; }
.tiles { display: grid; grid-template-columns: repeat(5, 1fr); gap: 1px; margin: 24px 1px 0; }
.tiles > div { padding: 10px 12px 9px; box-shadow: 0 0 0 1px var(--rule); }
.tiles dt { color: var(--soft); font-size: 12.5px; }
.tiles dd { margin: 0; font-size: 19px; font-weight: 600; line-height: 1.3; font-variant-numeric: tabular-nums; }
.tiles dd.about { margin: 0; color: var(--soft); font-size: 11.5px; font-weight: 400; line-height: 1.35; }
.tiles .bad dd { color: var(--red); }
.facts { columns: 2; column-gap: 40px; margin: 0; font-size: 13.5px; }
.facts dt { float: left; clear: left; width: 112px; color: var(--soft); }
.facts dd { margin: 0 0 5px 112px; overflow-wrap: anywhere; break-inside: avoid; }
.facts ul { margin: 0; padding: 0; list-style: none; }
em { font-style: normal; font-weight: 600; }
.figures { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 10px 32px; }
figure { margin: 6px 0 14px; min-width: 0; }
.full, .empty { grid-column: 1 / -1; }
figure h3 { margin: 8px 0 8px; }
.panels { display: grid; grid-template-columns: minmax(0, 1fr); gap: 16px 10px; align-items: end; }
.abreast2 { grid-template-columns: repeat(2, minmax(0, 1fr)); }
.abreast3 { grid-template-columns: repeat(3, minmax(0, 1fr)); }
.abreast4 { grid-template-columns: repeat(4, minmax(0, 1fr)); }
.panel .of { margin: 0 0 4px; color: var(--soft); font-size: 12px; line-height: 1.3; }
h4 { margin: 0; font-size: 12.5px; font-weight: 600; line-height: 1.3; overflow-wrap: anywhere; }
.chart { overflow-x: auto; }
.chart svg { display: block; max-width: 100%; height: auto; }
.legend { display: flex; flex-wrap: wrap; gap: 2px 18px; margin: 0 0 8px; font-size: 13px; }
.legend .of { color: var(--soft); }
.legend .key { overflow-wrap: anywhere; }
.legend svg { margin-right: 6px; vertical-align: -1px; }
.varied { margin: 12px 0 0; padding: 0; list-style: none; font-size: 14px; overflow-wrap: anywhere; }
figcaption { margin-top: 8px; }
details { margin-top: 8px; font-size: 13px; }
summary { color: var(--blue); cursor: pointer; }
code { font: 0.93em ${MONOSPACE}; }
.scroll { overflow-x: auto; margin: 10px 0; }
table { border-collapse: collapse; font-size: 13px; line-height: 1.4; font-variant-numeric: tabular-nums; }
th, td { padding: 4px 0 4px 18px; border-bottom: 1px solid var(--rule); text-align: right; vertical-align: top; white-space: nowrap; }
.dense th, .dense td { padding-left: 11px; font-size: 12.5px; }
.dense th:first-child, .dense td:first-child { padding-left: 0; }
span.half { display: block; color: var(--soft); font-size: 11px; line-height: 1.1; }
.spans th { border-bottom-color: var(--rule); padding-bottom: 2px; text-align: center; }
.spans th:not(:empty) { border-left: 1px solid var(--rule); padding-left: 9px; }
th { border-bottom-color: var(--ink); font-weight: 600; vertical-align: bottom; white-space: normal; }
th.text, td.text { text-align: left; white-space: normal; overflow-wrap: break-word; }
.short { white-space: nowrap !important; }
th:first-child, td:first-child { padding-left: 0; }
td.text:not(.short, :first-child) { min-width: 170px; }
@media screen and (max-width: 820px) {
  body { padding: 18px 14px 40px; }
  h1 { font-size: 26px; }
  .alarm { flex-direction: column; }
  .alarm strong { flex-basis: auto; }
  .tiles { grid-template-columns: repeat(2, 1fr); }
  .facts { columns: 1; }
  .figures { grid-template-columns: minmax(0, 1fr); }
  .abreast2, .abreast3 { grid-template-columns: minmax(0, 1fr); }
  .abreast4 { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .panel h4, .panel .of { overflow-wrap: anywhere; }
  td.text:not(.short, :first-child) { min-width: 230px; }
}
@media print {
  @page { margin: 14mm; }
  body { width: 1056px; max-width: none; padding: 0; zoom: 0.65; } /* as wide as A4 and Letter print */
  nav, details { display: none; }
  .scroll, .chart { overflow: visible; }
  table { font-size: 11.5px; }
  th, td { padding-left: 8px; }
  figure.half, .panel, tr, .alarm, .tiles, .tiles > div { break-inside: avoid; }
  h2, h3, h4, h3 + .note, .legend { break-after: avoid; }
}
`;
