/** Tests the command `xoff export` with one small run: its files, and its errors. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { readPcapng } from "../pcapng-reader.ts";
import { build, Folder, type Ended } from "./xoff.ts";

const folder = new Folder();
beforeAll(() => {
  build();
  folder.write(
    "small.yaml",
    "until: 200us\ntopology: { kind: star, hosts: 4 }\nswitch: { memory: 1MiB }\ntraffic: [{ kind: incast, to: h0, fanIn: 3, size: 300KB }]\n" +
      "measure: { every: 20us, queues: sw0-h0 }\n",
  );
  expect(folder.run("run", "small.yaml", "--out", "small").code).toBe(0);
});
afterAll(() => {
  folder.remove();
});

const exported = (...args: readonly string[]): Ended => folder.run("export", ...args);

test("pcapng: the frames of a port in a time span, with their number on stderr", () => {
  const { code, stderr } = exported(
    ...["pcapng", "small", "--ports", "sw0-h0, h1", "--from", "10us", "--to", "30us", "--out", "a.pcapng"],
  );
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^(\d+) frames of 2 ports in a\.pcapng\n$/)]);
  const frames = readPcapng(folder.bytes("a.pcapng"));
  expect(`${frames.length} frames of 2 ports in a.pcapng\n`).toBe(stderr);
  expect(new Set(frames.map(({ port }) => port))).toEqual(new Set(["sw0-h0", "h1-sw0"]));
});

test("perfetto and openmetrics: files for them, and no file is ever overwritten", () => {
  expect(exported("perfetto", "small", "--out", "a.pftrace")).toMatchObject({
    code: 0,
    stderr: "Wrote a.pftrace.\n",
  });
  expect(folder.bytes("a.pftrace").length).toBeGreaterThan(500);
  expect(exported("openmetrics", "small", "--stretch", "1000", "--out", "a.om").code).toBe(0);
  expect(folder.text("a.om")).toMatch(/^# TYPE xoff_[^]*xoff_queue_curr_occupancy_bytes\{node="sw0"[^]*# EOF\n$/);
  const before = folder.text("a.om");
  const again = exported("openmetrics", "small", "--out", "a.om");
  expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining("a.om") as string });
  expect(folder.text("a.om")).toBe(before);
});

test("fct: one line for each flow, in a dialect", () => {
  expect(exported("fct", "small", "--dialect", "conweave", "--out", "fct.txt").code).toBe(0);
  expect(folder.text("fct.txt")).toMatch(/^([123] 0 10000 100 300000 0 \d+ \d+\n){3}$/);
});

test("--out -: the same bytes on standard output, and no file of that name", () => {
  const { code, stdout, stderr } = exported("openmetrics", "small", "--stretch", "1000", "--out", "-");
  exported("openmetrics", "small", "--stretch", "1000", "--out", "b.om");
  expect([code, stdout]).toEqual([0, folder.text("b.om")]);
  expect(stderr).not.toContain("- is written");
  expect(exported("pcapng", "small", "--ports", "h1", "--out", "-").stderr).toMatch(
    /^\d+ frames of 1 port in standard output\n$/,
  );
  expect(folder.names()).not.toContain("-");
});

test.each([
  ["run small.yaml --out -"],
  ["compare small.yaml --vary seed=1,2 --out -"],
  ["sweep plan small.yaml --out -"],
  ["report small --out -"],
])("%s: an error, because results are no stream", (args) => {
  const { code, stderr } = folder.run(...args.split(" "));
  expect([code, stderr]).toEqual([2, expect.stringContaining("results cannot go to standard output")]);
  expect(folder.names()).not.toContain("-");
});

test.each([
  ["fct small --against fct.txt --out -", "whose output goes to standard output too"],
  ["fct small --dialect ns2 --out b", "Allowed choices are hpcc, conweave"],
  ["pcapng small --ports sw0-h9 --out b", "--ports: expected a node or a port such as leaf0-spine1"],
  ["pcapng small --ports sw0 --from 3us --to 2us --out b", "--from: expected a time before --to"],
  ["pcapng small --ports sw0 --from 1ms --out b", "--from: expected a time within the run of "],
  ["pcapng small --ports sw0 --to 5 --out b", "--to: expected a time"],
  ["pcapng small --out b", "--ports"],
  ["perfetto small", "--out"],
  ["perfetto nothing --out b", "nothing"],
  ["openmetrics small --stretch 0 --out b", "Expected a whole number of 1 or more"],
])("export %s: an error, and nothing is written", (args, message) => {
  const { code, stderr } = exported(...args.split(" "));
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  expect(stderr).not.toMatch(/\n\s+at /);
  expect(folder.names()).not.toContain("b");
});
