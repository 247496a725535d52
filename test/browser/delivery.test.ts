/**
 * Tests in a real browser that the studio loads: from `xoff studio` in few bytes, and from a plain web server under any
 * path. The tests are skipped without Chromium.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { extname, join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { trialsOf } from "../../src/apps/studio/lab/gallery.ts";
import { serve } from "../../src/apps/cli/studio/server.ts";
import { Folder } from "../cli/xoff.ts";
import { builtStudio } from "./built-studio.ts";
import { curiousDigest, curiousLink } from "./curious-policy.ts";
import { chromium, launch } from "./page.ts";

// Globals of the page, for functions that run there.
declare const window: { postMessage: (data: string, target: string, ports: object[]) => void };
declare const MessageChannel: new () => { port1: object };

const MB = 1_000_000;
let folder: string;
let browser: Browser;

describe.skipIf(chromium === undefined)("the studio's files in Chromium", () => {
  beforeAll(async () => {
    folder = builtStudio();
    browser = await launch();
  });
  afterAll(async () => {
    await (browser as Browser | undefined)?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A page of a new profile, whose cache is empty. */
  async function openPage(): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
    context.setDefaultTimeout(300_000); // long, so that a slow machine fails no test
    return context.newPage();
  }

  test("all files in assets/, which browsers keep for ever, have a hash in their names", () => {
    const files = readdirSync(join(folder, "assets"));
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter((name) => !/-[\w-]{8}\.(js|css|svg)$/.test(name))).toEqual([]);
  });

  test("the first view takes less than 0.6 MB on the wire, the simulator included, and a second run takes nothing", async () => {
    const { server, url } = await serve(folder, 0);
    const sent = countSent(server);
    const page = await openPage();
    await page.goto(url);
    await page.locator(".paper").first().waitFor(); // the simulator has answered
    await page.waitForLoadState("networkidle");
    expect(sent()).toBeGreaterThan(0.2 * MB);
    expect(sent()).toBeLessThan(0.6 * MB);

    await page.getByRole("button", { name: "Paste a text" }).click();
    await page
      .getByRole("textbox")
      .fill("until: 200us\ntopology: { kind: star, hosts: 4 }\ntraffic: [{ kind: incast, fanIn: 3, to: h0 }]\n");
    await page.getByRole("button", { name: "Open it" }).click();
    await page.getByTestId("remarks").getByText("4 hosts").waitFor();
    /** Runs the scenario, and waits until it has ended and nothing more is loaded. */
    const run = async (): Promise<void> => {
      await page.getByTestId("run").click();
      await page.getByTestId("progress pasted").waitFor({ state: "detached" });
      await page.getByTestId("digest pasted").waitFor();
      await page.waitForLoadState("networkidle");
    };
    const before = sent();
    await run();
    const first = sent();
    expect(first - before).toBeLessThan(0.4 * MB);
    await page.getByTitle("show the scenario").click(); // after a run, the scenario's text is folded
    await run();
    expect(sent()).toBe(first);
    await page.context().close();
    close(server);
  });

  test("a plain server, under a path: a card's run and its link have the digest of xoff run", async () => {
    const { server, url, missed } = await servePlainly(folder, "/some/path/");
    const page = await openPage();
    await page.goto(url);
    await page.getByTestId("bifrost/fig7").click(); // of all cards, this one runs fastest
    await page
      .getByTestId("remarks")
      .getByText(/^\d+ hosts/)
      .waitFor();
    await page.getByTestId("run").click();
    const digest = await page.getByTestId("digest Bifrost").innerText();
    expect(digest).toBe(figureDigest("bifrost/fig7", "Bifrost, slots 3, reaction 60"));
    await page.getByRole("button", { name: "Share" }).click();
    await page.waitForURL(/#s=/);
    const link = page.url();
    expect(link.startsWith(`${url}#s=`)).toBe(true);
    await page.context().close();

    const other = await openPage(); // this page shares only the link with the first page
    await other.goto(link);
    await other
      .getByTestId("remarks")
      .getByText(/^\d+ hosts/)
      .waitFor();
    await other.getByTestId("run").click();
    expect(await other.getByTestId("digest Bifrost").innerText()).toBe(digest);
    await other.context().close();
    expect(missed).toEqual([]);
    close(server);
  });

  test("a plain server: the code of a link runs without access to the server, and has the digest of xoff run", async () => {
    const { server, url, missed } = await servePlainly(folder, "/some/path/");
    const page = await openPage();
    await page.goto(`${url}${await curiousLink(url)}`);
    await page.getByRole("button", { name: "Let it run" }).click();
    await page.getByTestId("remarks").getByText("5 hosts").waitFor();
    await page.getByTestId("run").click();
    expect(await page.getByTestId("digest mine").innerText()).toBe(curiousDigest(url));
    expect(missed).toEqual([]); // the code requested files that do not exist
    await page.context().close();
    close(server);
  });

  test("a plain server: sandbox.html runs no code outside a sandbox, where it has the server's origin", async () => {
    const { server, url } = await servePlainly(folder, "/");
    const page = await openPage();
    await page.goto(`${url}sandbox.html`);
    const started: string[] = [];
    page.on("worker", (worker) => started.push(worker.url()));
    await page.evaluate(() => {
      window.postMessage("postMessage('')", "*", [new MessageChannel().port1]);
    });
    await page.waitForTimeout(300);
    expect(started).toEqual([]);
    await page.context().close();
    close(server);
  });
});

/** Counts all bytes that a server sends from now on, in headers and bodies, compressed as they are sent. */
function countSent(server: Server): () => number {
  const sockets: Socket[] = [];
  server.on("connection", (socket: Socket) => sockets.push(socket));
  return () => sockets.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0);
}

function close(server: Server): void {
  server.closeAllConnections();
  server.close();
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
};

/**
 * Serves a folder under a path as any web server does, without additional headers. `missed` lists requested addresses
 * without a file.
 */
async function servePlainly(root: string, path: string): Promise<{ server: Server; url: string; missed: string[] }> {
  const missed: string[] = [];
  const server = createServer(({ url = "" }, response) => {
    const { pathname } = new URL(url, "http://127.0.0.1");
    const file = join(root, pathname === path ? "index.html" : pathname.slice(path.length));
    if (pathname.startsWith(path) && existsSync(file))
      response.writeHead(200, { "Content-Type": TYPES[extname(file)] ?? "" }).end(readFileSync(file));
    else {
      missed.push(url);
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, missed };
}

/** The digest that xoff run gives for a trial of a figure at quick scale. */
function figureDigest(id: string, label: string): string {
  const trial = trialsOf(id).find((one) => one.label === label);
  if (trial === undefined) throw new Error(`${id} has no trial "${label}"`);
  const at = new Folder();
  at.write("trial.yaml", trial.text);
  const { stdout } = at.run("run", "trial.yaml", "--json");
  at.remove();
  return (JSON.parse(stdout) as { digest: string }).digest;
}
