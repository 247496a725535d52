/**
 * Tests the studio in one real browser. The tests open the gallery, run a scenario, view its PAUSEs and ask "why". They also open a link
 * that reproduces the run. They are skipped without Chromium.
 */
import { readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serve, type Served } from "../../src/apps/cli/studio/server.ts";
import { policies } from "../../src/policies/policies.ts";
import { build, Folder } from "../cli/xoff.ts";
import { builtStudio } from "./built-studio.ts";
import { curiousDigest, curiousLink } from "./curious-policy.ts";
import { chromium, launch } from "./page.ts";
import { openLink, paste } from "./open-studio.ts";
import { madeResults, writeFigure } from "./results-folder.ts";
import { digestsInNode, digestsInPage, policiesOfTwenty } from "./twenty-runs.ts";

// Globals of the page, for functions that run there.
declare const location: { readonly hash: string };
declare const document: {
  readonly documentElement: { readonly scrollWidth: number; readonly clientWidth: number };
  readonly elementFromPoint: (x: number, y: number) => { readonly textContent: string } | null;
};
declare const MutationObserver: new (note: () => void) => { observe: (element: unknown, what: object) => void };
declare const axe: { run: () => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let folder: string;
let served: Served;
let browser: Browser;
let context: BrowserContext;
let page: Page;
/** For all pages: warnings and errors of the browser, and the addresses of its requests. */
const complaints: string[] = [];
const asked: string[] = [];

function watch(some: Page): Page {
  some.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  some.on("pageerror", (error) => complaints.push(error.message));
  some.on("request", (request) => asked.push(request.url()));
  return some;
}

describe.skipIf(chromium === undefined)("the studio in Chromium", () => {
  beforeAll(async () => {
    folder = builtStudio();
    served = await serve(folder, 0);
    browser = await launch();
    context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
    context.setDefaultTimeout(300_000); // long, so that a slow machine fails no test
    await context.addInitScript({ content: AXE });
    page = watch(await context.newPage());
    await page.goto(served.url);
    await page.getByText("Figures of the papers").waitFor();
    await page.locator(".paper").first().waitFor(); // the lab's worker has answered
  });
  afterAll(async () => {
    // Without a browser the tests have not begun. The error of its start is then the reason.
    await (browser as Browser | undefined)?.close();
    (served as Served | undefined)?.server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test("twenty runs in a worker of the page have the digests of runs in Node, with every policy of every role", async () => {
    const names = Object.entries(policies).flatMap(([role, table]) =>
      Object.keys(table).map((name) => `${role} ${name}`),
    );
    const had = policiesOfTwenty();
    expect(names.filter((name) => !had.has(name))).toEqual([]);
    const worker = asked.find((url) => url.includes("/assets/worker-")) ?? "";
    expect(await digestsInPage(page, worker)).toEqual(digestsInNode());
  });

  test("spfc/fig4: h0 is paused under DT, and not under SPFC", async () => {
    await page.getByTestId("spfc/fig4").click();
    await page.getByTestId("remarks").getByText("32 hosts, 1 switch").waitFor();
    await page.getByTestId("preview").getByText("The routes cannot deadlock").waitFor();
    await page.getByTestId("run").click();
    await page.getByTestId("occupancy DT 2").waitFor();
    // The port in which the two runs differ most, that of h0, is shown without a selection.
    const times = async (name: string): Promise<number> => {
      const words = await page.getByTestId(`occupancy ${name}`).locator(".unit").innerText();
      return Number(/(\d+) times?$/.exec(words)?.[1]);
    };
    expect(await page.getByTestId("occupancy DT 2").locator(".title").innerText()).toContain("Ingress of sw0 from h0");
    expect(await times("DT 2")).toBeGreaterThan(5);
    expect(await times("SPFC")).toBe(0);

    // The first row answers the card's question. The distributions say how many flows are unfinished, as the table does.
    const answer = page.getByTestId("answer");
    const [first] = await answer.locator("tbody tr").allInnerTexts();
    expect(first).toMatch(/^Goodput of flow 0, h0 → r1\s+1[\d.]+ Gbps\s+8[\d.]+ Gbps\s+× 7[\d.]*$/);
    const shown = await answer.getByRole("row", { name: /^p99 slowdown/ }).innerText();
    const [, left, right] = /, ([\d,]+ of [\d,]+) not done\s.*, ([\d,]+ of [\d,]+) not done/.exec(shown) ?? [];
    await page.getByRole("tab", { name: "Distributions" }).click();
    const charts = page.getByTestId("tab distributions");
    await charts.getByText("FCT slowdown by flow size").waitFor();
    const note = `an unfinished flow counts with its age (DT 2: ${left}; SPFC: ${right})`;
    expect(await charts.getByText(note).count()).toBe(3);
    await page.getByRole("tab", { name: "Ports" }).click();
  });

  test("at a PAUSE of h0, why names its root, and flow 0 as a victim", async () => {
    for (const place of ["400", "410", "430", "450", "470"]) {
      await page.getByLabel("simulated time").fill(place);
      if ((await page.getByTestId("fabric").first().getByRole("button", { name: "h0-sw0" }).count()) > 0) break;
    }
    expect(await page.getByTestId("now").innerText()).toMatch(/^[45]\.\d* ms|^[45] ms/);
    await page.getByTestId("fabric").first().getByRole("button", { name: "h0-sw0" }).click();
    const why = page.getByTestId("why");
    expect(await why.locator("h2").innerText()).toBe("Why did sw0 pause h0?");
    await why.locator(".culprits").waitFor();
    expect(await why.locator(".culprits").innerText()).toContain("sw0, port to r2");
    expect(await why.getByTestId("victims").innerText()).toContain("0: h0 → r1");
    await why.getByRole("button", { name: "0: h0 → r1" }).click();
    await why.locator(".hops").waitFor();
    expect(await why.locator(".hops").innerText()).toContain("its class was paused at its NIC");
    await page.keyboard.press("Escape");
    expect(await why.count()).toBe(0);
  });

  test("the link, in a new tab, gives the digest of this one and of xoff run", async () => {
    await page.waitForURL(/#s=/);
    await page.getByRole("button", { name: "Share" }).click();
    // A browser without stored runs, like that of another person.
    const elsewhere = await browser.newContext();
    const other = watch(await elsewhere.newPage());
    await other.goto(page.url());
    await other.getByTestId("remarks").getByText("32 hosts").waitFor();
    await other.getByRole("tab", { name: "SPFC" }).click();
    await other.getByRole("button", { name: "Remove" }).click(); // one will do
    expect(await other.getByTestId("digest DT 2").count()).toBe(0); // nothing runs before the user's consent
    await other.getByTestId("run").click();
    await other.getByTestId("occupancy DT 2").waitFor();
    const digest = await page.getByTestId("digest DT 2").innerText();
    expect(await other.getByTestId("digest DT 2").innerText()).toBe(digest);

    const at = new Folder();
    const text = await other.evaluate(async () => {
      const [packed] = location.hash.slice(3).split("&");
      const coded = packed.replaceAll("-", "+").replaceAll("_", "/");
      const bytes = Uint8Array.from(atob(coded), (letter) => letter.charCodeAt(0));
      const whole = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
      return ((await new Response(whole).json()) as { drafts: { text: string }[] }).drafts[0].text;
    });
    at.write("dt.yaml", text);
    const { stdout } = at.run("run", "dt.yaml", "--json", "--force");
    at.remove();
    expect((JSON.parse(stdout) as { digest: string }).digest).toBe(digest);
    await elsewhere.close();
  });

  test("an error is shown with its line, and corrected by a control", async () => {
    const other = watch(await context.newPage());
    await paste(
      other,
      served.url,
      "seed: 1\nuntil: 200us\ntopology: { kind: star, hosts: 4 }\ntraffic:\n  - { kind: incast, fanIn: 3, to: h0 }\npolicies:\n  buffer: spcf\n",
    );
    await other.getByText("Line 7").waitFor();
    expect(await other.getByTestId("remarks").innerText()).toContain('Did you mean "spfc"?');
    await other.getByTestId("editor").getByRole("textbox").click();
    await other.keyboard.press("Control+End");
    await other.keyboard.press("ArrowUp");
    await other.keyboard.press("End");
    for (let k = 0; k < 4; k++) await other.keyboard.press("Backspace");
    await other.keyboard.type("dt");
    await other.keyboard.press("Escape");
    await other.getByTestId("remarks").getByText("4 hosts").waitFor();
    await other.getByRole("button", { name: "Controls" }).click();
    await other.getByLabel("buffer policy").selectOption("st");
    await other.getByRole("button", { name: "Text" }).click();
    await other.getByTestId("editor").getByText("st", { exact: true }).waitFor();
    expect(await other.getByTestId("editor").locator(".cm-content").innerText()).toMatch(/buffer: st\s*$/);
    await other.close();
  });

  test.each([
    ["This link cannot be opened", ["#s=AAAA", "#s=<script>alert(1)</script>", "#s="]],
    ["This link names no scenario, story or result", ["#story=unknown/3", "#nothing"]],
  ])("%s: the page says so and continues, as it opens or as its address changes", async (said, fragments) => {
    const other = watch(await context.newPage());
    const alert = other.getByRole("alert").getByText(said);
    for (const fragment of fragments) {
      await other.goto(`${served.url}${fragment}`); // only the first one loads the page
      await alert.waitFor();
      expect(await other.getByRole("heading", { name: "See pauses spread" }).count()).toBe(1);
      await other.getByRole("alert").getByRole("button", { name: "Close" }).click();
      await alert.waitFor({ state: "detached" });
    }
    await other.close();
  });

  test("an endless run is stopped and keeps its results so far", async () => {
    const other = watch(await context.newPage());
    await openLink(
      other,
      served.url,
      "until: 10s\ntopology: { kind: star, hosts: 4 }\ntraffic:\n  - { kind: long-lived, from: h1..h3, to: h0 }\n",
    );
    await other.getByTestId("run").click();
    await other.getByText(/[1-9][\d,]* packet-hops/).waitFor();
    await other.getByRole("button", { name: "Stop" }).click();
    await other.getByTestId("answer").getByText("stopped at").waitFor();
    await other.close();
  });

  test("a results folder: recorded runs, why, a comparison whose rows open, a figure with its claims", async () => {
    const { at, results, digest } = madeResults();
    const { server, url } = await serve(folder, 0, results);
    const other = watch(await context.newPage());
    await other.goto(`${url}#results`);
    await other.getByText("1 run, 1 comparison, 1 reproduced figure").waitFor();
    const table = other.getByTestId("comparison");
    expect(await table.innerText()).toMatch(/Means over 2 seeds, with half of the 95% confidence interval/);
    expect(await table.locator("table").first().locator("tbody tr").allInnerTexts()).toEqual([
      expect.stringMatching(/^st\s/),
      expect.stringMatching(/^dt\s/),
    ]);
    const figure = other.getByTestId("figure dsh/fig4");
    await figure.locator("summary").click();
    expect(await figure.locator(".claims").innerText()).toContain("Trident2 reserves 44.4% of its 12 MB");
    expect(await violations(other)).toEqual([]);

    await other.getByRole("button", { name: "one", exact: true }).click();
    await other.getByTestId("occupancy one").waitFor();
    expect(await other.getByTestId("digest one").innerText()).toBe(digest);
    expect(await other.getByText("Not recorded: rates of links, goodput by flow.").count()).toBe(1);
    await other.getByTestId("fabric").locator(".stopped button").first().click();
    await other.getByTestId("why").locator(".culprits").waitFor(); // the run is repeated from the recorded scenario, with its setting and its file
    await other.keyboard.press("Escape");

    await other.getByRole("button", { name: "Folder" }).click();
    for (const tick of await table.getByRole("checkbox").all()) await tick.check();
    await other.getByRole("button", { name: "Open these 2 side by side" }).click();
    await other.getByTestId("occupancy buffer=dt, seed=1").waitFor();
    expect(await other.getByTestId("digest buffer=st, seed=1").innerText()).toBe(digest);
    expect(await other.getByTestId("seeds").innerText()).toMatch(/^Each run shown has one of 2 seeds/);
    expect(await violations(other)).toEqual([]);
    await other.setViewportSize({ width: 390, height: 844 });
    expect(await overhang(other)).toBe(0);
    const lines = await other.evaluate<number>(`(() => {
      const text = document.createRange();
      text.selectNodeContents(document.querySelector(".headline thead th:last-child"));
      return text.getClientRects().length;
    })()`);
    expect(lines).toBe(1); // the word "Difference" is not broken
    await other.getByRole("button", { name: "Folder" }).click();
    expect(await overhang(other)).toBe(0);
    await other.close();
    const elsewhere = await fetch(`${url}results/table.parquet?of=..&name=../../flows`);
    expect({ status: elsewhere.status, said: await elsewhere.text() }).toMatchObject({ status: 404 });
    expect(elsewhere.headers.get("content-security-policy")).toContain("sandbox");
    asked.splice(0, asked.length, ...asked.map((address) => address.replace(url, served.url)));
    server.closeAllConnections();
    server.close();
    at.remove();
  });

  test("a link with code: it runs after the user's consent, gives the digest of xoff run, and reaches neither network nor storage", async () => {
    const fragment = await curiousLink(served.url);
    const stolen: string[] = [];
    served.server.on("request", ({ url = "" }) => stolen.push(...(url.includes("stolen") ? [url] : [])));

    const other = await context.newPage(); // the browser reports each access that the frame's code is denied
    await other.goto(`${served.url}${fragment}`);
    await other.getByTestId("code").waitFor();
    await other.getByTestId("remarks").getByText("./my-congestion.ts").waitFor();
    expect(await other.getByTestId("run").isDisabled()).toBe(true);
    expect(await other.locator("iframe").count()).toBe(0);
    expect(await violations(other)).toEqual([]);
    await other.getByRole("button", { name: "Let it run" }).click();
    await other.getByTestId("remarks").getByText("5 hosts").waitFor();
    await other.getByRole("button", { name: "Controls" }).click();
    await other.getByLabel("congestion policy").getByText("./my-congestion.ts").waitFor({ state: "attached" });
    expect(await other.getByLabel("congestion policy").inputValue()).toBe("./my-congestion.ts");
    expect(await other.getByLabel("step, from 1bps to 10000Gbps").count()).toBe(1); // the file's own table of parameters
    await other.getByTestId("run").click();
    await other.locator(".clock").waitFor();
    expect(await other.getByTestId("digest mine").innerText()).toBe(curiousDigest(served.url));
    expect(stolen).toEqual([]);

    // An endless loop reacts to no message, so a second Stop terminates its worker.
    await other.getByRole("button", { name: "Scenario" }).click();
    await other.getByRole("button", { name: "Policies" }).click();
    const code = other.getByTestId("code editor").getByRole("textbox");
    // Fast typing keeps the order of letters. While the file is read again, no error blames the scenario.
    await other.getByRole("region", { name: "scenario", exact: true }).evaluate((element) => {
      const seen: string[] = [];
      const note = (): void => void seen.push((element as unknown as { innerText: string }).innerText);
      Object.assign(globalThis, { seen });
      new MutationObserver(note).observe(element, { subtree: true, childList: true, characterData: true });
    });
    await code.click();
    await other.keyboard.press("Control+Home");
    await other.keyboard.type("// The quick brown fox jumps.\n");
    await other.getByTestId("remarks").getByText("5 hosts").waitFor();
    expect(await other.locator(".cm-line").first().innerText()).toBe("// The quick brown fox jumps.");
    const seen = await other.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
    expect(seen.filter((text) => text.includes("policies.congestion"))).toEqual([]);

    // The place of a mistake is in its message, and underlined in the editor. No second message blames the scenario.
    for (const [text, said] of [
      ["export const about = {;\n", /^expected TypeScript, got .*\(my-congestion\.ts:1:23\)$/],
      ["// a\nthrow new Error('boom');\n", /^[^\n]* got boom \(my-congestion\.ts:2\)$/],
    ] as const) {
      await code.fill(text);
      await other.getByTestId("remarks").getByText(said).waitFor();
      expect(await other.getByTestId("remarks").innerText()).toMatch(said);
      await other.getByTestId("code editor").locator(".cm-lintRange-error").waitFor();
    }

    await code.fill("for (;;);\n");
    await other.getByTestId("run").click(); // after the user has read the code
    await other.getByRole("button", { name: "Stop" }).click();
    await other.getByRole("button", { name: "Stop now" }).click();
    await other.getByRole("alert").getByText("stopped").waitFor();
    await other.close();
  });

  test("a link to a step of a story: the sentences, the clock and the view; arrows step through it", async () => {
    const other = watch(await context.newPage());
    await other.goto(`${served.url}#story=headroom/6`);
    const story = other.getByTestId("story");
    await story.getByText("the switch pauses h6").waitFor();
    expect(await other.getByTestId("now").innerText()).toBe("1.011 ms");
    expect(await other.locator(".lit .title").first().innerText()).toContain("Ingress of sw0 from h6");
    const texts = new Set<string>();
    for (let k = 6; k < 10; k++) await other.keyboard.press("ArrowRight");
    for (let k = 10; k >= 1; k--) {
      expect(new URL(other.url()).hash).toBe(`#story=headroom/${k}`);
      await story.locator(`[aria-label="step ${k}"][aria-current]`).waitFor();
      expect(await story.locator(".step-text p").count()).toBe(2);
      // The names of the columns are in sight in each step.
      const heads = other.getByTestId("answer").locator("thead th");
      for (const name of ["SIH", "DSH"]) {
        const { y = NaN, height = NaN } = (await heads.getByText(name, { exact: true }).boundingBox()) ?? {};
        expect({ k, name, isInSight: y >= 44 && y + height < 200 }).toEqual({ k, name, isInSight: true });
      }
      // Nothing covers the title of a chart that the step shows.
      const title = other.locator(".lit .title").first();
      const box = (await title.count()) > 0 ? await title.boundingBox() : null;
      if (box !== null) {
        const place = [box.x + box.width / 2, box.y + box.height / 2] as const;
        const seen = await other.evaluate(([x, y]) => document.elementFromPoint(x, y)?.textContent, place);
        expect({ k, seen }).toEqual({ k, seen: await title.textContent() });
      }
      texts.add(await story.locator(".step-text").innerText());
      await other.keyboard.press("ArrowLeft");
    }
    expect(texts.size).toBe(10);
    expect(await other.getByTestId("fabric").count()).toBe(2);
    expect(await violations(other)).toEqual([]);
    await story.getByRole("button", { name: "Leave the story" }).click();
    await other.getByTestId("remarks").getByText("32 hosts").waitFor();
    await other.waitForURL(/#s=/);
    await other.goBack(); // the story is open again
    await other.getByTestId("story").waitFor();
    // From the gallery, the same card opens the same story again.
    await other.getByRole("button", { name: "Gallery", exact: true }).click();
    await other.getByTestId("story headroom").click();
    await story.locator('[aria-label="step 1"][aria-current]').waitFor();
    await other.close();
  });

  test("axe finds nothing, in light and dark; on a phone nothing exceeds the page's width", async () => {
    for (const scheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.waitForTimeout(50);
      expect({ scheme, results: await violations(page) }).toEqual({ scheme, results: [] });
    }
    await page.setViewportSize({ width: 390, height: 844 });
    for (const side of ["Scenario", "Results"]) {
      await page.getByRole("button", { name: side, exact: true }).click();
      const found = { over: await overhang(page), broken: await violations(page) };
      expect({ side, ...found }).toEqual({ side, over: 0, broken: [] });
    }
    await page.getByRole("tab", { name: "Events" }).click();
    const events = page.getByRole("group", { name: "table of events" });
    const hidden = (table: Readonly<Record<"scrollWidth" | "clientWidth", number>>): number =>
      table.scrollWidth - table.clientWidth;
    expect(await events.evaluate(hidden)).toBe(0);
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "xoff studio: gallery" }).click();
    expect(await overhang(page)).toBe(0);
    expect(await violations(page)).toEqual([]);
  });

  test("no page has errors or violates its security policy, and none contacts another origin", () => {
    expect(complaints).toEqual([]);
    expect(
      asked.filter((url) => new URL(url).origin !== new URL(served.url).origin && !url.startsWith("blob:")),
    ).toEqual([]);
  });
});

const overhang = (some: Page): Promise<number> =>
  some.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth));

/** The violated rules of axe, and their places. */
const violations = (some: Page): Promise<string[]> =>
  some.evaluate(async () => {
    const { violations } = await axe.run();
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
  });

describe("xoff studio", () => {
  test("serves only on loopback and only its folder, with strict headers, and ends by Ctrl-C", async () => {
    build();
    const at = new Folder();
    writeFigure(at, "figures");
    const child = at.start("studio", "figures");
    const printed = await new Promise<string>((resolve) => {
      child.stdout?.once("data", (text: Buffer) => resolve(text.toString().trim()));
    });
    expect(printed).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#results$/);
    const url = printed.slice(0, -"#results".length);
    const answer = await fetch(url);
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'; script-src 'self';");
    expect(answer.headers.get("cross-origin-embedder-policy")).toBe("require-corp");
    expect((await fetch(`${url}..%2f..%2fpackage.json`)).status).toBe(404);
    expect((await fetch(url, { method: "POST" })).status).toBe(405);
    const named = (await (await fetch(`${url}results/index.json`)).json()) as { figures: { id: string }[] };
    expect(named.figures.map(({ id }) => id)).toEqual(["dsh/fig4"]);
    expect(at.run("studio", "nowhere")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("expected a folder of results, found no such folder") as string,
    });
    const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
    child.kill("SIGINT");
    expect(await ended).toBe(0);
    at.remove();
  });

  test("xoff run --studio records queues, rates and goodputs, and serves the run until Ctrl-C", async () => {
    build();
    const at = new Folder();
    at.write(
      "my.yaml",
      "until: 200us\ntopology: { kind: star, hosts: 4 }\ntraffic: [{ kind: incast, fanIn: 3, to: h0 }]\n",
    );
    const child = at.start("run", "my.yaml", "--studio", "--out", "mine");
    const url = await new Promise<string>((resolve) => {
      let printed = "";
      child.stdout?.on("data", (text: Buffer) => {
        printed += text.toString();
        const [, address] = /^(http:\/\/127\.0\.0\.1:\d+\/)#results$/m.exec(printed) ?? [];
        if (address !== undefined) resolve(address);
      });
    });
    const { tables, summary } = (await (await fetch(`${url}results/run.json?of=`)).json()) as {
      tables: string[];
      summary: { digest: string };
    };
    expect(tables).toEqual(expect.arrayContaining(["queues", "rates", "goodputs"]));
    const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
    child.kill("SIGINT");
    expect(await ended).toBe(0);
    const plain = at.run("run", "my.yaml", "--json", "--out", "plain");
    expect((JSON.parse(plain.stdout) as { digest: string }).digest).toBe(summary.digest);
    expect(at.run("run", "my.yaml", "--studio", "--json")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--studio is not allowed with --json") as string,
    });
    at.remove();
  });
});
