/**
 * How much of a switch's memory static headroom takes, chip by chip: figure 4 of DSH.
 *
 * Equations 1 and 3 with 8 queues a port, links of 1.5 us and an MTU of 1500 B. Sizes in MB of the paper are MiB: only so do 12 MB
 * come to 44.4%.
 *
 * The text names Trident2 and, in its evaluation, Tomahawk. It gives the first and the last chip of the figure by their numbers
 * alone, 157 us and 43%, 37 us and 67%: 48 x 10G with 9 MiB and 64 x 400G with 113 MiB have these, which is Trident and
 * Tomahawk 4 by rate and ports. The chips between them are in the figure only and so not here.
 *
 * Paper    dsh, section III-A
 */
import { gbps, MiB, us, type Bps, type Bytes, type Ps } from "../base/units.ts";
import { eta, totalHeadroom } from "./headroom.ts";

/** A switch chip of the figure. */
export interface Chip {
  readonly name: string;
  readonly ports: number;
  readonly rate: Bps;
  readonly memory: Bytes;
  /** Are ports and memory in the paper, or inferred from the two numbers it gives? */
  readonly stated: boolean;
}

/** Those of which the paper tells rate, ports and memory, or enough to tell them. */
export const chips: readonly Chip[] = [
  { name: "Trident", ports: 48, rate: gbps(10), memory: MiB(9), stated: false },
  { name: "Trident2", ports: 32, rate: gbps(40), memory: MiB(12), stated: true },
  { name: "Tomahawk", ports: 32, rate: gbps(100), memory: MiB(16), stated: true },
  { name: "Tomahawk 4", ports: 64, rate: gbps(400), memory: MiB(113), stated: false },
];

/** What the figure assumes of every chip. */
const QUEUES = 8;
const DELAY: Ps = us(1.5);
const MTU: Bytes = 1500;

/** Headroom in bytes, its part of the memory, and how long the ports together take to send the memory's size. */
export function headroomShare({ ports, rate, memory }: Chip): { headroom: Bytes; share: number; perCapacity: Ps } {
  const headroom = totalHeadroom(ports, QUEUES, eta(rate, DELAY, MTU));
  return { headroom, share: headroom / memory, perCapacity: (memory * 8e12) / (ports * rate) };
}
