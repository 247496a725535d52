/**
 * The headroom of a lossless priority group as SONiC's buffer manager computes it for Spectrum switches, to the byte.
 *
 *   wire   = port MTU + 2 l C / (198,000 km/s) + 2 gearbox + MAC and PHY + reaction
 *   xoff   = KiB( lossless MTU + occupancy times wire )
 *   xon    = KiB( pipeline )
 *   size   = KiB( xoff + xon )
 *
 * KiB() rounds up to whole KiB. These cases differ:
 * - on Spectrum-4 and 5, `wire` includes the term tile
 * - on Spectrum-6, xoff is 18 KiB more
 * - at a port with 8 lanes, xon is KiB( 2 pipeline ), and size is KiB( xoff + xon + port MTU )
 * - with a shared headroom pool, size is xon
 *
 * l is the length of the cable, and C the rate. The other terms, in bytes:
 * - gearbox: the latency of a gearbox, a chip at the port that converts the rate of its lanes
 * - reaction: the peer's reaction to a PAUSE, 64 B for each of 802.3's quanta at this rate, or a constant of the ASIC
 * - tile: the latency of a tile, a part of the ASIC, of 120 ns
 * - pipeline: the bytes in the pipeline of the ASIC when it decides to pause
 *
 * `occupancy` is the ratio of buffer bytes to wire bytes. It exceeds 1 because a cell contains only one packet. Let s
 * be the share of the bytes that is in packets of 64 B. Then `occupancy` is 1 - s + s f. The factor f of such packets
 * is 2 for cells of 96 B and 4 for cells of 256 B. For cells of 144 and 192 B it is 3. Without a shared headroom pool,
 * SONiC adds 2 KiB to xoff. It does so only if the sum stays below the xoff for traffic of small packets alone. On
 * Spectrum-6 that sum includes the 18 KiB, and the xoff for small packets alone does not.
 *
 * Sources: sonic-swss cfgmgr/buffer_headroom_mellanox.lua (422271e7, which adds the 18 KiB of pull request 4797), and the
 * ASIC table of sonic-buildimage platform/mellanox/asic_table.j2 (4a9bf641).
 */
import { MiB, type Bps, type Bytes } from "../base/units.ts";
import type { HeadroomTerms, PortLink, Term } from "./headroom-terms.ts";
import { listedQuanta } from "./response.ts";

/** SONiC's properties of an ASIC, in bytes. */
export interface SonicAsic {
  readonly cell: Bytes;
  readonly pipeline: Bytes;
  readonly macPhy: Bytes;
  /** The peer's reaction to a PAUSE in bytes, at a port rate for which 802.3 lists no quanta. */
  readonly reaction: Bytes;
  /** True if `reaction` applies at every speed, instead of 802.3's quanta. */
  readonly hasConstantReaction?: boolean;
  /** The packet memory of a switch, by NVIDIA's data sheets of the SN2000, SN3000 and SN4000. Absent: not known. */
  readonly memory?: Bytes;
  /** The fastest port of the ASIC. Absent: not known. */
  readonly maxRate?: Bps;
  /** Rate of one lane. A port with at least 8 times this rate has 8 lanes. Absent: unknown. */
  readonly laneRate?: Bps;
  /** True for Spectrum-4 and 5: the headroom includes the latency of a tile, a part of the ASIC (120 ns). */
  readonly tile?: boolean;
  /** Bytes that SONiC adds to xoff for the ASIC's accounting of its packet buffer. Absent: none. */
  readonly accounting?: Bytes;
}

const KIB = 1024;
const G = 1e9;

/** Two delays that SONiC uses for every Spectrum ASIC, in bytes: of MAC and PHY, and of the peer's reaction. */
export const SPECTRUM_DELAYS = { macPhy: 0.8 * KIB, reaction: 3.8 * KIB } as const;

const spectrum = (of: Omit<SonicAsic, "macPhy" | "reaction" | "pipeline">, pipelineKib = 19): SonicAsic => ({
  ...of,
  ...SPECTRUM_DELAYS,
  pipeline: pipelineKib * KIB,
});

/** Spectrum-1 to 6, with SONiC's values. */
export const sonicAsics = {
  spectrum1: spectrum({ cell: 96, memory: MiB(16), maxRate: 100 * G, laneRate: 50 * G }),
  spectrum2: spectrum({ cell: 144, memory: MiB(42), maxRate: 200 * G, laneRate: 50 * G }),
  spectrum3: spectrum({ cell: 144, memory: MiB(64), maxRate: 400 * G, laneRate: 50 * G }),
  spectrum4: spectrum({ cell: 192, maxRate: 800 * G, laneRate: 100 * G, tile: true }),
  spectrum5: spectrum({ cell: 192, maxRate: 800 * G, laneRate: 100 * G, tile: true }),
  spectrum6: spectrum({ cell: 256, laneRate: 200 * G, accounting: 18 * KIB }, 42),
} as const satisfies Readonly<Record<string, SonicAsic>>;

/** The pipeline of SONiC's virtual switch, in bytes. No real switch has it, but SONiC's own test vectors use it. */
export const VIRTUAL_SWITCH_PIPELINE: Bytes = 18 * KIB;

/** A port and its traffic. */
export interface SonicPort extends PortLink {
  readonly lanes: number;
  /** The largest packet of lossless classes: mtu of LOSSLESS_TRAFFIC_PATTERN. */
  readonly losslessMtu: Bytes;
  /** The percentage of small packets. */
  readonly smallPackets: number;
  /** The latency of a gearbox, in ns. */
  readonly gearbox: number;
  /** True if all ports share one pool for xoff. A port then reserves xon only. */
  readonly sharedHeadroom: boolean;
}

/** A headroom with SONiC's `xon`. The value `xon` is room for the bytes in the ASIC's pipeline when the port pauses its peer. */
export interface SonicHeadroom extends HeadroomTerms {
  readonly xon: Bytes;
}

/**
 * The bytes that may be on the wire after the decision to pause, as terms with their reasons. Unlike the final
 * headroom, they do not yet count whole cells.
 */
export function wireTerms(asic: SonicAsic, { rate, metres, mtu }: PortLink, gearbox = 0): Term[] {
  const mbps = rate / 1e6;
  const quanta = asic.hasConstantReaction === true ? undefined : listedQuanta(rate);
  const parts: Term[] = [
    { name: "frame", bytes: mtu, why: "MTU of the port: the PAUSE waits for a frame that has just begun" },
    { name: "cable", bytes: (2 * metres * mbps * 1e9) / 198e6 / 8000, why: "there and back, at 198,000 km/s" },
    ...(gearbox > 0 ? [{ name: "gearbox", bytes: (2 * mbps * gearbox) / 8192, why: `${gearbox} ns each way` }] : []),
    { name: "MAC and PHY", bytes: asic.macPhy, why: "of this port, a constant of the ASIC" },
    quanta === undefined
      ? {
          name: "reaction",
          bytes: asic.reaction,
          why: `of the peer, a constant${asic.hasConstantReaction === true ? "" : ": 802.3 has no limit at this speed"}`,
        }
      : {
          name: "reaction",
          bytes: quanta * 64,
          why: `${quanta} quanta of 512 bits: the peer's limit, MAC, FEC and PHY`,
        },
  ];
  if (asic.tile === true) parts.push({ name: "tile", bytes: ((mbps / 1000) * 120) / 8, why: "120 ns of the ASIC" });
  return parts;
}

/** The headroom of one lossless priority group. */
export function sonicHeadroom(asic: SonicAsic, port: SonicPort): SonicHeadroom {
  const { mtu, lanes, losslessMtu, smallPackets, gearbox, sharedHeadroom } = port;
  const parts = wireTerms(asic, port, gearbox);
  const wire = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  const at = (percent: number): Bytes => toKib(losslessMtu + wire * occupancy(asic.cell, percent, losslessMtu));
  const { accounting = 0 } = asic;
  const rounded = at(smallPackets);
  const plain = rounded + accounting;
  const extra = !sharedHeadroom && smallPackets !== 100 && plain + 2 * KIB < at(100) ? 2 * KIB : 0;
  const xoff = plain + extra;
  const wide = lanes === 8;
  const xon = toKib(asic.pipeline * (wide ? 2 : 1));
  const cells = wire * (occupancy(asic.cell, smallPackets, losslessMtu) - 1);
  const rounding = rounded - losslessMtu - wire - cells;
  const terms: Term[] = [
    { name: "trigger", bytes: losslessMtu, why: "the lossless packet whose arrival passes the threshold" },
    ...parts,
    { name: "cells", bytes: cells, why: `of ${asic.cell} B, one packet each: ${smallPackets}% of packets are of 64 B` },
    { name: "rounding", bytes: rounding, why: "up to whole KiB" },
    ...(accounting > 0
      ? [{ name: "accounting", bytes: accounting, why: "of packets in the buffer, a constant of the ASIC" }]
      : []),
    ...(extra > 0 ? [{ name: "small packets", bytes: extra, why: "where not all packets are small" }] : []),
  ];
  const size = sharedHeadroom ? xon : toKib(xoff + xon + (wide ? mtu : 0));
  return { terms, xoff, xon, size };
}

/**
 * Returns the number of buffer bytes for each byte on the wire. It exceeds 1, because a cell contains only one packet.
 * `percent` is the percentage of small packets.
 */
function occupancy(cell: Bytes, percent: number, losslessMtu: Bytes): number {
  const cells = Math.ceil(cell > 128 ? cell / 64 : (2 * cell) / (1 + cell));
  const small = (100 * 64) / ((percent * 64 + (100 - percent) * losslessMtu) / 100);
  // `small` approximates the percentage of bytes in packets of 64 B. SONiC's formula is 64 B divided by the mean packet
  // size. If all packets have 1024 B, the formula gives 6% instead of 0.
  return (100 - small + small * cells) / 100;
}

/** Rounds up to whole KiB. */
export const toKib = (bytes: Bytes): Bytes => Math.ceil(bytes / KIB) * KIB;
