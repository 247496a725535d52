/**
 * Shows the progress of a run on one line of stderr that is updated in place. The line appears after two seconds, and only on a terminal.
 */
import { formatDuration, formatLarge, formatTime } from "../../../base/format.ts";
import type { Network } from "../../../run/lab/ns3.ts";
import { canShowPassing, count, showPassing } from "./terminal.ts";

const SILENT_MS = 2000;
const EVERY_MS = 200;

/**
 * Progress of a run: simulated time, packet-hops and numbers of flows. `awaited` counts the flows that the end of the run still waits for.
 * `done` is the share of the run that is complete.
 */
interface State {
  readonly now: number;
  readonly hops: number;
  readonly awaited: number;
  readonly flows: number;
  readonly done: number;
}

export class Progress {
  private readonly network: Network;
  private readonly until: number;
  private readonly began = performance.now();
  private next = SILENT_MS;

  /** `until` is the simulated time in ps at which the run ends at the latest. */
  constructor(network: Network, until: number) {
    this.network = network;
    this.until = until;
  }

  update(): void {
    this.show(() => {
      const { fabric, queue, awaited, stopWhenDone } = this.network;
      const { flows, acked, asked } = awaitedFlows(this.network);
      // A run ends at its time limit, or earlier, when every awaited byte is acknowledged. So the progress is the larger
      // of two shares: simulated time relative to the limit, and acknowledged bytes relative to the awaited ones.
      const done = Math.max(queue.now / this.until, stopWhenDone && asked > 0 ? acked / asked : 0);
      return { now: queue.now, hops: fabric.hops, awaited, flows, done };
    });
  }

  /**
   * Updates the progress of a run in several threads. The threads report the number of their unfinished flows
   * (`awaited`), but not the acknowledged bytes. So the share of finished flows replaces the share of bytes.
   */
  updateFrom({ now, hops, awaited }: Omit<State, "flows" | "done">): void {
    this.show(() => {
      const { flows } = awaitedFlows(this.network);
      const share = flows === 0 || !this.network.stopWhenDone ? 0 : 1 - awaited / flows;
      const reached = Math.min(now, this.until);
      return { now: reached, hops, awaited, flows, done: Math.max(reached / this.until, share) };
    });
  }

  private show(state: () => State): void {
    const elapsed = performance.now() - this.began;
    if (!canShowPassing || elapsed < this.next) return;
    this.next = elapsed + EVERY_MS;
    showPassing(this.line(state(), elapsed / 1000));
  }

  private line({ now, hops, awaited, flows, done }: State, seconds: number): string {
    return [
      `${formatTime(now)} of ${formatTime(this.until)}`,
      ...(done > 1 / 50 ? [`about ${formatDuration((seconds * (1 - done)) / done)} left`] : []),
      `${formatLarge(hops / seconds)} packet-hops/s`,
      `${count(flows - awaited)}/${count(flows)} flows`,
    ].join(", ");
  }
}

/** Totals over all flows that the run waits for: their number, their acknowledged bytes and their requested bytes. */
function awaitedFlows(network: Network): { readonly flows: number; readonly acked: number; readonly asked: number } {
  const { flows } = network;
  let awaited = 0;
  let acked = 0;
  let asked = 0;
  for (let flow = 0; flow < flows.count; flow++) {
    if (flows.size[flow] === Infinity || !network.counts(flow)) continue;
    awaited++;
    acked += flows.sndUna[flow];
    asked += flows.size[flow];
  }
  return { flows: awaited, acked, asked };
}
