/** Ctrl-C and its kin: the first asks the run to end in order, the second ends the program. */
import { basename } from "node:path";
import { EXIT } from "./exit.ts";

const CODES = { SIGINT: EXIT.interrupted, SIGTERM: EXIT.terminated, SIGHUP: EXIT.hungUp } as const;
const SIGNALS = Object.keys(CODES) as (keyof typeof CODES)[];

/** Node hears the SIGHUP that nohup has told it not to; a shell leaves the name of what it began. */
const spared = basename(process.env._ ?? "") === "nohup";

export class Interrupts {
  /** Exit code that the signal asks for; undefined while none has come. */
  code: number | undefined;
  private readonly onSecond: () => void;
  private readonly listeners: [NodeJS.Signals, () => void][] = [];

  /** `onSecond` cleans up before the program ends at once. */
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

  /** From now on signals do what they always do. */
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
