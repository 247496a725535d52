/** A page in a real browser that uses the library from static files of a web server on loopback. */
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { chromium as launcher, type Browser } from "playwright-core";

export const chromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) =>
  existsSync(path),
);

/** Content types by file ending. All other files are scripts. */
const types: Readonly<Record<string, string>> = { ".html": "text/html" };

export interface Page {
  /** The folder whose files the server has. */
  readonly folder: string;
  /** The module that the page runs: the value that it exports as default is the answer. */
  readonly module: string;
  /** True if the server sends the headers that isolate the page from other sites. */
  readonly isolated: boolean;
}

/** Starts a browser. */
export const launch = (): Promise<Browser> =>
  launcher.launch({ executablePath: chromium ?? "", args: ["--no-sandbox"] });

/**
 * Opens the page in a new profile of the browser, or in a browser of its own. Returns the value of its module. Rejects
 * if the module threw an error.
 */
export async function openPage({ folder, module, isolated }: Page, shared?: Browser): Promise<unknown> {
  const browser = shared ?? (await launch());
  const headers = isolated
    ? { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" }
    : {};
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? "/", "http://localhost").pathname);
    const reply = (type: string, body: string | Buffer): void => {
      response.writeHead(200, { ...headers, "Content-Type": type }).end(body);
    };
    if (path === "/") reply("text/html", "<!doctype html><title>xoff</title>");
    else if (path === "/module.js") reply("text/javascript", module);
    else if (existsSync(join(folder, path)))
      reply(types[extname(path)] ?? "text/javascript", readFileSync(join(folder, path)));
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    // As a text, because vitest would replace an import in a function.
    return await page.evaluate(`import("/module.js").then((page) => page.default)`);
  } finally {
    await (shared === undefined ? browser : context).close();
    server.closeAllConnections();
    server.close();
  }
}
