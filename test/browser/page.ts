/** A page in a real browser that uses the library from static files of a web server on loopback. */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";

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

/** Returns the value of the page's module. Rejects if the module threw an error, or if the browser could not start or ended too early. */
export async function openPage({ folder, module, isolated }: Page): Promise<unknown> {
  const profile = mkdtempSync(join(tmpdir(), "xoff-browser-"));
  const headers = isolated
    ? { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" }
    : {};
  const html = `<!doctype html><title>xoff</title><script type="module">
const result = await import("/module.js").then((page) => ({ answer: page.default }), (error) => ({ failed: String(error?.stack ?? error) }));
await fetch("/result", { method: "POST", body: JSON.stringify(result) });
</script>`;
  let receive!: (text: string) => void;
  const received = new Promise<string>((resolve) => (receive = resolve));
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? "/", "http://localhost").pathname);
    const reply = (type: string, body: string | Buffer): void => {
      response.writeHead(200, { ...headers, "Content-Type": type }).end(body);
    };
    if (path === "/result") {
      let body = "";
      request.on("data", (piece: Buffer) => (body += piece.toString()));
      request.on("end", () => {
        reply("text/plain", "");
        receive(body);
      });
    } else if (path === "/") reply("text/html", html);
    else if (path === "/module.js") reply("text/javascript", module);
    else if (existsSync(join(folder, path)))
      reply(types[extname(path)] ?? "text/javascript", readFileSync(join(folder, path)));
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const browser = spawn(
    chromium ?? "",
    [
      ...["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"],
      ...["--disable-component-update", "--disable-sync", `--user-data-dir=${profile}`],
      ...["--remote-debugging-port=0", `http://127.0.0.1:${port}/`], // without `--remote-debugging-port` the browser would end as soon as the page is loaded
    ],
    { stdio: "ignore", detached: true },
  );
  const gone = new Promise<never>((_, reject) => {
    browser.once("error", ({ message }) => {
      reject(new Error(`the browser could not start: ${message}`));
    });
    browser.once("exit", (code) => {
      reject(new Error(`the browser ended with code ${code} before the page had an answer`));
    });
  });
  /** Resolves when no process of the browser is left. A browser that could not start has no exit event. */
  const exited = new Promise<void>((resolve) => {
    browser.once("error", () => {
      resolve();
    });
    browser.once("exit", () => {
      resolve();
    });
  });
  try {
    const result = JSON.parse(await Promise.race([received, gone])) as { answer?: unknown; failed?: string };
    if (result.failed !== undefined) throw new Error(result.failed);
    return result.answer;
  } finally {
    // Kills the browser's process group. A process that outlives the browser would write into the folder that is
    // removed here.
    if (browser.pid !== undefined && browser.exitCode === null) process.kill(-browser.pid, "SIGKILL");
    await exited;
    server.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 3, retryDelay: 100 });
  }
}
