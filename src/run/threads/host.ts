/**
 * Whose threads there are where this runs.
 *
 * A module that is to be a thread listens to its port before it waits for anything else, since a browser does not keep what comes earlier. Who
 * starts it writes `new Worker(new URL("./x.js", import.meta.url))` in full, so that whatever bundles the library for a page finds the file.
 */
import { nodeHost } from "./node-host.ts";
import type { Thread } from "./thread.ts";
import { webHost } from "./web-host.ts";

export const { cores, whyOneThread, nextTurn, ownPort } = nodeHost ?? webHost;

/** A thread of Node, of a module named from the file `base`, or the Web Worker that `start` makes. */
export const thread = (module: string, base: string, start: () => Worker): Thread =>
  nodeHost === undefined ? webHost.thread(start()) : nodeHost.thread(new URL(module, base));
