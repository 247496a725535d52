/** Tests in Chromium of the page's address: a reload, Back and Forward restore the view. A large fabric is operated by keyboard. */
import type { BrowserContext, Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { runOpen, useStudio } from "./open-studio.ts";
import { chromium } from "./page.ts";
import { tabTo } from "./tab-to.ts";

/** Two racks of 33 hosts, which the studio draws in groups: a spine, and two pods of a leaf with its hosts. */
const RACKS = `seed: 1
until: 200us
topology: { kind: leaf-spine, leaves: 2, spines: 2, hostsPerLeaf: 33 }
switch: { memory: 2MiB }
traffic:
  - { kind: incast, from: h33..h40, to: h0, size: 200KB }
policies: { buffer: dt, congestion: none }
`;

describe.skipIf(chromium === undefined)("the address of the studio", () => {
  let url: string;
  let context: BrowserContext;
  let page: Page;
  useStudio(RACKS, async (opened) => {
    ({ url, context, page } = opened);
    await page.getByTestId("remarks").getByText("66 hosts").waitFor();
    await page.getByRole("button", { name: "+ copy" }).click();
    await runOpen(page);
  });

  const tools = (): Locator => page.getByRole("group", { name: "the fabric's visible part" }).first();
  /** Waits until the address has all these parts. */
  const addressHas = (...parts: string[]): Promise<void> =>
    page.waitForURL((url) => parts.every((part) => `${url.hash}&`.includes(`&${part}&`)));

  test("a pod opens and the fabric zooms and moves by keyboard, the same in both columns", async () => {
    await tabTo(page, tools().getByLabel("Pod"));
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    expect(await tools().locator("option:checked").innerText()).toBe("h33..h65");
    await tabTo(page, tools().getByRole("button", { name: "zoom the fabric in" }));
    await page.keyboard.press("Enter");
    await tabTo(page, tools().getByRole("button", { name: "move the fabric right" }));
    await page.keyboard.press("Enter");
    await addressHas("pod=1", "fabric=0.5-1");
    const pictures = await page
      .getByTestId("fabric")
      .locator("canvas")
      .evaluateAll((some) => some.map((one) => (one as unknown as { toDataURL: () => string }).toDataURL()));
    expect(pictures[0]).toBe(pictures[1]); // the same traffic in both runs
  });

  test("pins, the filter of events and the difference's direction are in the address, and a reload restores all", async () => {
    await page.keyboard.press("/");
    await page.getByTestId("search").getByRole("textbox").fill("h35 h0");
    await page.keyboard.press("Enter");
    await page.getByTestId("tab flows").getByRole("button", { name: "Flow 2 ×" }).waitFor();
    await page.keyboard.press("1");
    await page.getByRole("button", { name: "Pin", exact: true }).click();
    await addressHas("pin=flow%2F2");
    const port = await page.getByLabel("Ingress port").inputValue();
    await page.keyboard.press("4");
    const events = page.getByTestId("tab events");
    await events.getByLabel("Run").selectOption({ index: 1 });
    await events.getByLabel("resume", { exact: true }).uncheck();
    await events.getByRole("button", { name: "Details" }).click();
    await page.keyboard.press("5"); // at once: the entry of the events keeps its last view
    await page.getByTestId("tab difference").getByRole("button", { name: "Swap" }).click();
    const kinds = "kinds=PAUSE%2Cflow%20start%2Cflow%20end%2Cdrop%2CECN%20mark%2Cretransmission";
    const rest = ["pod=1", "fabric=0.5-1", "pin=flow%2F2", `pin=port%2F${port}`, kinds, "sort=length"];
    await addressHas("tab=difference", "of=pasted%2C%20copy", "diff=1-0", ...rest);

    await page.reload();
    await page.getByTestId("tab difference").getByText("From pasted, copy to pasted").waitFor();
    expect(await tools().locator("option:checked").innerText()).toBe("h33..h65");
    await addressHas("tab=difference", "of=pasted%2C%20copy", "diff=1-0", ...rest);
    await page.goBack();
    await events.waitFor();
    await addressHas("tab=events", ...rest);
    expect(await events.getByLabel("Run").inputValue()).toBe("1");
    expect(await events.getByLabel("resume", { exact: true }).isChecked()).toBe(false);
    expect(await events.getByRole("columnheader", { name: "longest first" }).count()).toBe(1);
    await page.keyboard.press("2");
    await page.getByTestId("tab flows").getByRole("button", { name: "Flow 2 ×" }).waitFor();
    await page.keyboard.press("1");
    expect(await page.getByRole("button", { name: "Unpin", exact: true }).count()).toBe(1);
  });

  test("Back closes a pod, Forward opens it again", async () => {
    await tools().getByLabel("Pod").selectOption("h0..h32");
    await addressHas("pod=0");
    await page.goBack();
    await addressHas("pod=1");
    expect(await tools().locator("option:checked").innerText()).toBe("h33..h65");
    await page.goForward();
    await addressHas("pod=0");
    expect(await tools().locator("option:checked").innerText()).toBe("h0..h32");
  });

  test("a view of a link that its runs do not have: pins and ports are left out, and the page works", async () => {
    const [coded] = new URL(page.url()).hash.split("&");
    const pins = Array.from({ length: 999 }, (_, k) => `&pin=flow/${k + 6}&pin=port/<b>x</b>${k}`).join("");
    const complaints: string[] = [];
    const other = await context.newPage();
    other.on("pageerror", ({ message }) => complaints.push(message));
    await other.goto(
      `${url}${coded}&t=1e300&z=5-1e300&tab=ports&port=no-where&pod=99999&fabric=0.999999-1&of=none${pins}&why=pause/999999999/pasted`,
    );
    await other.locator(".clock").waitFor();
    await other.keyboard.press("2");
    const pinned = other.getByTestId("tab flows").getByRole("button", { name: "×" });
    await pinned.first().waitFor();
    expect(await pinned.allInnerTexts()).toEqual(["Flow 6 ×", "Flow 7 ×"]); // the run has eight flows
    expect(await other.locator(".pinned").count()).toBe(0);
    expect(await other.getByTestId("why").count()).toBe(0);
    expect(complaints).toEqual([]);
    await other.close();
  });

  test("an edit right before a reload survives it", async () => {
    await page.keyboard.press("s");
    await page.getByTestId("editor").getByRole("textbox").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.insertText("# the last words");
    await page.reload();
    await page.getByTestId("editor").getByText("# the last words").waitFor();
  });
});
