/** Handles Ctrl-C and similar signals. The first signal ends the run in order, and the second ends the program at once. */
import { basename } from "node:path";
import { EXIT } from "./exit.ts";

const CODES = { SIGINT: EXIT.interrupted, SIGTERM: EXIT.terminated, SIGHUP: EXIT.hungUp } as const;
const SIGNALS = Object.keys(CODES) as (keyof typeof CODES)[];

/**
 * Whether nohup started this process, so that SIGHUP must not end the run. The program nohup sets SIGHUP to be ignored,
 * but Node handles the signal all the same. A shell stores the name of the started program in `_`.
 */
const spared = basename(process.env._ ?? "") === "nohup";

export class Interrupts {
  /** Exit code for the received signal, or undefined before any signal. */
  code: number | undefined;
  private readonly onSecond: () => void;
  private readonly listeners: [NodeJS.Signals, () => void][] = [];

  /** `onSecond` cleans up before the second signal ends the program. */
  constructor(onSecond: () => void) {
    this.onSecond = onSecond;
    for (const signal of SIGNALS) {
      const listener = () => {
        if (signal !== "SIGHUP" || !spared) this.hear(CODES[signal]);
      };
      this.listeners.push([signal, listener]);
      process.on(signal, listener);
    }
  }

  /** Restores the default handling of signals. */
  release(): void {
    for (const [signal, listener] of this.listeners.splice(0)) process.off(signal, listener);
  }

  private hear(code: number): void {
    if (this.code === undefined) {
      this.code = code;
      return;
    }
    this.onSecond();
    process.exit(code);
  }
}
