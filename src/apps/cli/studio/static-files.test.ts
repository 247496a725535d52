/** Tests how the studio's files are sent: their encoding, the time for which browsers keep them, and "304 Not Modified". */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serve, type Served } from "./server.ts";

const folder = mkdtempSync(join(tmpdir(), "xoff-static-"));
const SCRIPT = "export const answer = 42;\n".repeat(1000);
let served: Served;

beforeAll(async () => {
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "index.html"), "<!doctype html><title>first</title>");
  writeFileSync(join(folder, "assets", "index-CNKjbs-G.js"), SCRIPT);
  served = await serve(folder, 0);
});
afterAll(() => {
  served.server.closeAllConnections();
  served.server.close();
  rmSync(folder, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Response> =>
  fetch(`${served.url}${path}`, { method, headers });
const script = "assets/index-CNKjbs-G.js";

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip", "gzip"],
  ["br;q=0, gzip;q=0.5", "gzip"],
  ["identity", null],
])("accept-encoding %s: %s", async (accepted, encoding) => {
  const { headers, text } = await get(script, { "accept-encoding": accepted }).then(async (answer) => ({
    headers: answer.headers,
    text: await answer.text(),
  }));
  expect(headers.get("content-encoding")).toBe(encoding);
  expect(headers.get("vary")).toBe("Accept-Encoding");
  expect(text).toBe(SCRIPT);
  const length = Number(headers.get("content-length"));
  if (encoding === null) expect(length).toBe(SCRIPT.length);
  else expect(length).toBeLessThan(SCRIPT.length / 20);
});

test("a file with a hash in its name is kept for ever, with the headers of the security policy", async () => {
  const { headers } = await get(script, {}, "HEAD");
  expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(headers.get("cross-origin-embedder-policy")).toBe("require-corp");
});

test("a browser checks the page at each visit, and gets it again only after a change", async () => {
  const first = await get("");
  const tag = first.headers.get("etag") ?? "";
  expect(first.headers.get("cache-control")).toBe("no-cache");
  const again = await get("", { "if-none-match": tag });
  expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", tag]);

  writeFileSync(join(folder, "index.html"), "<!doctype html><title>a second build</title>");
  const changed = await get("", { "if-none-match": tag });
  expect([changed.status, await changed.text()]).toEqual([200, "<!doctype html><title>a second build</title>"]);
});
