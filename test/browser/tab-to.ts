/** Moves the focus as a user without a mouse does. */
import type { Locator, Page } from "playwright-core";

/** A global of the page, for a function that runs there. */
declare const document: { activeElement: unknown };

/** Presses Tab until the element has the focus. */
export async function tabTo(some: Page, wanted: Locator): Promise<void> {
  await wanted.waitFor();
  for (let k = 0; k < 400; k++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await some.keyboard.press("Tab");
  }
  throw new Error(`Tab never reached ${String(wanted)}`);
}
