/** Shows the progress of many runs: on a terminal as one changing line, in a log as lines at growing intervals. */
import type { SweepProgress } from "./sweep-progress.ts";
import { canShowPassing, say } from "./terminal.ts";

/** The time of the first line in a log, in ms. */
const FIRST_MS = 5000;
/** The longest interval between two lines of a log, in ms. Each interval is twice the one before. */
const LONGEST_MS = 60_000;

export class ShownProgress {
  private readonly progress: SweepProgress;
  private readonly began = performance.now();
  private next = FIRST_MS;

  constructor(progress: SweepProgress) {
    this.progress = progress;
  }

  /** Updates the display. Call this method several times a second. */
  look(): void {
    if (canShowPassing) {
      this.progress.show();
      return;
    }
    const elapsed = performance.now() - this.began;
    if (elapsed < this.next) return;
    this.next = elapsed + Math.min(elapsed, LONGEST_MS);
    say(this.progress.text());
  }
}
