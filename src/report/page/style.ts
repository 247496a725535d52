/** How the page looks: on a screen about 1100 px wide, and on paper. */
export const STYLE = `
:root { --ink: #1d1d1f; --soft: #55585e; --rule: #dfe2e6; --pale: #f5f6f8; --blue: #1b4f9c; --red: #a3231b; }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { max-width: 1104px; margin: 0 auto; padding: 32px 28px 64px; color: var(--ink); background: #fff;
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
h1 { margin: 0; font-size: 32px; line-height: 1.15; letter-spacing: -0.01em; overflow-wrap: anywhere; }
h2 { margin: 44px 0 12px; padding-top: 12px; border-top: 2px solid var(--ink); font-size: 21px; line-height: 1.3; }
h3 { margin: 22px 0 4px; font-size: 15.5px; line-height: 1.35; }
p { margin: 6px 0; }
a { color: var(--blue); }
.kind { margin: 0 0 6px; color: var(--soft); font-size: 13px; font-weight: 600; letter-spacing: 0.02em; }
.about { margin: 8px 0 0; color: var(--soft); font-size: 18px; overflow-wrap: anywhere; }
.alarm { display: flex; gap: 4px 16px; margin: 14px 0 0; padding: 8px 14px; border: 1.5px solid var(--red); border-left-width: 8px; background: #fdf3f2; }
.alarm strong { flex: 0 0 108px; color: var(--red); text-transform: uppercase; letter-spacing: 0.03em; font-size: 13.5px; line-height: 23px; }
.alarm p { margin: 0; overflow-wrap: anywhere; }
.alarm.mild { border: 1px solid #8a8e94; border-left-width: 8px; background: var(--pale); }
.mild.alarm strong { color: var(--ink); }
.bad { color: var(--red); }
.verdict { font-weight: 600; white-space: nowrap; color: var(--soft); }
.verdict svg { margin-right: 3px; vertical-align: -1px; fill: none; stroke: currentColor; stroke-width: 1.4; }
.verdict.holds { color: #0b6e4f; }
.verdict.direction { color: #8a5a00; }
.verdict.fails { color: var(--red); }
.note, figcaption { color: var(--soft); font-size: 13px; line-height: 1.45; }
.empty { color: var(--soft); }
.data { white-space: normal; }
nav { margin-top: 28px; font-size: 14px; display: flex; flex-wrap: wrap; gap: 4px 18px; }
.tiles { display: grid; grid-template-columns: repeat(5, 1fr); gap: 1px; margin: 24px 0 0; background: var(--rule); border: 1px solid var(--rule); }
.tiles > div { padding: 10px 12px 9px; background: #fff; }
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
.chart svg { display: block; max-width: 100%; height: auto; }
figcaption { margin-top: 8px; }
details { margin-top: 8px; font-size: 13px; }
summary { color: var(--blue); cursor: pointer; }
.compact { margin-top: 22px; }
.compact th, .compact td { padding-left: 11px; font-size: 12.5px; }
.compact td:first-child { min-width: 170px; }
code { font: 0.93em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.line { margin-right: 8px; vertical-align: middle; }
.line path { fill: none; }
.scroll { overflow-x: auto; margin: 10px 0; }
table { border-collapse: collapse; font-size: 13px; line-height: 1.4; font-variant-numeric: tabular-nums; }
th, td { padding: 4px 0 4px 18px; border-bottom: 1px solid var(--rule); text-align: right; vertical-align: top; white-space: nowrap; }
th { border-bottom-color: var(--ink); font-weight: 600; vertical-align: bottom; white-space: normal; }
th.text, td.text { text-align: left; white-space: normal; overflow-wrap: break-word; }
.short { white-space: nowrap !important; }
th:first-child, td:first-child { padding-left: 0; }
@media screen and (max-width: 820px) {
  .tiles { grid-template-columns: repeat(2, 1fr); }
  .facts { columns: 1; }
  .figures { grid-template-columns: minmax(0, 1fr); }
  td.text:not(.short, :first-child) { min-width: 230px; }
}
@media print {
  @page { margin: 14mm; }
  body { width: 1056px; max-width: none; padding: 0; zoom: 0.65; } /* as wide as A4 and Letter print */
  nav, details { display: none; }
  .scroll { overflow: visible; }
  figure, tr, .alarm, .tiles, .tiles > div { break-inside: avoid; }
  h2, h3, h3 + .note { break-after: avoid; }
}
`;
