/**
 * Measures how smooth the studio's page is without a GPU. It reports the main thread's work for each frame during playback, and its longest
 * task from Run to the last view.
 *
 *   npm run build && node bench/studio-frames.mjs [seconds] [file ...]      default: 3 s, fat-trees of 128 and 1,024 hosts
 *
 * The numbers come from a trace of Chromium. Milliseconds are the thread's processor time, because machines are shared. Less than 16.7 ms
 * for each frame allows 60 frames per second. The printed frames per second are those of this machine. The playback speed is chosen so that
 * nearly every frame redraws the links.
 */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { serve } from "../dist/apps/cli/studio/server.js";

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const [seconds = "3", ...files] = process.argv.slice(2);
const given = files.length > 0 ? files : [128, 1024].map((hosts) => at(`bench/scenarios/fat-tree-${hosts}.yaml`));

const { server, url } = await serve(at("dist/studio"), 0);
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
for (const file of given) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  page.setDefaultTimeout(600_000);
  await page.goto(url);
  await page.getByRole("button", { name: "Paste a text" }).click();
  await page.getByRole("textbox").fill(readFileSync(file, "utf8"));
  await page.getByRole("button", { name: "Open it" }).click();
  await page.getByTestId("remarks").getByText("hosts,").waitFor();

  const shown = await traced(page, async () => {
    await page.getByTestId("run").click();
    await page.locator("[data-testid^=rates]").first().waitFor(); // the last chart
  });
  await page.getByLabel("simulated time").fill("0");
  const faster = await page.getByLabel("speed").evaluate((menu) => menu.options[menu.selectedIndex + 1].value);
  await page.getByLabel("speed").selectOption(faster);
  const played = await traced(page, async () => {
    await page.getByRole("button", { name: "Play" }).click();
    await page.waitForTimeout(Number(seconds) * 1000);
  });
  console.log(
    `${basename(file)}: ${(played.cpu / played.frames).toFixed(1)} ms of the main thread for each frame, ${(played.frames / played.seconds).toFixed(0)} frames per second. ` +
      `Longest task: ${shown.longest.toFixed(0)} ms from Run to the last view, ${played.longest.toFixed(0)} ms during playback`,
  );
  await page.close();
}
await browser.close();
server.closeAllConnections();
server.close();

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
  // The page's main thread is the one with the most drawn frames.
  const [{ frames, tasks }] = [...threads.values()].sort((a, b) => b.frames.length - a.frames.length);
  return {
    frames: frames.length,
    seconds: (Math.max(...frames) - Math.min(...frames)) / 1e6,
    cpu: tasks.reduce((sum, task) => sum + task, 0),
    longest: Math.max(...tasks),
  };
}
