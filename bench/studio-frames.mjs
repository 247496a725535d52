/**
 * Measures how smoothly the studio's page plays a run without a GPU, and how much memory it retains after runs. Writes
 * the table of docs/studio.md with --write.
 *
 *   npm run build && node bench/studio-frames.mjs [--write] [--seconds 3] [--runs 20] [hosts ...]     default: 128 1024 8192
 *
 * The script plays a run of each fabric with many paused ports. It reports the main thread's processor time for each
 * frame, and its longest task from the click on Run to the last view. Then it repeats one scenario, and visits every
 * tab and a question after each run. It reports the growth of the heap from the first run to the last, and the workers
 * that remain.
 *
 * The numbers come from a trace of Chromium. Milliseconds are the thread's processor time, because machines are shared. Less than 16.7 ms
 * for each frame allows 60 frames per second. The printed frames per second are those of this machine. The playback speed is chosen so that
 * nearly every frame redraws the links.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { serve } from "../dist/apps/cli/studio/server.js";

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const { values, positionals } = parseArgs({
  options: {
    write: { type: "boolean", default: false },
    seconds: { type: "string", default: "3" },
    runs: { type: "string", default: "20" },
  },
  allowPositionals: true,
});
const [seconds, runs] = [Number(values.seconds), Number(values.runs)];

/**
 * By hosts of a fat-tree: its k, the end of the run, and the number of incasts. A run has 6 to 20 million packet-hops, and more than 120 ports
 * are paused at a time.
 */
const FABRICS = {
  128: { k: 8, until: "1ms", incasts: 1 },
  1024: { k: 16, until: "250us", incasts: 3 },
  8192: { k: 32, until: "40us", incasts: 10 },
};

/** Heavy traffic without congestion control. The receivers of the incasts are in different pods. */
const scenario = ({ k, until, incasts }) => `until: ${until}
topology: { kind: fat-tree, k: ${k}, rate: 100Gbps, delay: 1us }
switch: { memory: 2MiB }
traffic:
  - { kind: poisson, load: 0.8, cdf: websearch-hpcc }
${Array.from({ length: incasts }, (_, n) => `  - { kind: incast, fanIn: 60, to: h${(n * k * k) / 4}, size: 500KB, start: 5us }`).join("\n")}
policies: { buffer: dt, congestion: none }
`;

const REPEATED = `until: 2ms
topology: { kind: star, hosts: 17 }
switch: { memory: 2MiB }
traffic:
  - { kind: incast, from: h1..h16, to: h0, size: 200KB, every: 400us }
policies: { buffer: dt, congestion: none }
`;

const { server, url } = await serve(at("dist/studio"), 0);
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });

async function opened(text) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  page.setDefaultTimeout(1_800_000);
  await page.goto(url);
  await page.getByRole("button", { name: "Paste a text" }).click();
  await page.getByRole("textbox").fill(text);
  await page.getByRole("button", { name: "Open it" }).click();
  await page.getByTestId("remarks").getByText("hosts,").waitFor();
  return page;
}

const rows = [];
for (const hosts of positionals.length > 0 ? positionals : Object.keys(FABRICS)) rows.push(await frames(hosts));
if (runs > 0) await heap();
await browser.close();
server.closeAllConnections();
server.close();

const TABLE = `| hosts | paused ports | main thread per frame | frames per second | longest task until the last view | longest task of playback |
|---|---|---|---|---|---|
${rows.map((row) => `| ${row.join(" | ")} |`).join("\n")}
`;
console.log(`\n${TABLE}`);
console.log(`Load of the machine over the last 15 minutes: ${loadavg()[2].toFixed(1)} running processes.`);
if (values.write) {
  const page = at("docs/studio.md");
  const text = readFileSync(page, "utf8");
  const changed = text.replace(/\| hosts \|[\s\S]*?\n(?=\n)/, TABLE);
  writeFileSync(page, changed);
}

/** Measures one fabric and returns its row of the table. */
async function frames(hosts) {
  const page = await opened(scenario(FABRICS[hosts]));
  const shown = await traced(page, async () => {
    await page.getByTestId("run").click();
    await page.locator("[data-testid^=rates]").first().waitFor(); // the last chart
  });
  const slider = page.getByLabel("simulated time");
  await slider.fill("500");
  const paused = (await page.getByTestId("fabric").innerText()).match(/(\d+) paused now/)?.[1] ?? "0";
  const faster = await page.getByLabel("speed").evaluate((menu) => menu.options[menu.selectedIndex + 1].value);
  await page.getByLabel("speed").selectOption(faster);
  await slider.fill("100");
  const played = await traced(page, async () => {
    await page.getByRole("button", { name: "Play" }).click();
    await page.waitForTimeout(seconds * 1000);
  });
  await page.close();
  const ms = (time) => `${time.toFixed(time < 10 ? 1 : 0)} ms`;
  const row = [
    Number(hosts).toLocaleString("en-US"),
    paused,
    ms(played.cpu / played.frames),
    (played.frames / played.seconds).toFixed(0),
    ms(shown.longest),
    ms(played.longest),
  ];
  console.log(row.join(", "));
  return row;
}

/**
 * Repeats a scenario and prints the size of the heap after the first and after the last run, in MB. It also prints the
 * number of workers before the first run and after the last.
 */
async function heap() {
  const page = await opened(REPEATED);
  const session = await page.context().newCDPSession(page);
  const used = async () => {
    await session.send("HeapProfiler.collectGarbage");
    return (await session.send("Runtime.getHeapUsage")).usedSize / 1e6;
  };
  const workers = await counter();
  const before = await workers();
  const sizes = [];
  for (let run = 0; run < runs; run++) {
    if (run > 0) await page.getByTitle("show the scenario").click(); // after a run, the scenario's text is folded
    await page.getByTestId("run").click();
    await page.getByRole("region", { name: "runs in progress" }).waitFor({ state: "detached" });
    await page.locator(".clock").waitFor();
    for (const tab of ["flows", "distributions", "events", "ports"]) {
      await page.getByRole("tab", { name: tab[0].toUpperCase() + tab.slice(1), exact: true }).click();
      await page.getByTestId(`tab ${tab}`).waitFor();
    }
    await page.getByTestId("fabric").locator(".stopped button:not(.more)").last().click();
    await page.locator(".culprits").waitFor();
    await page.keyboard.press("Escape");
    await page.getByTestId("why").waitFor({ state: "detached" });
    sizes.push(await used());
  }
  const after = await workers();
  await page.close();
  const [first, last] = [sizes[0], sizes.at(-1)];
  console.log(
    `${runs} runs: the heap grew from ${first.toFixed(1)} MB after the first to ${last.toFixed(1)} MB. ` +
      `Its largest size was ${Math.max(...sizes).toFixed(1)} MB. Workers before: ${before}, after: ${after}.`,
  );
}

/**
 * Returns a function that counts the browser's workers. Chromium is asked itself, because Playwright's list keeps a worker whose end it
 * was not told of.
 */
async function counter() {
  const session = await browser.newBrowserCDPSession();
  return async () => {
    const { targetInfos } = await session.send("Target.getTargets", { filter: [{ type: "worker" }] });
    return targetInfos.length;
  };
}

/** The work of the page's main thread during `work`: frames, processor time in ms, and the longest task. */
async function traced(page, work) {
  await browser.startTracing(page, {
    categories: ["toplevel", "disabled-by-default-devtools.timeline", "devtools.timeline"],
  });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const threads = new Map();
  for (const event of traceEvents) {
    if (event.ph !== "X") continue;
    const key = `${event.pid}/${event.tid}`;
    const thread = threads.get(key) ?? { frames: [], tasks: [] };
    if (event.name === "Commit") thread.frames.push(event.ts);
    if (event.name === "RunTask") thread.tasks.push((event.tdur ?? event.dur) / 1000);
    threads.set(key, thread);
  }
  // The trace has several threads. The page's main thread is the one that drew the most frames.
  const [{ frames, tasks }] = [...threads.values()].sort((a, b) => b.frames.length - a.frames.length);
  return {
    frames: frames.length,
    seconds: (Math.max(...frames) - Math.min(...frames)) / 1e6,
    cpu: tasks.reduce((sum, task) => sum + task, 0),
    longest: Math.max(...tasks),
  };
}
