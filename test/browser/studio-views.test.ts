/** Tests in Chromium that the studio loses no work, and that its views agree with the results of runs. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { runSync } from "xoff";
import { openLink, paste, runOpen, useStudio, type OpenStudio } from "./open-studio.ts";
import { chromium } from "./page.ts";
import { tabTo } from "./tab-to.ts";

/** Globals of the page, for functions that run there. */
declare const document: {
  documentElement: { scrollWidth: number; scrollHeight: number };
  querySelectorAll: (selector: string) => ArrayLike<unknown>;
  elementFromPoint: (x: number, y: number) => { textContent: string } | null;
};
declare const scrollTo: (x: number, y: number) => void;
/** The number of workers that the page has started and not terminated, see `countWorkers`. */
declare let runningWorkers: number;
declare class Worker {
  constructor(url: URL, options: object);
  terminate(): void;
}
declare const axe: { run: () => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };

declare const WheelEvent: new (kind: string, init: object) => object;
interface Target {
  dispatchEvent: (event: object) => boolean;
}

interface Scrolled {
  scrollIntoView: (how: { block: string }) => void;
}

/** An incast of eight senders, which pauses them for a short time. */
/** How long the page may need, ms. It ends only tests that hang. */
const SLOW = { timeout: 300_000 };

const INCAST = `seed: 1
until: 400us
topology: { kind: star, hosts: 9 }
switch: { memory: 1MiB }
traffic:
  - { kind: incast, from: h1..h8, to: h0, size: 200KB }
policies: { buffer: dt, congestion: none }
`;

/** More flows than a run samples. */
const MANY_FLOWS = `until: 300us
topology: { kind: star, hosts: 9 }
traffic:
  - { kind: incast, from: h1..h8, to: h0, size: 1KB, every: 1us }
`;

/** A lossy class in little memory. */
const LOSSY = `seed: 1
until: 1ms
topology: { kind: star, hosts: 5 }
switch: { memory: 200KB }
classes: { lossless: [] }
traffic:
  - { kind: incast, from: h1..h4, to: h0, size: 200KB }
policies: { congestion: dcqcn, detection: { name: red, kmin: 10KB, kmax: 40KB } }
`;

/** Traffic that the seed changes. */
const SEEDED = {
  ...{ seed: 1, until: "200us", topology: { kind: "star", hosts: 9 }, switch: { memory: "1MiB" } },
  traffic: [
    { kind: "poisson", load: 0.3, cdf: "websearch-hpcc" },
    { kind: "incast", from: "h1..h8", to: "h0", size: "200KB" },
  ],
};

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The rules of the accessibility checker axe that the page violates, each with its place. */
const violations = (some: Page): Promise<string[]> =>
  some.evaluate(async () => {
    const { violations: found } = await axe.run();
    return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
  });

/** Makes a new tab count its workers. The browser's own list can keep a worker that ended while the browser attached to it. */
const countWorkers = (some: Page): Promise<unknown> =>
  some.addInitScript(() => {
    const page = globalThis as unknown as { Worker: typeof Worker; runningWorkers: number };
    page.runningWorkers = 0;
    page.Worker = class extends Worker {
      private isRunning = true;
      constructor(url: URL, options: object) {
        super(url, options);
        page.runningWorkers++;
      }
      override terminate(): void {
        super.terminate();
        if (this.isRunning) page.runningWorkers--;
        this.isRunning = false;
      }
    };
  });

/** Waits until the tab has this number of workers. */
const workers = (some: Page, wanted: number): Promise<unknown> =>
  some.waitForFunction((count) => runningWorkers === count, wanted);

/** Waits until the address, which follows the page within a second, has a part. The error message says what is `missing`. */
const addressHas = (some: Page, isThere: (address: URL) => boolean, missing: string): Promise<void> =>
  some.waitForURL(isThere, { timeout: 60_000 }).catch(() => {
    throw new Error(`${missing} within a minute: the address is ${some.url()}`);
  });

describe.skipIf(chromium === undefined)("the views of the studio", () => {
  let url: string;
  let context: BrowserContext;
  let page: Page;
  const begin = async (opened: OpenStudio): Promise<void> => {
    ({ url, context, page } = opened);
    await runOpen(page);
  };
  useStudio(INCAST, begin, AXE);

  const now = (): Promise<string> => page.getByTestId("now").innerText();

  test("a reload shows the same runs at the same moment, with the same tab, range, port and question", async () => {
    await page.keyboard.press("4");
    await page.getByTestId("tab events").waitFor();
    await page.keyboard.press("+");
    await page.keyboard.press("ArrowRight");
    const moment = await now();
    await page.getByTestId("tab events").getByRole("button", { name: "why?" }).first().click();
    await page.locator(".culprits, .hops").waitFor();
    const question = await page.getByTestId("why").locator("h2").innerText();
    const digest = await page.getByTestId("digest pasted").innerText();
    await page.waitForURL(/&t=.*&z=.*&tab=events&why=/);
    const shown = await page.getByTestId("tab events").locator("p[aria-live]").innerText();

    await page.reload();
    await page.locator(".culprits, .hops").waitFor();
    expect(await page.getByTestId("why").locator("h2").innerText()).toBe(question);
    expect(await now()).toBe(moment);
    expect(await page.getByTestId("tab events").locator("p[aria-live]").innerText()).toBe(shown);
    expect(await page.getByTestId("digest pasted").innerText()).toBe(digest);
  });

  test("Back closes the question, then leaves the tab, then the scenario; Forward returns with the results", async () => {
    await page.goBack();
    await page.getByTestId("why").waitFor({ state: "detached" });
    await page.goBack();
    await page.getByTestId("tab ports").waitFor();
    while ((await page.getByTestId("last runs").count()) === 0) {
      await page.goBack();
      await page.waitForTimeout(200);
    }
    expect(new URL(page.url()).hash).toBe("");
    await page.goForward();
    await page.locator(".clock").waitFor();
    expect(await page.getByTestId("answer").innerText()).toContain("pasted");
  });

  test("the gallery lists the last runs, and a click opens their results without another run", async () => {
    await page.getByRole("button", { name: "Gallery", exact: true }).click();
    await page.getByTestId("last runs").getByRole("button", { name: "pasted", exact: true }).click();
    await page.getByTestId("digest pasted").waitFor();
    expect(page.workers().filter((worker) => worker.url().includes("scenario-thread"))).toHaveLength(0);
  });

  test("from a chart's point to its events, from an event to its chart, and back", async () => {
    await page.keyboard.press("1");
    const chart = page.getByTestId("occupancy pasted");
    await chart.locator(".u-over").click({ position: { x: 200, y: 60 } });
    const moment = await now();
    await chart.getByRole("button", { name: "Events" }).click();
    const events = page.getByTestId("tab events");
    const port = await events.getByRole("textbox").inputValue();
    expect(port).toMatch(/^sw0-h\d$/);
    expect(await now()).toBe(moment);
    const paused = port.split("-").toReversed().join("-");
    const names = await events.locator("tbody tr td:nth-child(3)").allInnerTexts();
    expect(new Set(names)).toEqual(new Set([paused]));
    await page.waitForURL(/&find=sw0-h/);
    const row = events.locator("tbody tr").first();
    const time = await row.locator("td").first().innerText();
    await row.getByRole("button", { name: "chart" }).click();
    await page.getByTestId("tab ports").getByLabel("Ingress port").waitFor();
    expect(await page.getByLabel("Ingress port").inputValue()).toBe(port);
    expect(time.startsWith((await now()).slice(0, 4))).toBe(true);
    await page.goBack();
    await events.waitFor();
    expect(await events.getByRole("textbox").inputValue()).toBe(port);
    await events.getByRole("textbox").fill("");
  });

  test("with the clock at the end of the run, a filter shows the events that match; the longest come first on demand", async () => {
    const events = page.getByTestId("tab events");
    await page.getByLabel("simulated time").fill("1000");
    await events.getByRole("textbox").fill("0: h1"); // flow 0 begins and ends
    await events.getByText("2 events.", { exact: true }).waitFor();
    expect(await events.locator("tbody tr").count()).toBe(2);
    await events.getByRole("textbox").fill("");
    await events.getByRole("button", { name: "Details" }).click();
    expect(await events.getByRole("columnheader", { name: "longest first" }).getAttribute("aria-sort")).toBe(
      "descending",
    );
    await events.getByRole("button", { name: "Time" }).click();
  });

  test("a run whose packets are dropped and marked: the list has each of them after the run is repeated", async () => {
    const other = await context.newPage();
    await openLink(other, url, LOSSY);
    await runOpen(other);
    await other.keyboard.press("4");
    const listing = other.getByTestId("listing");
    await listing.getByRole("button", { name: /^List them from 0 to \d/ }).click();
    await other.getByText(/The table lists those from 0 to [\d.]+ [mu]s\./).waitFor();
    const [, dropped] = /, (\d+) packets were dropped/.exec(await listing.innerText()) ?? [];
    expect(Number(dropped)).toBeGreaterThan(0);
    const events = other.getByTestId("tab events");
    for (const kind of ["PAUSE", "resume", "flow start", "flow end", "ECN mark", "retransmission"])
      await events.getByLabel(kind, { exact: true }).uncheck();
    expect(await events.locator("p[aria-live]").innerText()).toMatch(new RegExp(`^${dropped} events`));
    await events.getByRole("button", { name: "Port or flow", exact: true }).click();
    expect(await events.locator("tbody tr").first().innerText()).toMatch(
      /drop\s+sw0-h[12]\s+data of flow .*: no buffer/,
    );
    await other.close();
  });

  test("with too many flows to sample, total goodput comes first, and the search adds any flow by repeating the run", async () => {
    const other = await context.newPage();
    await openLink(other, url, MANY_FLOWS);
    await runOpen(other);
    await other.keyboard.press("2");
    const flows = other.getByTestId("tab flows");
    await flows.getByText(/sampled: the first \d+ flows/).waitFor();
    expect(await flows.locator(".chart .title").first().innerText()).toContain("Total goodput");
    await other.keyboard.press("/");
    await other.getByTestId("search").getByRole("textbox").fill("2001");
    await other.keyboard.press("Enter");
    await flows.getByRole("button", { name: "Flow 2001 ×" }).waitFor();
    await flows
      .locator(".legend")
      .getByText(/^2001: h\d → h0$/)
      .waitFor();
    await other.close();
  });

  test("a name of 250 letters widens no tab and no question", async () => {
    const other = await context.newPage();
    const name = "a".repeat(250);
    await openLink(
      other,
      url,
      `until: 200us
switch: { memory: 1MiB }
topology:
  kind: file
  nodes: [{ name: ${name}, kind: host }, { name: h1, kind: host }, { name: h2, kind: host }, { name: s, kind: switch }]
  links: [{ a: ${name}, b: s }, { a: h1, b: s }, { a: h2, b: s }]
traffic: [{ kind: long-lived, from: h1..h2, to: ${name} }]
policies: { congestion: none }
`,
    );
    await runOpen(other);
    for (const width of [1280, 390]) {
      await other.setViewportSize({ width, height: 720 });
      for (const tab of ["ports", "flows", "distributions", "events"]) {
        await other.getByRole("tab", { name: tab[0].toUpperCase() + tab.slice(1), exact: true }).click();
        await other.getByTestId(`tab ${tab}`).waitFor();
        expect({ tab, width: await other.evaluate(() => document.documentElement.scrollWidth) }).toEqual({
          tab,
          width,
        });
      }
    }
    await other.close();
  });

  test("Remove can be undone, and so can a reset", async () => {
    await page.getByRole("button", { name: "Scenario", exact: true }).click();
    await page.getByRole("button", { name: "+ copy" }).click();
    const tabs = page.getByRole("tablist", { name: "scenarios side by side" }).getByRole("tab");
    expect(await tabs.count()).toBe(2);
    await page.getByRole("button", { name: "Remove" }).click();
    expect(await tabs.count()).toBe(1);
    await page.getByRole("status").getByRole("button", { name: "Undo" }).click();
    expect(await tabs.allInnerTexts()).toEqual(["pasted", "pasted, copy"]);
    await page.getByRole("group", { name: "changes" }).getByRole("button", { name: "Reset" }).click();
    expect(await tabs.count()).toBe(1);
    await page.getByRole("group", { name: "changes" }).getByRole("button", { name: "Undo" }).click();
    expect(await tabs.count()).toBe(2);
  });

  test("a changed text marks its results as stale, and a run marks them as current again", async () => {
    await page.getByLabel("Name").fill("other");
    await page.getByRole("tab", { name: "pasted", exact: true }).click();
    await page.getByTestId("editor").getByRole("textbox").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("# 1/2 is changed?"); // each of these keys has a meaning outside of text fields
    await page.getByTestId("answer").getByText("scenario changed since").waitFor();
    expect(await page.locator(".cm-line").last().innerText()).toBe("# 1/2 is changed?");
    await runOpen(page);
    expect(await page.getByTestId("answer").getByText("scenario changed since").count()).toBe(0);
  });

  test("two runs: the difference of equal traffic is nothing; / finds a flow and pins it", async () => {
    await page.keyboard.press("5");
    expect(await page.getByTestId("changes").innerText()).toMatch(/^0 flows faster, 0 slower, 8 within 0.5%/);
    await page.keyboard.press("/");
    await page.getByTestId("search").getByRole("textbox").fill("h3 h0");
    await page.keyboard.press("Enter");
    await page.getByTestId("tab flows").waitFor();
    await page.getByTestId("tab flows").getByRole("button", { name: "Flow 2 ×" }).waitFor();
    expect(await page.getByTestId("tab flows").getByText("Total goodput").count()).toBe(2);
    expect(await page.locator('[data-testid^="goodput"]').first().locator(".legend").innerText()).toContain("h3 → h0");
    // A key right after Escape is for the page, although the browser still sends it to the closed dialog.
    for (let k = 0; k < 4; k++) {
      await page.keyboard.press("?");
      await page.getByTestId("keys").waitFor();
      await page.keyboard.press("Escape");
      await page.keyboard.press("/");
      await page.getByTestId("search").getByRole("textbox").waitFor();
      await page.keyboard.press("Escape");
      await page.getByTestId("search").waitFor({ state: "hidden" });
    }
  });

  test("the results of a removed scenario are marked as such", async () => {
    await page.getByRole("button", { name: "Scenario", exact: true }).click();
    await page.getByRole("tab", { name: "other", exact: true }).click();
    await page.getByRole("button", { name: "Remove" }).click();
    const mark = page.getByTestId("answer").getByText("scenario renamed or removed since");
    await mark.waitFor();
    await page.getByRole("status").getByRole("button", { name: "Undo" }).click();
    await mark.waitFor({ state: "detached" });
  });

  test("Run with an error in the scenario: the error is in the results, and the scenario stays in sight", async () => {
    const other = await context.newPage();
    await openLink(other, url, INCAST.replace("dt", "spcf"));
    await other.getByTestId("remarks").getByText("Line 7").waitFor();
    await other.getByTestId("run").click();
    await other.getByRole("alert").getByText('Did you mean "spfc"?').waitFor();
    expect(await other.getByTestId("run").isVisible()).toBe(true);
    await other.close();
  });

  test("each paused port has a button; scrolled down, the runs keep their names in sight; an opened tab is in sight", async () => {
    const other = await context.newPage();
    await openLink(other, url, `${INCAST}# in another tab, without stored runs\n`);
    await other.getByRole("button", { name: "+ copy" }).click();
    await runOpen(other);
    const fabric = other.getByTestId("fabric").first();
    let paused = 0;
    for (let place = 50; paused < 6 && place <= 500; place += 25) {
      await other.getByLabel("simulated time").fill(String(place));
      paused = Number(/(\d+) paused now/.exec(await fabric.innerText())?.[1] ?? 0);
    }
    expect(paused).toBeGreaterThanOrEqual(6);
    const ports = fabric.locator(".stopped button:not(.more)");
    expect(await ports.count()).toBe(4);
    await fabric.getByRole("button", { name: `+${paused - 4}` }).click();
    expect(await ports.count()).toBe(paused);
    const [host] = (await ports.last().innerText()).split("-");
    await ports.last().click();
    expect(await other.getByTestId("why").locator("h2").innerText()).toBe(`Why did sw0 pause ${host}?`);
    await other.keyboard.press("Escape");

    for (const [k, tab] of ["ports", "flows", "difference"].entries()) {
      await other.evaluate(() => {
        scrollTo(0, 0);
      });
      await other.getByRole("tab", { name: new RegExp(tab, "i") }).click();
      await other.getByTestId(`tab ${tab}`).waitFor();
      const bar = other.getByRole("tablist", { name: "charts and lists" });
      const bottom = async () => {
        const box = await bar.boundingBox();
        return (box?.y ?? Infinity) + (box?.height ?? 0);
      };
      if (k > 0) await expect.poll(bottom, SLOW).toBeLessThan(0.75 * 720);
      await other.evaluate(() => {
        scrollTo(0, document.documentElement.scrollHeight);
      });
      const heads = other.getByTestId("answer").locator("thead th");
      for (const name of ["pasted", "pasted, copy"]) {
        const { x, y, width, height } = (await heads.getByText(name, { exact: true }).boundingBox()) ?? {
          x: 0,
          y: 0,
          width: 0,
          height: 0,
        };
        // Nothing covers the name.
        const seen = await other.evaluate(
          ([left, top]) => document.elementFromPoint(left, top)?.textContent,
          [x + Math.min(9, width / 2), y + height / 2],
        );
        expect({ tab, seen: seen?.trim() }).toEqual({ tab, seen: name });
      }
    }
    // In a low window, too, the docked fabric covers no tab.
    await other.setViewportSize({ width: 1280, height: 560 });
    await other.evaluate(() => {
      scrollTo(0, 0);
    });
    await other.keyboard.press("4");
    await other.getByTestId("tab events").waitFor();
    // The page scrolls once the tab is drawn.
    const tab = other.getByRole("tab", { name: "Events" });
    const top = async () => {
      const { x, y } = (await tab.boundingBox()) ?? { x: 0, y: 0 };
      return other.evaluate(([left, at]) => document.elementFromPoint(left, at)?.textContent, [x + 9, y + 9]);
    };
    await expect.poll(top, SLOW).toBe("Events");
    await other.close();
  });

  test("a legend states no value after its line has ended", async () => {
    await page.getByLabel("simulated time").fill("1000");
    const legend = page.locator('[data-testid^="goodput"]').first().locator(".legend");
    await legend
      .getByText(/^ended [\d.]+ us$/)
      .first()
      .waitFor();
    expect(await legend.innerText()).not.toMatch(/bps/);
  });

  test("a drag over a chart selects a time for all charts, the wheel zooms into it, and the clock stays in sight", async () => {
    await page.getByRole("tab", { name: "Ports" }).click();
    await page.getByLabel("simulated time").fill("1000");
    const chart = page.locator('[data-testid^="occupancy"] .u-over').first();
    // At the end of the window, where the headline does not cover it.
    await chart.evaluate((element) => (element as unknown as Scrolled).scrollIntoView({ block: "end" }));
    // While charts are drawn, they move each other. Hover waits until this one stands still and gets the pointer.
    await chart.hover({ position: { x: 1, y: 40 } });
    const { x, y, width } = (await chart.boundingBox()) ?? { x: NaN, y: NaN, width: NaN };
    await page.mouse.move(x + width * 0.25, y + 40);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.5, y + 40, { steps: 4 });
    await page.mouse.up();
    await addressHas(page, ({ hash }) => hash.includes("&z="), "the drag over the chart selected no time");
    /** The clock's time and the selected interval in ns, from the address. */
    const times = (): number[] => {
      const view = new URLSearchParams(new URL(page.url()).hash.slice(1));
      return [view.get("t"), ...(view.get("z")?.split("-") ?? [])].map(Number);
    };
    const [clock, from, to] = times();
    expect(to / from).toBeCloseTo(2, 1);
    expect(clock).toBe(to);
    const line = await chart.locator(".playhead").boundingBox();
    expect(Math.abs((line?.x ?? NaN) - (x + width))).toBeLessThan(4);
    expect(Number(await page.getByLabel("simulated time").inputValue())).toBe(1000);

    const before = page.url();
    // The event goes to the chart directly. On a busy machine, Chromium scrolled the page before it asked the chart.
    const isTaken = await chart.evaluate(
      (over, clientX) =>
        !(over as unknown as Target).dispatchEvent(
          new WheelEvent("wheel", { ...{ deltaY: -200, ctrlKey: true }, clientX, bubbles: true, cancelable: true }),
        ),
      x + width * 0.5,
    );
    expect(isTaken).toBe(true); // the browser does not zoom the page
    const isZoomed = ({ href, hash }: URL): boolean => href !== before && hash.includes("&z=");
    await addressHas(page, isZoomed, "the wheel over the chart changed no time");
    const [later, start, end] = times();
    expect(start).toBeGreaterThan(from);
    expect(end).toBeLessThan(to);
    expect(later).toBe(end);
    await page.getByRole("button", { name: "Whole run" }).click();
  });

  test("a run in progress shows its queues, pauses, time and pace; opening another scenario ends it", async () => {
    const other = await context.newPage();
    const endless = `until: 10s
topology: { kind: star, hosts: 4 }
switch: { memory: 1MiB }
traffic:
  - { kind: long-lived, from: h1..h3, to: h0 }
policies: { congestion: none }
`;
    await countWorkers(other);
    await openLink(other, url, endless);
    await other.getByTestId("remarks").getByText("4 hosts").waitFor();
    await workers(other, 1); // the worker that checks scenarios
    await other.getByTestId("run").click();
    const live = other.getByTestId("live pasted");
    await live.getByText(/^[1-3] paused now: h[1-3]-sw0/).waitFor();
    await other
      .getByText(
        /^[\d.]+ [mu]?s of 10 s simulated, \d+%; [\d,]+ packet-hops, [\d.]+ million\/s; about [\d.]+ (s|min|h) left$/,
      )
      .waitFor();
    await workers(other, 2);
    await other.getByRole("button", { name: "xoff studio: gallery" }).click();
    await other.getByTestId("spfc/fig4").click();
    await other.getByTestId("remarks").getByText("32 hosts, 1 switch").waitFor();
    await workers(other, 1);
    await other.close();
  });

  test("axe finds nothing in any tab, in the question and in the dialogs, light and dark", async () => {
    for (const scheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      for (const tab of ["ports", "flows", "distributions", "events", "difference"]) {
        await page.keyboard.press(String(1 + ["ports", "flows", "distributions", "events", "difference"].indexOf(tab)));
        await page.getByTestId(`tab ${tab}`).waitFor();
        expect({ scheme, tab, found: await violations(page) }).toEqual({ scheme, tab, found: [] });
      }
      await page.keyboard.press("?");
      await page.getByTestId("keys").waitFor();
      expect({ scheme, found: await violations(page) }).toEqual({ scheme, found: [] });
      await page.keyboard.press("Escape");
      await page.keyboard.press("/");
      await page.getByTestId("search").getByRole("textbox").fill("h");
      expect({ scheme, found: await violations(page) }).toEqual({ scheme, found: [] });
      await page.keyboard.press("Escape");
    }
  });

  test("by keyboard alone: open a card, run it, move the clock, ask why, search, list events, compare, return to the gallery", async () => {
    const other = await context.newPage();
    await other.goto(url);
    await other.locator(".paper").first().waitFor();
    await tabTo(other, other.getByTestId("spfc/fig4"));
    await other.keyboard.press("Enter");
    await other.getByTestId("remarks").getByText("32 hosts").waitFor();
    await tabTo(other, other.getByTestId("run"));
    await other.keyboard.press("Enter");
    await other.locator(".clock").waitFor();
    expect(await other.getByTestId("answer").innerText()).toContain("Goodput of flow 0, h0 → r1");
    await tabTo(other, other.getByLabel("simulated time"));
    for (let k = 0; k < 4; k++) await other.keyboard.press("PageUp");
    await tabTo(other, other.getByTestId("fabric").first().locator(".stopped button").nth(1));
    await other.keyboard.press("Enter");
    await other.locator(".culprits").waitFor();
    await tabTo(other, other.getByTestId("why").locator(".culprits button").first());
    await other.keyboard.press("Enter");
    await other.locator(".hops").waitFor();
    expect(await other.getByRole("navigation", { name: "way to this question" }).innerText()).toMatch(
      /^DT 2 › h\d+ paused › flow \d+$/,
    );
    await other.keyboard.press("Escape");
    await other.getByTestId("why").waitFor({ state: "detached" });
    await tabTo(other, other.getByRole("button", { name: "Search" }));
    await other.keyboard.press("Enter");
    await other.keyboard.type("h0 r1");
    await other.keyboard.press("Enter");
    await other.getByTestId("tab flows").getByRole("button", { name: "Flow 0 ×" }).waitFor();
    await tabTo(other, other.getByRole("tab", { name: "Flows" }));
    await other.keyboard.press("ArrowRight");
    await other.keyboard.press("ArrowRight");
    const events = other.getByTestId("tab events");
    await tabTo(other, events.getByLabel("resume", { exact: true }));
    await other.keyboard.press("Space");
    await tabTo(other, events.getByRole("button", { name: "Details" }));
    await other.keyboard.press("Enter");
    await tabTo(other, events.getByTitle("move the clock here").first());
    const moment = await other.getByTestId("now").innerText();
    await other.keyboard.press("Enter");
    expect(await other.getByTestId("now").innerText()).not.toBe(moment);
    await other.keyboard.press("5");
    await tabTo(other, other.getByTestId("tab difference").getByRole("button", { name: "Swap" }));
    await other.keyboard.press("Enter");
    expect(await other.getByTestId("tab difference").innerText()).toContain("From SPFC to DT 2");
    await tabTo(other, other.getByRole("button", { name: "Gallery", exact: true }));
    await other.keyboard.press("Enter");
    await other.getByTestId("last runs").waitFor();
    await other.close();
  });

  test("further seeds give the difference its interval; it survives a reload, and Stop keeps what is done", async () => {
    const text = (buffer: string): string => JSON.stringify({ ...SEEDED, policies: { buffer, congestion: "none" } });
    const pausedNs = (buffer: string, seed: number): number =>
      runSync(text(buffer), { set: [`seed=${seed}`] }).tables.ports.columns.paused_ns.reduce(
        (sum, one) => sum + one,
        0,
      );
    const changes = [1, 2, 3].map((seed) => pausedNs("spfc", seed) - pausedNs("dt", seed));
    const mean = changes.reduce((sum, one) => sum + one, 0) / 3;
    expect(mean).toBeLessThan(0);

    await paste(page, url, text("dt"));
    await page.getByTestId("remarks").getByText("9 hosts").waitFor();
    await page.getByRole("button", { name: "+ copy" }).click();
    await page.getByTestId("editor").locator(".cm-content").click();
    await page.keyboard.press("Control+A");
    await page.keyboard.insertText(text("spfc"));
    await page.getByTestId("remarks").getByText("9 hosts").waitFor();
    await runOpen(page);
    const seeds = page.getByTestId("seeds");
    expect(await seeds.innerText()).toMatch(/^Each run has one seed/);
    await seeds.getByLabel("Repeat with").fill("3");
    await seeds.getByRole("button", { name: "Run seeds" }).click();
    await seeds.getByText("over 3 seeds").waitFor();
    const row = page.getByTestId("answer").getByRole("row", { name: /^Time paused/ });
    const shown = await row.locator(".interval").innerText();
    expect(shown).toMatch(/ \(−\S+ us ±\S+ [un]s\)$/);
    expect(Number(/−(\S+)/.exec(shown)?.[1])).toBeCloseTo(-mean / 1000, 1);

    await seeds.getByLabel("Repeat with").fill("100");
    await seeds.getByRole("button", { name: "Run seeds" }).click();
    await seeds.getByText(/^Values .* over ([4-9]|\d\d+) seeds/).waitFor();
    await seeds.getByRole("button", { name: "Stop" }).click();
    await seeds.getByRole("button", { name: "Run seeds" }).waitFor();
    const note = await seeds.innerText();
    expect(Number(/over (\d+) seeds/.exec(note)?.[1])).toBeGreaterThanOrEqual(4);
    // The browser stores the runs a moment after Stop.
    const more = Number(/over (\d+) seeds/.exec(note)?.[1]) - 1;
    await page.waitForFunction(`new Promise((found) => {
      const opened = indexedDB.open("xoff studio");
      opened.onsuccess = () => {
        const sets = opened.result.transaction("runs").objectStore("runs").getAll();
        sets.onsuccess = () => {
          opened.result.close();
          found(sets.result.flat().some(({ seeds = [] }) => seeds.length === ${more}));
        };
      };
    })`);
    await page.reload();
    await page.locator(".clock").waitFor();
    expect(await seeds.innerText()).toBe(note);
  });

  test("the theme survives a reload", async () => {
    await page.emulateMedia({ colorScheme: "light" });
    await page.getByRole("button", { name: "dark theme" }).click();
    await page.reload();
    await page.getByRole("button", { name: "light theme" }).waitFor();
    expect(await page.evaluate(() => document.querySelectorAll('[data-theme="dark"]').length)).toBe(1);
  });
});
