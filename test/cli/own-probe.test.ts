/** Tests a probe from a user file: its measurements are stored, and a broken probe gets a message. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parquetMetadata } from "hyparquet";
import { afterAll, beforeAll, expect, test } from "vitest";
import { build, butCode, Folder } from "./xoff.ts";

const scenario = `until: 300us
topology: { kind: leaf-spine, leaves: 4, spines: 2, hostsPerLeaf: 2, rate: 10Gbps }
switch: { memory: 100KB }
onDrop: count
traffic: [{ kind: incast, to: h2, size: 100KB }]
measure: { probes: [memory, { name: ./mine/my-probe.ts, least: 2us }, ./mine/deepest.ts] }
`;
/** As docs/policies-of-your-own.md has it. */
const [, deepest] = /```ts\n(import \{ defineParams, type Probe,.*?)```/s.exec(
  readFileSync(new URL("../../docs/policies-of-your-own.md", import.meta.url), "utf8"),
) ?? ["", ""];

let folder: Folder;
const run = (...args: string[]) => folder.run(...args);
const bytesOf = (name: string): ArrayBuffer => new Uint8Array(folder.bytes(name)).buffer;

beforeAll(() => {
  build();
  folder = new Folder();
  folder.write("my.yaml", scenario);
});
afterAll(() => {
  folder.remove();
});

test("a probe of xoff new policy records the same with one thread and with two; a sweep stores it, why repeats it from its folder", () => {
  expect(run("new", "policy", "probe", "my-probe.ts").code).toBe(0);
  folder.write("deepest.ts", deepest);
  folder.write("my.yaml", scenario.replaceAll("./mine/", "./"));
  const { code, stdout } = run("run", "my.yaml", "--out", "one");
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^my-probe +each pause of a port +\d+$/m)]);
  expect(run("run", "my.yaml", "--out", "two", "--threads", "2").code).toBe(0);
  const files = readdirSync(folder.at("one"), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  expect(files.length).toBeGreaterThan(10);
  for (const { name, parentPath } of files) {
    const path = join(parentPath, name);
    const other = path.replace(folder.at("one"), folder.at("two"));
    expect([name, readFileSync(other).equals(readFileSync(path))]).toEqual([name, true]);
  }
  const [head, first] = folder.text("one/my-probe.csv").split("\n");
  expect(head).toBe("time_ns,node,port,peer,class,stopped_ns,waiting_bytes");
  expect(folder.text("one/deepest.csv")).toMatch(/^time_ns,node,port,peer,deepest_bytes\n[\d.]+,\w+,\d,\w+,\d+\n/);
  expect(first).toMatch(/^[\d.]+,\w+,\d,\w+,3,[\d.]+,\d+$/);
  expect(JSON.parse(folder.text("one/summary.json"))).toMatchObject({
    modules: [
      { of: "probe", name: "./my-probe.ts" },
      { of: "probe", name: "./deepest.ts" },
    ],
    probes: {
      "my-probe": { files: ["my-probe.parquet", "my-probe.csv"], columns: { stopped_ns: { type: "double" } } },
    },
  });
  const plan = ["plan", "my.yaml", "--vary", "seed=1", "--keep", "my-probe", "--out", "s"];
  for (const args of [plan, ["run", "s", "--run-code"], ["collect", "s", "--tables", "my-probe"]])
    expect(run("sweep", ...args)).toMatchObject({ code: 0 });
  expect(parquetMetadata(bytesOf("s/collected/my-probe.parquet")).num_rows).toBe(
    parquetMetadata(bytesOf("one/my-probe.parquet")).num_rows,
  );
  folder.write("my-probe.ts", "this is no longer what it was");
  expect(run("why", "one", "--flow", "1", "--run-code").code).toBe(0);
});

test("a probe that throws gives an error with its line, and no folder", () => {
  const columns = "of = 'network', columns = { n: { unit: 'count', about: 'n' } }";
  folder.write(
    "bad.ts",
    `export const role = 'probe', about = 'x', params = {}, ${columns};\nexport const create = () => ({ onSample() { nope(); } });\n`,
  );
  const { code, stderr } = run("run", "my.yaml", "--set", "measure.probes=[./bad.ts]", "--out", "bad");
  expect([code, butCode(stderr)]).toEqual([2, "error: ./bad.ts:2: onSample: nope is not defined (at 10 us)\n"]);
  expect(folder.names()).not.toContain("bad");
});
