/**
 * Checks the layout of report pages in a real browser. At 500 px no element exceeds the right edge, unless it scrolls. In dark mode, text
 * and charts are light. The tests are skipped without Chromium.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { reportPage } from "../../src/report/page/page.ts";
import { labelledRun } from "../labelled-run.ts";
import { chromium } from "./page.ts";

interface Layout {
  /** Widths of the page and of its frame, px. */
  readonly width: number;
  readonly room: number;
  /** Elements that extend beyond the right edge, except for those that scroll. */
  readonly over: readonly string[];
  readonly paper: string;
  readonly ink: string;
  /** Colours of a chart's title, and of the first line of a chart. */
  readonly label: string;
  readonly line: string;
  /** Minimum height of letters in a chart, px on the screen. */
  readonly letter: number;
}

/** A script for the page that contains the report in a frame: the report itself runs no script. */
const MEASURE = `
const measure = (frame) => {
const page = frame.contentDocument, view = frame.contentWindow;
const of = (selector, property) => { const found = page.querySelector(selector); return found ? view.getComputedStyle(found)[property] : ""; };
const over = [...page.querySelectorAll("body *")]
  .filter((one) => one.getBoundingClientRect().right > view.innerWidth + 1 && !one.closest(".scroll, .chart"))
  .map((one) => one.tagName + "." + one.className);
const letters = [...page.querySelectorAll(".chart text")].map((one) => one.getBoundingClientRect().height).filter((height) => height > 0);
return {
  width: page.documentElement.scrollWidth, room: page.documentElement.clientWidth, over,
  paper: of("body", "backgroundColor"), ink: of("body", "color"),
  label: of(".chart text", "fill"), line: of('.chart [stroke="#1b3f8b"]', "stroke"),
  letter: Math.min(...letters),
}; };
document.body.textContent = "LAYOUT" + JSON.stringify([...document.querySelectorAll("iframe")].map(measure)) + "END";`;

let folder: string;
let page: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "xoff-page-"));
  const run = labelledRun("");
  const other = labelledRun("", (text) => `${text}policies: { buffer: st }\n`);
  const alphas = ["1/8", "1/4", "1/2", "1", "2", "4"];
  page = await reportPage(
    ["st", "dt"].flatMap((buffer) =>
      alphas.map((alpha) => ({
        ...(buffer === "st" ? other : run),
        label: `buffer=${buffer}, buffer.alpha=${alpha}`,
        settings: { buffer, "buffer.alpha": alpha },
      })),
    ),
  );
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Returns the result of `script`. It runs in a page that contains `pages` in frames of these widths. */
function around(
  script: string,
  pages: readonly (readonly [width: number, page: string])[],
  ...flags: string[]
): string {
  const escaped = (page: string): string => page.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  const file = join(folder, "around.html");
  const frames = pages.map(
    ([width, page]) => `<iframe width="${width}" height="900" style="border:0" srcdoc="${escaped(page)}"></iframe>`,
  );
  writeFileSync(
    file,
    `<!doctype html><meta name="color-scheme" content="light dark"><body>${frames.join("")}<script>onload = () => {${script}};</script></body>`,
  );
  const said = execFileSync(
    chromium ?? "",
    [
      ...["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"],
      ...["--disable-component-update", "--disable-sync", `--user-data-dir=${join(folder, "profile")}`],
      ...[...flags, "--window-size=1400,1000", "--dump-dom", `file://${file}`],
    ],
    { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], maxBuffer: 1 << 26 },
  );
  const [, json = ""] = /LAYOUT(.*)END/s.exec(said) ?? [];
  return json.replaceAll("&amp;", "&").replaceAll("&gt;", ">").replaceAll("&lt;", "<");
}

/** The layouts at these widths, measured in one browser with all frames in one page. */
const layouts = (dark: boolean, ...widths: readonly number[]): Layout[] =>
  JSON.parse(
    around(
      MEASURE,
      widths.map((width) => [width, page]),
      `--blink-settings=preferredColorScheme=${dark ? 0 : 1}`,
    ),
  ) as Layout[];

describe.skipIf(chromium === undefined)("the page of a comparison of 12 rows", () => {
  const widths = [500, 820, 1160];
  let light: readonly Layout[] = [];
  beforeAll(() => {
    light = layouts(false, ...widths);
  });

  test.each(widths)("at %i px nothing exceeds the edge, and letters in charts are readable", (width) => {
    const { width: found, room, over, letter } = light[widths.indexOf(width)];
    expect({ found, over }).toEqual({ found: room, over: [] });
    expect(Math.abs(room - width)).toBeLessThan(40); // a scroll bar
    expect(letter).toBeGreaterThan(8);
  });

  test("light: dark text and lines on white", () => {
    expect(light[2]).toMatchObject({
      ...{ paper: "rgb(255, 255, 255)", ink: "rgb(29, 29, 31)" },
      ...{ label: "rgb(85, 88, 94)", line: "rgb(27, 63, 139)" },
    });
  });

  test("its security policy blocks every script", () => {
    const script = `<script>document.body.append("it ran")</script><p onclick="this.append('it ran')">`;
    const strict = page.replace("</body>", `${script}</body>`);
    const open = strict.replace("Content-Security-Policy", "none");
    const said = around(
      `for (const frame of document.querySelectorAll("iframe")) frame.contentDocument.querySelector("[onclick]").click();
      document.body.textContent = "LAYOUT" + JSON.stringify([...document.querySelectorAll("iframe")].map((frame) =>
        frame.contentDocument.body.innerText.split("it ran").length - 1)) + "END";`,
      [open, strict].map((text) => [900, text]),
    );
    expect(JSON.parse(said)).toEqual([2, 0]);
  });

  test("dark: light text and lines on an almost black background, in charts too", () => {
    expect(layouts(true, 1160)[0]).toMatchObject({
      ...{ paper: "rgb(22, 24, 28)", ink: "rgb(232, 232, 234)" },
      ...{ label: "rgb(169, 173, 181)", line: "rgb(143, 180, 255)" },
    });
  });
});
