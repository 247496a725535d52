/** Tests in Chromium of the studio's drawings and controls: what they show must agree with the run. */
import type { BrowserContext, Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { whyPaused } from "xoff";
import type { RunView } from "../../src/apps/studio/lab/messages.ts";
import { chainAt } from "../../src/apps/studio/why/congestion-tree.ts";
import { fatTree, rootsOf, SEVERAL, somePauses, viewIn } from "../pause-trees.ts";
import { openLink, paste, runOpen, useStudio, type OpenStudio } from "./open-studio.ts";
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
declare const history: { state: unknown; pushState: (state: unknown, title: string, address: string) => void };
declare const drawn: Drawn[];
declare const quiet: { frames: number; count: number };
declare const dispatchEvent: (event: unknown) => void;
declare const PopStateEvent: new (kind: string, init: { state: unknown }) => unknown;
interface Box {
  querySelector: (selector: string) => unknown;
  getBoundingClientRect: () => { left: number; width: number };
}
interface Drawing {
  width: number;
  getContext: (kind: string) => {
    getImageData: (x: number, y: number, width: number, height: number) => { data: number[] };
  };
}
interface SvgElement {
  textContent: string;
  getAttribute: (name: string) => string | null;
}
/** The page's class of workers, and one that does nothing (`KEEP_DRAWN`). */
declare const Worker: unknown;
declare const IdleWorker: unknown;
declare const kept: unknown;
declare const getComputedStyle: (element: unknown) => { backgroundColor: string };

/** Makes a page keep all texts and circles that its canvases draw, in the list `drawn`. */
const KEEP_DRAWN = `
globalThis.drawn = [];
globalThis.IdleWorker = class extends EventTarget {
  postMessage() {}
  terminate() {}
};
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

const FAT_TREE = fatTree(8, "60us");
let computed: RunView | undefined;
/** The view of a run in Node. Two tests compare the page with that of `FAT_TREE`, which is computed once. */
const viewOf = (text: string): RunView => (text === FAT_TREE ? (computed ??= viewIn(text)) : viewIn(text));

/** True if a node is in the box with this name, such as "edge0..edge3" or "h0". */
function isIn(node: string, box: string): boolean {
  const [, stem, number] = /^(\D+)(\d+)$/.exec(node) ?? [];
  const [, first, from, last = from] = /^(\D+)(\d+)(?:\.\.\D+(\d+))?$/.exec(box) ?? [];
  return stem === first && Number(from) <= Number(number) && Number(number) <= Number(last);
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The congestion tree that the panel draws: the root, the names of the paused nodes, and the edges between their lines. */
interface DrawnTree {
  readonly root: string;
  readonly texts: readonly (Point & { readonly name: string })[];
  readonly edges: readonly { readonly from: Point; readonly to: Point }[];
}

async function treeIn(why: Locator): Promise<DrawnTree> {
  const attributes = (some: Locator): Promise<string[][]> =>
    some.evaluateAll((all) =>
      (all as unknown as SvgElement[]).map((one) => [
        one.textContent,
        ...["x", "y", "d"].map((name) => one.getAttribute(name) ?? ""),
      ]),
    );
  const texts = await attributes(why.locator("figure.tree text:not(.root, .ended)"));
  return {
    root: (await why.locator("text.root").textContent()) ?? "",
    // The baseline of a name is 4 px below its line.
    texts: texts.map(([name, x, y]) => ({ name: name.replace("‖ ", ""), x: Number(x), y: Number(y) - 4 })),
    // An edge begins 8 px below the line of the cause's name.
    edges: (await attributes(why.locator("figure.tree path"))).map(([, , , d]) => {
      const numbers = d.match(/[\d.]+/g)?.map(Number) ?? [];
      return { from: { x: numbers[0], y: numbers[1] - 8 }, to: { x: numbers.at(-2) ?? NaN, y: numbers.at(-1) ?? NaN } };
    }),
  };
}

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
  let context: BrowserContext;
  let page: Page;
  const begin = async (opened: OpenStudio): Promise<void> => {
    ({ url, context, page } = opened);
    await page.getByTestId("remarks").getByText("128 hosts").waitFor();
    await runOpen(page);
  };
  useStudio(FAT_TREE, begin, KEEP_DRAWN);

  /** The texts and circles of the drawing that `change` causes. It is complete when five frames in a row add nothing. */
  async function drawnAfter(change: () => Promise<void>, some = page): Promise<Drawn[]> {
    await some.evaluate(() => void Object.assign(globalThis, { quiet: { frames: 0, count: drawn.splice(0).length } }));
    await change();
    await some.waitForFunction(
      () => {
        quiet.frames = drawn.length > 0 && drawn.length === quiet.count ? quiet.frames + 1 : 0;
        quiet.count = drawn.length;
        return quiet.frames > 4;
      },
      undefined,
      { polling: "raf" },
    );
    return some.evaluate(() => drawn);
  }

  /** The texts and circles of a new drawing. For this, the page changes to the other theme and back. */
  async function drawnNow(some = page): Promise<Drawn[]> {
    await drawnAfter(() => some.emulateMedia({ colorScheme: "dark" }), some);
    return drawnAfter(() => some.emulateMedia({ colorScheme: "light" }), some);
  }

  test.each([
    ["128 hosts", FAT_TREE],
    ["1,024 hosts", fatTree(16, "60us")],
  ])("%s: for 24 PAUSEs the label, the drawn root, its edges, the ring and xoff why agree", async (hosts, text) => {
    const view = viewOf(text);
    const { fabric, pauses } = view;
    const some = somePauses(view);
    expect(new Set(some).size).toBe(SEVERAL);
    const chains = some.map((row) => chainAt(view, row));
    const roots = rootsOf(text, chains, view.summary.simulated_ns);
    const other = text === FAT_TREE ? page : await context.newPage();
    if (other !== page) {
      await openLink(other, url, text);
      await other.getByTestId("remarks").getByText(hosts).waitFor();
      await runOpen(other);
    }
    const names = (await drawnNow(other)).filter((one) => one.text !== "");
    await other.evaluate(() => {
      // The drawing does not need the answer of a repeated run, so no worker has to start.
      Object.assign(globalThis, { kept: Worker, Worker: IdleWorker });
    });
    const [coded] = new URL(other.url()).hash.split("&");
    const nodeOf = (row: number): string => fabric.names[fabric.node[fabric.peer[pauses.port[row]]]];
    for (const [k, row] of some.entries()) {
      // Like Forward to an entry of the page's own history. A new address would load the stored runs again.
      await other.evaluate((hash) => {
        drawn.splice(0);
        history.pushState(history.state, "", hash);
        dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
      }, `${coded}&why=pause/${row}/pasted`);
      await other.waitForFunction(() => drawn.some(({ radius }) => radius === 17));
      const why = other.getByTestId("why");
      expect({ row, label: await why.locator("h2").innerText() }).toEqual({
        ...{ row, label: expect.stringContaining(`pause ${nodeOf(row)}?`) as string },
      });
      const { root, texts, edges } = await treeIn(why);
      expect({ row, root }).toEqual({ row, root: roots[k].name });
      // Each edge leads to a paused node. It begins at the root, or at the node whose PAUSE caused the other one.
      const inForce = Array.from(pauses.port.keys()).filter(
        (one) => pauses.start[one] <= pauses.start[row] && !(pauses.end[one] <= pauses.start[row]),
      );
      for (const { from, to } of edges) {
        const child = texts.find(({ x, y }) => y === to.y && x > to.x)?.name ?? "";
        const cause = texts.find(({ x, y }) => y === from.y && x < from.x)?.name ?? "root";
        const causes = inForce.filter((one) => nodeOf(one) === child).map((one) => pauses.causedBy[one]);
        expect(causes.map((one) => (one < 0 ? "root" : nodeOf(one)))).toContain(cause);
      }
      const [ring] = await other.evaluate(() => drawn.filter(({ radius }) => radius === 17));
      const box = names.find(({ x, y }) => Math.abs(x - ring.x) < 30 && Math.abs(y - (ring.y - 14)) < 2)?.text ?? "";
      expect({ box, isIn: isIn(roots[k].node, box) }).toEqual({ box, isIn: true });
      await other.keyboard.press("Escape");
    }
    if (other === page) await page.evaluate(() => void Object.assign(globalThis, { Worker: kept }));
    else await other.close();
  });

  test("a PAUSE's label, its drawn root, the ring in the fabric and xoff why name one root", async () => {
    const view = viewOf(FAT_TREE);
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
      expect({ root: root.node, isIn: isIn(root.node, above?.text ?? "") }).toEqual({ root: root.node, isIn: true });
      await page.keyboard.press("Escape");
    }
  });

  test.each([1280, 390])("at a width of %d px no name of the fabric is cut or overlaps another", async (width) => {
    await page.setViewportSize({ width, height: 720 });
    for (const pod of ["none", "h0..h15"]) {
      await page.getByLabel("Pod").selectOption(pod);
      const all = (await drawnNow()).filter(({ text }) => /^(h|edge|agg|core)\d/.test(text));
      const names = [...new Map(all.map((one) => [`${one.text} ${one.x} ${one.y}`, one])).values()];
      expect(names.some(({ text }) => text === (pod === "none" ? "h0..h15" : "h0"))).toBe(true); // h0 is the receiver
      // At most 64 lines lead to the eight pods, so that paused ones do not hide the others.
      const cores = names.flatMap(({ text }) => (/^core\d+(\.\.core\d+)?$/.test(text) ? [text] : []));
      expect(new Set(cores).size).toBeLessThan(9);
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
    // A text that is not entered yet stays, although another change draws the controls again.
    await first.getByLabel("seed", { exact: true }).fill("2");
    await page.evaluate(`{
      const fields = document.querySelectorAll(".controls .group input");
      fields[0].dispatchEvent(new Event("change", { bubbles: true }));
      fields[4].value = "9KB";
      fields[4].dispatchEvent(new Event("input", { bubbles: true }));
    }`);
    await page.waitForTimeout(300);
    expect(await first.getByLabel("incast size", { exact: true }).inputValue()).toBe("9KB");
    await page.getByRole("button", { name: "Text" }).click();
    const text = page.getByTestId("editor").locator(".cm-content");
    await text.getByText("fanIn: 4").waitFor();
    expect(await text.innerText()).toMatch(/^seed: 2\s+until: 100us\s/);
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

  test("an explanation is beside the results; its tree stays in the fabric after further seeds; Enter in the search opens no other", async () => {
    const port = page.getByTestId("fabric").first().locator(".stopped button:not(.more)").first();
    for (let place = 50; (await port.count()) === 0; place += 25)
      await page.getByLabel("simulated time").fill(String(place));
    await port.click();
    const why = page.getByTestId("why");
    await why.locator(".culprits").waitFor();
    const [left, right] = await Promise.all([page.getByTestId("answer").boundingBox(), why.boundingBox()]);
    expect((left?.x ?? NaN) + (left?.width ?? NaN)).toBeLessThanOrEqual(right?.x ?? NaN);

    const seeds = page.getByTestId("seeds");
    await seeds.getByLabel("Repeat with").fill("2");
    await seeds.getByRole("button", { name: "Run seeds" }).click();
    await seeds.getByText("over 2 seeds").waitFor();
    expect((await drawnNow()).some(({ radius }) => radius === 17)).toBe(true);

    await page.keyboard.press("Escape"); // the button of the paused port has the focus again
    await why.waitFor({ state: "detached" });
    await page.keyboard.press("/");
    await page.getByTestId("search").getByRole("textbox").fill("sw0-h3");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Unpin", exact: true }).waitFor();
    await page.waitForTimeout(100);
    expect(await why.count()).toBe(0);
  });

  test("after a change of the visible time, the y axes belong to that time", async () => {
    const labels = (some: readonly Drawn[]): string[] =>
      [...new Set(some.map(({ text }) => text).filter((text) => /^[\d.]+ [KM]?B$/.test(text)))].sort();
    await page.getByLabel("simulated time").fill("0");
    await page.locator("h1").first().click(); // outside of fields, keys are for the page
    for (let k = 0; k < 5; k++) await page.keyboard.press("+");
    const early = labels(await drawnNow());
    const whole = labels(await drawnAfter(() => page.keyboard.press("0")));
    expect(whole).not.toEqual(early);
    expect(whole).toEqual(labels(await drawnNow())); // a new drawing
  });

  test("in the dark theme a paused class is apart from the fill of a switch", async () => {
    await page.emulateMedia({ colorScheme: "dark" });
    await paste(page, url, STAR.replace("size: 400KB", "size: 400KB, class: 1").replace("policies:", "classes: { lossless: [1] }\npolicies:")); // prettier-ignore
    await page.getByTestId("remarks").getByText("9 hosts").waitFor();
    await runOpen(page);
    await page.getByLabel("simulated time").fill("400");
    const key = page.locator(".key .part", { hasText: "class 1" }).locator("rect");
    const [, ...paused] = /^#(..)(..)(..)$/.exec((await key.getAttribute("fill")) ?? "") ?? [];
    /** The colour of the lowest line of the switch, which is filled from below. */
    const filled = await page.locator('[data-testid="fabric"] canvas').evaluate((canvas: unknown) => {
      const { width, getContext } = canvas as Drawing;
      return [...getContext.call(canvas, "2d").getImageData(width / 2 + 14, 32, 1, 1).data];
    });
    const apart = paused.map((channel, k) => parseInt(channel, 16) - filled[k]);
    expect(Math.hypot(...apart)).toBeGreaterThan(60);
    expect(filled.slice(0, 3).reduce((sum, one) => sum + one, 0)).toBeGreaterThan(200); // it is filled
  });
});
