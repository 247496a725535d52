/**
 * Runs examples/ as the pages in docs/notebooks/ describe. Each example gives the results of `xoff compare` for the same scenario.
 *
 * Without Chromium, or without Python with pandas and matplotlib, an example is skipped with a message.
 */
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chromium, openPage } from "./browser/page.ts";
import { build, Folder, ran } from "./cli/xoff.ts";

const examples = fileURLToPath(new URL("../examples/", import.meta.url));

/** The columns of compare.json that are compared. */
interface Row {
  readonly digest: string;
  readonly figures: { readonly slowdown_p50: number };
}

let folder: Folder;
let rows: readonly Row[];

beforeAll(() => {
  build();
  folder = new Folder();
  const [, scenario] = /`\n([\s\S]*?)`/.exec(readFileSync(join(examples, "node", "buffers.mjs"), "utf8"))!;
  folder.write("incast.yaml", scenario);
  const { code, stderr } = folder.run("compare", "incast.yaml", "--vary", "buffer=st,dt,spfc", "--out", "compared");
  if (code !== 0) throw new Error(stderr);
  rows = (JSON.parse(folder.text("compared/compare.json")) as { rows: Row[] }).rows;
});
afterAll(() => {
  folder.remove();
});

test("a script in Node: its table has the digests of xoff compare", () => {
  const { status, stdout, stderr } = ran(process.execPath, [join(examples, "node", "buffers.mjs")]);
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout.match(/\b[0-9a-f]{16}\b/g)).toEqual(rows.map(({ digest }) => digest));
});

test.skipIf(chromium === undefined)("a page: its button shows the digest and draws a point for each flow", async () => {
  cpSync(fileURLToPath(new URL("../dist/browser", import.meta.url)), folder.at("site"), { recursive: true });
  cpSync(join(examples, "page", "index.html"), join(folder.at("site"), "index.html"));
  const answer = await openPage({
    ...{ folder: folder.at("site"), isolated: false },
    module: `const frame = document.createElement("iframe");
frame.src = "/index.html";
await new Promise((loaded) => { frame.onload = loaded; document.body.append(frame); });
const element = (id) => frame.contentDocument.getElementById(id);
element("run").click();
while (element("run").disabled) await new Promise((resolve) => setTimeout(resolve, 50));
export default { told: element("told").value, points: element("cdf").getAttribute("points").split(" ").length };`,
  });
  expect(answer).toEqual({ told: `all flows are done, digest ${rows[1].digest}`, points: 160 });
});

/** Debian's Python has pandas. Another Python that comes first in the path may lack it. */
const python = ["python3", "/usr/bin/python3"].find(
  (name) => spawnSync(name, ["-c", "import pandas, matplotlib"]).status === 0,
);
if (python === undefined) console.log("left out: the example in Python, for want of pandas or matplotlib");

test.skipIf(python === undefined)(
  "Python: a comparison's folder becomes a picture, with the medians of compare.json",
  () => {
    const { status, stdout, stderr } = ran(python!, [join(examples, "python", "plot.py"), "compared", "plot.png"], {
      cwd: folder.path,
    });
    expect(status, stderr).toBe(0);
    expect(stdout.match(/p50 [\d.]+/g)).toEqual(rows.map(({ figures }) => `p50 ${figures.slowdown_p50.toFixed(2)}`));
    expect(folder.bytes("plot.png").subarray(0, 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n");
    if (stdout.includes("read by CSV"))
      console.log("left out: Parquet in Python, which needs DuckDB, pyarrow or fastparquet");
  },
);
