/**
 * The share of a switch's memory that static headroom takes, for several chips: figure 4 of DSH.
 *
 * It applies equations 1 and 3 with 8 queues a port, links of 1.5 us and an MTU of 1500 B. MB in the paper are MiB: only then is the share
 * of Trident2 44.4%, as in the paper.
 *
 * The text names Trident2 and, in its evaluation, Tomahawk. For the first and the last chip of the figure the text has only
 * the memory per capacity and the share of headroom. The memory per capacity is a time: the memory divided by the sum of the
 * port rates. Both chips were inferred from these numbers. These ports and memories give them:
 *
 *   first chip    157 us, 43%    48 ports of 10G with 9 MiB       Trident
 *   last chip      37 us, 67%    64 ports of 400G with 113 MiB    Tomahawk 4
 *
 * The text has no numbers of the figure's other chips, so they are left out here.
 *
 * Paper: dsh, section III-A.
 */
import { gbps, MiB, us, type Bps, type Bytes, type Ps } from "../base/units.ts";
import { eta, totalHeadroom } from "./headroom.ts";

/** A switch chip of the figure. */
export interface Chip {
  readonly name: string;
  readonly ports: number;
  readonly rate: Bps;
  readonly memory: Bytes;
  /**
   * True if the paper states ports and memory. False if they were inferred from two other values of the paper. These
   * are the chip's memory divided by its capacity (us), and the headroom's share of the memory (%).
   */
  readonly stated: boolean;
}

/** The chips for which the paper gives rate, ports and memory, or enough to infer them. */
export const chips: readonly Chip[] = [
  { name: "Trident", ports: 48, rate: gbps(10), memory: MiB(9), stated: false },
  { name: "Trident2", ports: 32, rate: gbps(40), memory: MiB(12), stated: true },
  { name: "Tomahawk", ports: 32, rate: gbps(100), memory: MiB(16), stated: true },
  { name: "Tomahawk 4", ports: 64, rate: gbps(400), memory: MiB(113), stated: false },
];

/** The number of lossless queues of a port. Figure 4 of DSH assumes it for every chip. */
const QUEUES = 8;
/** The one-way delay that figure 4 of DSH assumes. */
const DELAY: Ps = us(1.5);
/** The largest packet that figure 4 of DSH assumes, in bytes. */
const MTU: Bytes = 1500;

/** Headroom in bytes, its share of the memory, and the time in which all ports together send as many bytes as the memory has. */
export function headroomShare({ ports, rate, memory }: Chip): { headroom: Bytes; share: number; perCapacity: Ps } {
  const headroom = totalHeadroom(ports, QUEUES, eta(rate, DELAY, MTU));
  return { headroom, share: headroom / memory, perCapacity: (memory * 8e12) / (ports * rate) };
}
