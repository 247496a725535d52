/**
 * Whose threads there are where this runs.
 *
 * A module that is to be a thread listens to its port before it waits for anything else, since a browser does not keep what comes earlier. Who
 * starts it writes `new Worker(new URL("./x.js", import.meta.url))` in full, so that whatever bundles the library for a page finds the file.
 */
import * as node from "./node-host.ts";
import type { Thread } from "./thread.ts";
import * as web from "./web-host.ts";

/** `cores`: those that threads may use at once; `whyOneThread`: why a run has to do with one, undefined where it has not. */
export const { cores, whyOneThread, nextTurn, ownPort } = node.isHere ? node : web;

/** A thread of Node, of a module named from the file `base`, or the Web Worker that `start` makes. */
export const thread = (module: string, base: string, start: () => web.WebWorker): Thread =>
  node.isHere ? node.thread(new URL(module, base)) : web.thread(start());
