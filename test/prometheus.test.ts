/**
 * Imports exported metrics with promtool, and compares every sample with a Prometheus server on loopback. Both programs
 * are in Debian's package `prometheus`.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { metricsOf, stretchFor } from "../src/report/openmetrics.ts";
import { originsMetrics } from "../src/report/origins.ts";
import { originsOf, setUpFrom } from "../src/run/lab/lab.ts";
import { ran } from "./cli/xoff.ts";

const hasPrometheus = ["promtool", "prometheus"].every((tool) => spawnSync(tool, ["--version"]).status === 0);
if (!hasPrometheus) console.warn("prometheus is not installed: imports of exported metrics are not tested");

/** An incast over parallel links. Its samples are less than 1 ms apart. */
const SCENARIO = `
until: 300us
topology:
  kind: file
  nodes: ["h0, host", "h1, host", "h2, host", "h3, host", "sw0, switch", "sw1, switch"]
  links: [{ a: h0, b: sw0 }, { a: h1, b: sw0 }, { a: h2, b: sw1 }, { a: h3, b: sw1 }, { a: sw0, b: sw1, parallel: 2 }]
switch: { memory: 1MiB }
traffic: [{ kind: flows, list: ["h1, h0, 1MB, 0us", "h2, h0, 1MB, 0us", "h3, h0, 1MB, 0us"] }]
measure: { every: 10us, queues: sw0, rates: sw0 }
`;

interface Series {
  readonly metric: Readonly<Record<string, string>>;
  readonly values: readonly (readonly [number, string])[];
}

describe.skipIf(!hasPrometheus)("Prometheus", () => {
  const folder = mkdtempSync(join(tmpdir(), "xoff-prometheus-"));
  const texts: string[] = [];
  let server: ReturnType<typeof spawn> | undefined;
  let found: readonly Series[] = [];

  beforeAll(async () => {
    const experiment = setUpFrom(SCENARIO, "metrics.yaml");
    const lost = experiment.lostTime();
    const results = experiment.results(experiment.run(experiment.scenario.until));
    lost.close();
    const { tables, summary } = results;
    const metrics = metricsOf(tables, summary.simulated_ns, stretchFor(tables, summary.simulated_ns));
    expect(metrics.lost).toBe(0);
    texts.push([...metrics.text].join(""), [...originsMetrics(originsOf(experiment.network, lost), 1)].join(""));
    for (const [k, text] of texts.entries()) {
      const file = join(folder, `${k}.om`);
      writeFileSync(file, text);
      execFileSync("promtool", ["tsdb", "create-blocks-from", "openmetrics", file, join(folder, "data")]);
    }
    const port = await freePort();
    writeFileSync(join(folder, "prometheus.yml"), "scrape_configs: []\n");
    server = spawn("prometheus", [
      `--config.file=${join(folder, "prometheus.yml")}`,
      `--storage.tsdb.path=${join(folder, "data")}`,
      "--storage.tsdb.retention.time=100y",
      `--web.listen-address=127.0.0.1:${port}`,
    ]);
    found = await everySample(port);
  }, 120_000);
  afterAll(() => {
    server?.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  test("the server has each sample of both files, with its value and time", () => {
    const lines = texts.flatMap((text) => text.split("\n")).filter((line) => line !== "" && !line.startsWith("#"));
    const written = lines.map((line) => {
      const [, name, labels, value, time] = /^(\w+)\{(.*)\} (\S+) (\S+)$/.exec(line) ?? [];
      return `${name}{${labels.split(",").sort().join()}} ${Number(value)} ${Math.floor(Number(time) * 1000)}`;
    });
    const read = found.flatMap(({ metric: { __name__: name, ...labels }, values }) => {
      const named = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
      return values.map(
        ([time, value]) => `${name}{${named.sort().join()}} ${Number(value)} ${Math.floor(time * 1000)}`,
      );
    });
    expect(written.length).toBeGreaterThan(900);
    expect(written.join()).toContain("xoff_origin_lost_seconds_total{");
    expect(read.sort()).toEqual(written.sort());
  });

  test("promtool refuses a text without its end", () => {
    const file = join(folder, "cut.om");
    writeFileSync(file, texts[0].replace("# EOF\n", ""));
    const { status } = ran("promtool", ["tsdb", "create-blocks-from", "openmetrics", file, join(folder, "cut")]);
    expect(status).not.toBe(0);
  });
});

/** All samples of the server, once it answers queries. */
async function everySample(port: number): Promise<readonly Series[]> {
  const query = encodeURIComponent('{__name__=~"xoff_.+"}[1d]');
  for (let tries = 0; tries < 300; tries++) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/query?time=43200&query=${query}`).catch(
      () => undefined,
    );
    if (answer?.ok === true) return ((await answer.json()) as { data: { result: readonly Series[] } }).data.result;
    await new Promise((done) => setTimeout(done, 200));
  }
  throw new Error("the Prometheus server did not answer");
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, "127.0.0.1", done));
  const { port } = probe.address() as AddressInfo;
  await new Promise((done) => probe.close(done));
  return port;
}
