/**
 * Converts between the two times of a run that skips time. The clock orders the events of the run, and a skip does not
 * advance it. The real time is the simulated time with the skips. Scenarios and results use it.
 *
 *   real time = clock + all skips before
 */
import type { Ps } from "../../base/units.ts";
import type { Network } from "../../sim/model/network.ts";
import { BUSY_UNTIL, PORT_DOUBLES_LOG } from "../../sim/model/ports.ts";
import { END, OPEN, STALL_DOUBLES_LOG } from "../../sim/model/sender-stalls.ts";
import type { PauseRecord } from "../measure/pause-record.ts";

export class SkippedTime {
  /** By skip, in order: the time of the skip on the clock of the run. A skip does not advance this clock, only `total`. */
  private readonly at: Ps[] = [];
  /** By skip, in order: the total length of all skips up to this one. */
  private readonly sums: Ps[] = [];
  total: Ps = 0;

  add(clock: Ps, by: Ps): void {
    this.at.push(clock);
    this.total += by;
    this.sums.push(this.total);
  }

  get count(): number {
    return this.at.length;
  }

  /**
   * Converts a time on the clock of the run to simulated time. The clock stands still during a skip, so the result is
   * `clock` plus the lengths of all skips before it. A skip exactly at `clock` does not count.
   */
  readonly real = (clock: Ps): Ps => {
    let before = 0;
    for (let end = this.at.length; before < end;) {
      const middle = (before + end) >>> 1;
      if (this.at[middle] < clock) before = middle + 1;
      else end = middle;
    }
    return before === 0 ? clock : clock + this.sums[before - 1];
  };

  /**
   * Converts the times in the network and in the record of PAUSEs from the clock of the run to simulated time, which
   * includes the skips. Call it once, after the run.
   */
  settle(network: Network, pauses: PauseRecord): void {
    const { real } = this;
    const { fabric, flows, hosts, queue } = network;
    const map = (column: Float64Array): void => {
      for (let k = 0; k < column.length; k++) if (column[k] > this.at[0]) column[k] = real(column[k]);
    };
    for (const column of [flows.start, ...flows.senderTimes, ...flows.receiverTimes]) map(column);
    for (const column of [fabric.stoppedSince, fabric.pauseTimes.since, fabric.pauseTimes.over]) map(column);
    for (const { times } of fabric.pauseTimes.latest.values()) map(times);
    for (const column of [pauses.start, pauses.end]) map(column);
    if (network.tasks !== null) map(network.tasks.ready);
    pauses.fullSince = real(pauses.fullSince);
    fabric.lastBytes.mapTimes(real);
    const { at } = hosts.stalls;
    for (let record = 0; record < at.length; record += 1 << STALL_DOUBLES_LOG)
      for (const field of [END, OPEN]) at[record + field] = real(at[record + field]);
    const { doubles } = fabric.portRecords;
    for (let port = 0; port < fabric.ports; port++) {
      const place = (port << PORT_DOUBLES_LOG) | BUSY_UNTIL;
      doubles[place] = real(doubles[place]);
    }
    network.deadlockSince = real(network.deadlockSince);
    network.settledAt = real(network.settledAt);
    queue.now = real(queue.now);
  }
}
