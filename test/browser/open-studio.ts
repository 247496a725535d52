/** A built studio, served on loopback, and a browser that opens it. */
import { rmSync } from "node:fs";
import { chromium as launcher, type Browser, type BrowserContext, type Page } from "playwright-core";
import { serve, type Served } from "../../src/apps/cli/studio/server.ts";
import { builtStudio } from "./built-studio.ts";
import { chromium } from "./page.ts";

export interface OpenStudio {
  /** The folder of the built page. */
  readonly folder: string;
  readonly served: Served;
  readonly browser: Browser;
  /** A new browser profile, without data of other tests. */
  readonly context: () => Promise<BrowserContext>;
  readonly close: () => Promise<void>;
}

export async function openStudio(): Promise<OpenStudio> {
  const folder = builtStudio();
  const served = await serve(folder, 0);
  const browser = await launcher.launch({ executablePath: chromium ?? "", args: ["--no-sandbox"] });
  return {
    ...{ folder, served, browser },
    context: async () => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
      context.setDefaultTimeout(300_000); // long, so that a slow machine fails no test
      return context;
    },
    close: async () => {
      await browser.close();
      served.server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Opens a new tab with the text of a scenario pasted into it. */
export async function paste(page: Page, url: string, text: string): Promise<void> {
  await page.goto(url);
  await page.getByRole("button", { name: "Paste a text" }).click();
  await page.getByRole("textbox").fill(text);
  await page.getByRole("button", { name: "Open it" }).click();
}
