/** How far a run is, on one line of stderr that keeps changing; nothing before two seconds, nothing where nobody looks. */
import { formatTime } from "../format.ts";
import type { Network } from "../lab-ns3.ts";
import { canShowPassing, count, showPassing } from "./terminal.ts";

const SILENT_MS = 2000;
const EVERY_MS = 200;

export class Progress {
  private readonly network: Network;
  private readonly began = performance.now();
  private next = SILENT_MS;

  constructor(network: Network) {
    this.network = network;
  }

  update(): void {
    const elapsed = performance.now() - this.began;
    if (!canShowPassing || elapsed < this.next) return;
    this.next = elapsed + EVERY_MS;
    showPassing(this.line(elapsed / 1000));
  }

  private line(seconds: number): string {
    const { fabric, flows, queue, unfinished } = this.network;
    const done = flows.count - unfinished;
    const parts = [
      `${formatTime(queue.now)} simulated`,
      `${count(done)}/${count(flows.count)} flows`,
      `${(fabric.hops / seconds / 1e6).toPrecision(3)} M packet-hops/s`,
    ];
    const { acked, asked } = acknowledged(this.network);
    if (acked > asked / 50) parts.push(`about ${duration((seconds * (asked - acked)) / acked)} left`);
    return parts.join(", ");
  }
}

/** 3214567 as "3.21 million". */
export const millions = (n: number): string => `${Number((n / 1e6).toPrecision(3))} million`;

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}

/** Bytes acknowledged, and bytes asked for, over all flows that end. */
function acknowledged({ flows }: Network): { readonly acked: number; readonly asked: number } {
  let acked = 0;
  let asked = 0;
  for (let flow = 0; flow < flows.count; flow++) {
    if (flows.size[flow] === Infinity) continue;
    acked += flows.sndUna[flow];
    asked += flows.size[flow];
  }
  return { acked, asked };
}
