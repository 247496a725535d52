/** Tests in Chromium of the studio's drawings and controls: what they show must agree with the run. */
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { readScenario, runSync, whyPaused } from "xoff";
import { fabricOf } from "../../src/apps/studio/lab/fabric.ts";
import { viewOf } from "../../src/apps/studio/lab/view-of.ts";
import { chainAt } from "../../src/apps/studio/why/congestion-tree.ts";
import { paste, runOpen, useStudio, type OpenStudio } from "./open-studio.ts";
import { chromium } from "./page.ts";

/** Something that a canvas of the page drew. `width` is that of the text, and `room` that of the canvas. */
interface Drawn {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly width: number;
  readonly room: number;
}

/** Globals of the page, for functions that run there. */
declare const location: { hash: string };
declare const drawn: Drawn[];
interface Box {
  querySelector: (selector: string) => unknown;
  getBoundingClientRect: () => { left: number; width: number };
}
declare const getComputedStyle: (element: unknown) => { backgroundColor: string };

/** Makes a page keep all texts and circles that its canvases draw, in the list `drawn`. */
const KEEP_DRAWN = `
globalThis.drawn = [];
const pen = CanvasRenderingContext2D.prototype;
const { fillText, arc } = pen;
const room = (of) => of.canvas.width / of.getTransform().a;
pen.fillText = function (text, x, y) {
  drawn.push({ text, x, y, radius: 0, width: this.measureText(text).width, room: room(this) });
  fillText.call(this, text, x, y);
};
pen.arc = function (x, y, radius, ...rest) {
  drawn.push({ text: "", x, y, radius, width: 0, room: room(this) });
  arc.call(this, x, y, radius, ...rest);
};
`;

/** A fat-tree of 128 hosts in which an incast pauses ports of every tier. */
const FAT_TREE = JSON.stringify({
  ...{ seed: 1, until: "60us", topology: { kind: "fat-tree", k: 8 }, switch: { memory: "2MiB" } },
  traffic: [
    { kind: "poisson", cdf: "websearch-hpcc", load: 0.8 },
    { kind: "incast", fanIn: 60, to: "h0", size: "500KB", start: "10us" },
  ],
  policies: { buffer: "dt", congestion: "none" },
});

const backgroundOf = (some: Locator): Promise<string> =>
  some.evaluate((element) => getComputedStyle(element).backgroundColor);

const STAR = `seed: 1
until: 400us
topology: { kind: star, hosts: 9 }
switch: { memory: 1MiB }
traffic:
  - { kind: incast, fanIn: 8, to: h0, size: 400KB }
policies: { buffer: dt, congestion: none }
`;

describe.skipIf(chromium === undefined)("drawings and controls of the studio", () => {
  let url: string;
  let page: Page;
  const begin = async (opened: OpenStudio): Promise<void> => {
    ({ url, page } = opened);
    await page.getByTestId("remarks").getByText("128 hosts").waitFor();
    await runOpen(page);
  };
  useStudio(FAT_TREE, begin, KEEP_DRAWN);

  /** The texts and circles of two new drawings: one in the other theme, then one in this theme again. */
  async function drawnNow(): Promise<Drawn[]> {
    await page.evaluate(() => void drawn.splice(0));
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.waitForTimeout(100);
    }
    return page.evaluate(() => drawn);
  }

  test("a PAUSE's label, its drawn root, the ring in the fabric and xoff why name one root", async () => {
    const scenario = readScenario(FAT_TREE);
    const view = viewOf({ ...runSync(FAT_TREE, { set: ["measure.pauses=true"] }), threads: { count: 1 } }, fabricOf(scenario.wiring), scenario); // prettier-ignore
    const rows = Array.from(view.pauses.port.keys());
    const depth = (row: number): number => chainAt(view, row).length;
    const deepest = rows.reduce((best, row) => (depth(row) > depth(best) ? row : best));
    expect(depth(deepest)).toBeGreaterThan(1);
    for (const row of [deepest, rows[0]]) {
      const { root } = whyPaused(FAT_TREE, chainAt(view, row), view.summary.simulated_ns);
      await page.evaluate((hash) => void (location.hash = hash), `${new URL(page.url()).hash.split("&")[0]}&why=pause/${row}/pasted`); // prettier-ignore
      const why = page.getByTestId("why");
      await why.locator(".culprits").waitFor();
      const paused = view.fabric.names[view.fabric.node[view.fabric.peer[view.pauses.port[row]]]];
      expect(await why.locator("h2").innerText()).toContain(`pause ${paused}?`);
      expect(await why.locator(".culprits").innerText()).toContain(`${root.node}, port to ${root.peer}`);
      expect(await why.locator("text.root").textContent()).toBe(root.name);
      expect(await why.locator("figure.tree path").count()).toBeGreaterThanOrEqual(depth(row));
      const all = await drawnNow();
      const rings = all.filter(({ radius }) => radius === 17);
      const [{ x, y }] = rings;
      expect(new Set(rings.map((one) => one.x))).toEqual(new Set([x]));
      const above = all.find((one) => one.text !== "" && Math.abs(one.x - x) < 30 && Math.abs(one.y - (y - 14)) < 2);
      const [, first, last] = /^\D+(\d+)\.\.\D+(\d+)$/.exec(above?.text ?? "") ?? [];
      const number = Number(/\d+$/.exec(root.node)?.[0]);
      expect({ root: root.node, isIn: Number(first) <= number && number <= Number(last) }).toEqual({
        ...{ root: root.node, isIn: true },
      });
      await page.keyboard.press("Escape");
    }
  });

  test.each([1280, 390])("at a width of %d px no name of the fabric is cut or overlaps another", async (width) => {
    await page.setViewportSize({ width, height: 720 });
    for (const pod of ["none", "h0..h15"]) {
      await page.getByLabel("Pod").selectOption(pod);
      const all = (await drawnNow()).filter(({ text }) => /^(h|edge|agg|core)\d/.test(text));
      const names = [...new Map(all.map((one) => [`${one.text} ${one.x} ${one.y}`, one])).values()];
      expect(names.some(({ text }) => text.startsWith(pod === "none" ? "h0..h15" : "h0"))).toBe(true);
      expect(names.filter(({ x, width: wide, room }) => x - wide / 2 < -1 || x + wide / 2 > room + 1)).toEqual([]);
      const overlaps = names.filter(
        (one, k) =>
        names.some((other, at) => at > k && one.y === other.y && Math.abs(one.x - other.x) < (one.width + other.width) / 2), // prettier-ignore
      );
      expect({ pod, overlaps }).toEqual({ pod, overlaps: [] });
    }
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  test("controls have traffic, memory, time and seed; a run that ended earlier than the clock is marked", async () => {
    await paste(page, url, STAR);
    await page.getByTestId("remarks").getByText("9 hosts").waitFor();
    await page.getByRole("button", { name: "+ copy" }).click();
    // The new tab is below the pointer. Its text has the colour for a selected tab, so its background must be that, too.
    const selected = page.locator('.drafts [aria-selected="true"]');
    await selected.hover();
    expect(await backgroundOf(selected)).toBe(await backgroundOf(page.getByTestId("run")));
    await page.getByRole("button", { name: "Controls" }).click();
    const first = page.locator(".controls .group").first();
    await first.getByLabel("seed", { exact: true }).waitFor();
    const labels = await first.locator("label").allInnerTexts();
    expect(labels).toEqual(["seed", "until", "switch memory", "incast fanIn", "incast size"]);
    for (const [label, value] of [
      ["until", "100us"],
      ["switch memory", "2MiB"],
      ["incast fanIn", "4"],
    ] as const) {
      // prettier-ignore
      await first.getByLabel(label, { exact: true }).fill(value);
      await page.keyboard.press("Enter");
    }
    await page.getByRole("button", { name: "Text" }).click();
    const text = page.getByTestId("editor").locator(".cm-content");
    await text.getByText("fanIn: 4").waitFor();
    expect(await text.innerText()).toMatch(/^seed: 1\s+until: 100us\s/);
    await runOpen(page);
    const ended = page.getByTestId("fabric").getByText("ended at 100 us");
    await page.getByLabel("simulated time").fill("200"); // about 60 us
    expect(await ended.count()).toBe(0);
    await page.getByLabel("simulated time").fill("500");
    await ended.waitFor();
    expect(await page.getByTestId("fabric").nth(1).innerText()).toContain("ended at 100 us");
    await page.getByRole("button", { name: "Scenario", exact: true }).click();
    await page.getByRole("button", { name: "Reset" }).click();
    expect(await page.getByRole("tablist", { name: "scenarios side by side" }).getByRole("tab").count()).toBe(1);
  });

  test("with three runs each number is below its run's name, and a chart's clock line follows its width", async () => {
    await paste(page, url, STAR);
    await page.getByTestId("remarks").getByText("9 hosts").waitFor();
    for (let k = 0; k < 2; k++) await page.getByRole("button", { name: "+ copy" }).click();
    await runOpen(page);
    const lefts = (cells: Locator): Promise<number[]> =>
      cells.evaluateAll((some) => some.map((one) => Math.round((one as unknown as Box).getBoundingClientRect().left)));
    const names = await lefts(page.getByTestId("answer").locator("thead th"));
    expect(names).toHaveLength(3);
    expect(await lefts(page.getByTestId("more measures").locator("td.digest"))).toEqual(names);

    /** The clock's place in the first chart, as a share of the chart's width. */
    const share = (): Promise<number> =>
      page
        .locator(".u-over")
        .first()
        .evaluate((over) => {
          const [all, line] = [over, (over as unknown as Box).querySelector(".playhead")].map((one) =>
            (one as unknown as Box).getBoundingClientRect(),
          );
          return (line.left + 1 - all.left) / all.width;
        });
    await page.getByLabel("simulated time").fill("500");
    const before = await share();
    expect(before).toBeCloseTo(0.5, 2);
    await page.setViewportSize({ width: 900, height: 720 });
    await page.waitForTimeout(300);
    expect(await share()).toBeCloseTo(before, 2);
    await page.setViewportSize({ width: 1280, height: 720 });
  });
});
