/**
 * Selects the threads of this environment: Node or a browser.
 *
 * A module that becomes a thread must listen to its port before it waits for anything else, because a browser drops earlier messages. The
 * code that starts it writes `new Worker(new URL("./x.js", import.meta.url))` in full, so that bundlers for web pages find the file.
 */
import { nodeHost } from "./node-host.ts";
import type { Thread } from "./thread.ts";
import { webHost } from "./web-host.ts";

export const { cores, whyOneThread, nextTurn, ownPort } = nodeHost ?? webHost;

/** Starts a thread of Node for a module relative to the file `base`, or the Web Worker that `start` creates. */
export const thread = (module: string, base: string, start: () => Worker): Thread =>
  nodeHost === undefined ? webHost.thread(start()) : nodeHost.thread(new URL(module, base));
