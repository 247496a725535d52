/** A built studio, served on loopback, and a browser that opens it. */
import { rmSync } from "node:fs";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { serve } from "../../src/apps/cli/studio/server.ts";
import { builtStudio } from "./built-studio.ts";
import { fragmentOf } from "../../src/apps/studio/share/fragment.ts";
import { launch } from "./page.ts";

export interface OpenStudio {
  /** The address of the page. */
  readonly url: string;
  /** A browser profile without data of other tests. */
  readonly context: BrowserContext;
  /** The first tab. */
  readonly page: Page;
}

/**
 * Opens the studio with a scenario before the tests of a file, and closes it after them. `begin` gets the open studio.
 * `script` runs in each tab before the page.
 */
export function useStudio(text: string, begin: (opened: OpenStudio) => Promise<void>, script = ""): void {
  let close: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    const folder = builtStudio();
    const { server, url } = await serve(folder, 0);
    const browser = await launch();
    close = async () => {
      await browser.close();
      server.close();
      rmSync(folder, { recursive: true, force: true });
    };
    const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
    context.setDefaultTimeout(300_000); // long, so that a slow machine fails no test
    await context.addInitScript({ content: script });
    const page = await context.newPage();
    await paste(page, url, text);
    await begin({ url, context, page });
  });
  afterAll(async () => {
    await close?.();
  });
}

/** Runs the open scenarios, and waits for their results. */
export async function runOpen(page: Page): Promise<void> {
  await page.getByTestId("run").click();
  await page.locator(".clock").waitFor();
}

/** Opens a scenario by its link, as "pasted". Unlike `paste`, this draws no gallery first, which saves time. */
export async function openLink(page: Page, url: string, text: string): Promise<void> {
  const shared = { title: "pasted", about: "", drafts: [{ name: "pasted", text }], files: [] };
  await page.goto(`${url}${await fragmentOf(shared)}`);
  await page.getByTestId("run").waitFor();
}

/** Opens the gallery with the text of a scenario pasted into it. */
export async function paste(page: Page, url: string, text: string): Promise<void> {
  await page.goto(url);
  await page.getByRole("button", { name: "Paste a text" }).click();
  await page.getByRole("textbox").fill(text);
  await page.getByRole("button", { name: "Open it" }).click();
}
