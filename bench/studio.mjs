/**
 * Compares the simulation speed of the studio's page with that of the command line. It measures packet-hops per second of processor time
 * with one thread each, in alternation.
 *
 *   npm run build && node bench/studio.mjs [runs] [file ...]      default: 5 runs of each, bench/scenarios/fat-tree-128.yaml
 *
 * Both measurements cover everything from the scenario's text to the results. For `xoff run --json` this includes the
 * start of the process. The page's worker also samples all queues, rates and goodputs, and computes the charts.
 * Processor time is used because machines are shared.
 */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { serve } from "../dist/apps/cli/studio/server.js";
import { ran } from "../scripts/ran.mjs";
import { interval, median } from "./statistics.mjs";

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const [runs = "5", ...files] = process.argv.slice(2);
const given = files.length > 0 ? files : [at("bench/scenarios/fat-tree-128.yaml")];

const { server, url } = await serve(at("dist/studio"), 0);
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
const processes = await browser.newBrowserCDPSession();
const page = await browser.newPage();
let worker = "";
page.on("request", (request) => {
  if (request.url().includes("/assets/worker-")) worker = request.url();
});
// Without these headers, the page is not isolated from other sites. The browser then shares no memory between threads, so a run has one
// thread.
await page.route(url, async (route) => {
  const response = await route.fetch();
  const headers = response.headers();
  delete headers["cross-origin-opener-policy"];
  await route.fulfill({ response, headers });
});
await page.goto(url);
await page.locator(".paper").first().waitFor();

for (const file of given) {
  const ratios = [];
  const speeds = { cli: [], page: [] };
  for (let k = 0; k < Number(runs); k++) {
    const both =
      k % 2 === 0 ? { cli: inCli(file), page: await inPage(file) } : { page: await inPage(file), cli: inCli(file) };
    if (both.cli.digest !== both.page.digest)
      throw new Error(`${file}: expected one digest, got ${JSON.stringify(both)}`);
    for (const [where, { hops, seconds }] of Object.entries(both)) speeds[where].push(hops / seconds);
    ratios.push(speeds.page.at(-1) / speeds.cli.at(-1));
  }
  const { low, high } = interval(ratios);
  const million = (values) => `${(median(values) / 1e6).toFixed(2)} M hops/s`;
  const percent = (value) => `${(value * 100).toFixed(0)}%`;
  console.log(
    `${basename(file)}: page ${million(speeds.page)}, CLI ${million(speeds.cli)}; page ${percent(median(ratios))} of the CLI (${percent(low)} to ${percent(high)}, ${runs} pairs)`,
  );
}
await browser.close();
server.closeAllConnections();
server.close();

function inCli(file) {
  const main = at("dist/bin/xoff.js");
  const told = `process.on("exit", () => console.error(JSON.stringify(process.cpuUsage())));
    process.argv.splice(1, 0, ${JSON.stringify(main)}); await import(${JSON.stringify(pathToFileURL(main).href)});`;
  const { status, stdout, stderr } = ran(
    process.execPath,
    ["--input-type=module", "-e", told, "run", file, "--json", "--threads", "1"],
    { maxBuffer: 1 << 30 },
  );
  if (status !== 0) throw new Error(`${file}: xoff run ended with ${status}:\n${stderr}`);
  const { counters, digest } = JSON.parse(stdout);
  const { user, system } = JSON.parse(stderr.trim().split("\n").at(-1));
  return { hops: counters.packet_hops, digest, seconds: (user + system) / 1e6 };
}

/** Processor time of all processes of the browser. */
async function processorTime() {
  const { processInfo } = await processes.send("SystemInfo.getProcessInfo");
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

async function inPage(file) {
  const before = await processorTime();
  const { hops, digest, threads } = await page.evaluate(ask, { worker, text: readFileSync(file, "utf8") });
  const seconds = (await processorTime()) - before;
  if (threads !== 1) throw new Error(`${file}: expected one thread in the page, got ${threads}`);
  return { hops, digest, seconds };
}

/** Runs in the page: starts a worker and waits for its answer. */
async function ask({ worker, text }) {
  const lab = new Worker(worker, { type: "module" });
  try {
    return await new Promise((resolve, reject) => {
      lab.onerror = ({ message }) => reject(new Error(`the page's worker ended: ${message}`));
      lab.onmessage = ({ data }) => {
        if ("failed" in data) reject(new Error(data.failed));
        if (!("answer" in data)) return;
        const { summary, threads } = data.answer;
        resolve({ hops: summary.counters.packet_hops, digest: summary.digest, threads: threads.count });
      };
      lab.postMessage({ what: "run", text, name: "bench" });
    });
  } finally {
    lab.terminate();
  }
}
