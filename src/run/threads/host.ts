/**
 * Selects the threads of this environment, which is Node or a browser.
 *
 * A module that runs in a thread must listen to its port before it awaits anything, because a browser drops messages
 * that arrive earlier. The code that starts a thread must contain `new Worker(new URL("./x.js", import.meta.url))` in
 * full, so that bundlers for web pages find the file.
 */
import { nodeHost } from "./node-host.ts";
import type { Thread } from "./thread.ts";
import { webHost } from "./web-host.ts";

export const { cores, whyOneThread, nextTurn, ownPort } = nodeHost ?? webHost;

/**
 * Starts a thread. Node runs `module`, a path relative to the file `base`. A browser uses the Web Worker that `start`
 * creates.
 */
export const thread = (module: string, base: string, start: () => Worker): Thread =>
  nodeHost === undefined ? webHost.thread(start()) : nodeHost.thread(new URL(module, base));
