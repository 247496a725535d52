/** Makes the pictures of docs/studio.md from the built studio, with Debian's Chromium: docs/images/studio-*.png. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { ResultsFolder } from "../dist/apps/cli/studio/results.js";
import { serve } from "../dist/apps/cli/studio/server.js";

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const { server, url } = await serve(at("dist/studio"), 0);
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });

/** Opens a figure of the gallery and runs it. */
async function ran(id, colorScheme) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 }, colorScheme });
  await page.goto(url);
  await page.getByTestId(id).click();
  await page.getByTestId("run").click();
  await page.locator(".clock").waitFor({ timeout: 300_000 });
  return page;
}

const shot = (page, name) => page.screenshot({ path: at(`docs/images/studio-${name}.png`) });

const gallery = await browser.newPage({ viewport: { width: 1280, height: 860 } });
await gallery.goto(url);
await gallery.locator(".paper").first().waitFor();
await shot(gallery, "gallery");

const victim = await ran("spfc/fig4", "light");
await victim.getByLabel("simulated time").fill("400");
await victim.getByTestId("fabric").first().getByRole("button", { name: "h0-sw0" }).waitFor();
await shot(victim, "runs");
await victim.getByTestId("fabric").first().getByRole("button", { name: "h0-sw0" }).click();
await victim.locator(".culprits").waitFor();
await shot(victim, "why");

const story = await browser.newPage({ viewport: { width: 1280, height: 860 }, colorScheme: "light" });
await story.goto(`${url}#story=victim/6`);
await story.locator(".step-text").getByText("victim").waitFor({ timeout: 300_000 });
await story.locator("[data-testid^=rates]").first().waitFor(); // the last chart
await shot(story, "story");

const deadlock = await ran("dsh/fig12", "dark");
await deadlock.getByLabel("simulated time").fill("250");
await deadlock.getByText("Deadlock since").waitFor();
await shot(deadlock, "deadlock");

// Results of the command line that the studio shows: a comparison with its runs, and a reproduced figure.
const folder = mkdtempSync(join(tmpdir(), "xoff-pictures-"));
const xoff = (...args) =>
  execFileSync(process.execPath, [at("dist/bin/xoff.js"), ...args], { cwd: folder, stdio: "pipe" });
xoff("new", "incast-16.yaml", "--from", "incast-16");
xoff("run", "incast-16.yaml", "--out", "results/incast-16");
xoff("compare", "incast-16.yaml", "--vary", "buffer=st,dt,spfc", "--seeds", "3", "--out", "results/buffers");
xoff("reproduce", "dsh/fig4", "--out", "results");
process.chdir(folder);
const stored = await serve(at("dist/studio"), 0, new ResultsFolder("results"));
const results = await browser.newPage({ viewport: { width: 1280, height: 860 } });
await results.goto(`${stored.url}#results`);
await results.getByTestId("figure dsh/fig4").locator("summary").click();
await results.locator(".plots img").first().waitFor();
await results.waitForLoadState("networkidle");
await shot(results, "results");
rmSync(folder, { recursive: true });

await browser.close();
for (const one of [server, stored.server]) {
  one.closeAllConnections();
  one.close();
}
