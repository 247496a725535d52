/**
 * Shows the progress of many runs on one line of stderr that is updated in place. The line appears after two seconds, and only on a
 * terminal.
 */
import { formatDuration, formatLarge } from "../../../base/format.ts";
import type { RunNews } from "../../../batch/sweep/simulate.ts";
import { canShowPassing, showPassing } from "./terminal.ts";

/** Time before the progress line first appears, ms. */
export const SILENT_MS = 2000;

export class SweepProgress {
  private readonly labels: readonly string[];
  private readonly what: string;
  private readonly began = performance.now();
  private readonly running = new Set<number>();
  private readonly news: RunNews[];
  private readonly weights: readonly number[];
  private done = 0;
  /** Total weight (relative duration) of the completed runs. */
  private weighed = 0;

  /**
   * `labels` has one label for each run. `what` is the word for the runs, such as "rows". `weights` holds the relative duration of each
   * run, equal by default.
   */
  constructor(labels: readonly string[], what: string, weights: readonly number[] = labels.map(() => 1)) {
    this.labels = labels;
    this.what = what;
    this.weights = weights;
    this.news = labels.map(() => ({ share: 0, packetHops: 0 }));
  }

  begin(row: number): void {
    this.running.add(row);
  }

  tell(row: number, news: RunNews): void {
    this.news[row] = news;
  }

  end(row: number): void {
    this.running.delete(row);
    this.done++;
    this.weighed += this.weights[row];
  }

  show(): void {
    if (canShowPassing && performance.now() - this.began >= SILENT_MS) showPassing(this.text());
  }

  text(): string {
    const seconds = (performance.now() - this.began) / 1000;
    const rows = this.labels.length;
    const running = [...this.running];
    const hops = this.news.reduce((sum, { packetHops }) => sum + packetHops, 0);
    const under = running.reduce((sum, row) => sum + this.news[row].share * this.weights[row], 0);
    const share = (this.weighed + under) / this.weights.reduce((sum, weight) => sum + weight, 0);
    const parts = [`${this.done} of ${rows} ${this.what} done`, `${formatLarge(hops / seconds)} packet-hops/s`];
    if (share > 1 / 50) parts.push(`about ${formatDuration((seconds * (1 - share)) / share)} left`);
    const shares = running.map((row) => `${this.labels[row]} ${Math.floor(this.news[row].share * 100)}%`);
    return [parts.join(", "), ...shares].join("; ");
  }
}
