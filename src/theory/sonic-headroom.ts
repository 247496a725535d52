/**
 * Headroom of a lossless priority group as SONiC's buffer manager reckons it for Spectrum switches, to the byte.
 *
 *   wire   = port MTU + 2 l C / (198,000 km/s) + 2 gearbox + MAC and PHY + quanta * 64 [+ tile, Spectrum-4 and 5]
 *   xoff   = KiB( lossless MTU + wire * occupancy )     rounded up to whole KiB
 *   xon    = KiB( pipeline * (8 lanes: 2) )
 *   size   = KiB( xoff + xon + (8 lanes: port MTU) )    with a shared headroom pool: xon
 *
 * `occupancy` is how much more of the buffer than of the wire packets take, since a cell of 96 or 144 B holds but one of them: with s the part
 * of the bytes that comes in packets of 64 B, 1 - s + s * cells, cells being 2 at 96 B and 3 at 144 B. Where no pool is
 * shared, xoff gets 2 KiB more unless that reaches the xoff of small packets alone.
 *
 * Defined in  SONiC's dynamic buffer model, headroom of Mellanox' ASICs
 */
import { MiB, type Bytes } from "../base/units.ts";
import type { HeadroomTerms, PortLink, Term } from "./headroom-terms.ts";
import { listedQuanta } from "./response.ts";

/** What SONiC keeps of an ASIC, in bytes. */
export interface SonicAsic {
  readonly cell: Bytes;
  readonly pipeline: Bytes;
  readonly macPhy: Bytes;
  /** Of a peer at a speed for which there are no quanta. */
  readonly reaction: Bytes;
  /** Packet memory of a switch: NVIDIA's data sheets of the SN2000, SN3000 and SN4000. */
  readonly memory: Bytes;
  /** Latency of the tile, of Spectrum-4 and 5. */
  readonly tile?: boolean;
}

const KIB = 1024;
const spectrum = (cell: Bytes, memory: Bytes): SonicAsic => ({
  ...{ cell, memory },
  ...{ pipeline: 18 * KIB, macPhy: 0.8 * KIB, reaction: 3.8 * KIB },
});

/** Spectrum-1 to 3 as SONiC has them. */
export const sonicAsics = {
  spectrum1: spectrum(96, MiB(16)),
  spectrum2: spectrum(144, MiB(42)),
  spectrum3: spectrum(144, MiB(64)),
} as const;

/** A port and what travels through it. */
export interface SonicPort extends PortLink {
  readonly lanes: number;
  /** Largest packet of lossless classes: mtu of LOSSLESS_TRAFFIC_PATTERN. */
  readonly losslessMtu: Bytes;
  /** Percent of packets that are small. */
  readonly smallPackets: number;
  /** Latency of a gearbox, ns. */
  readonly gearbox: number;
  /** Is xoff of all ports taken from one pool? Then a port reserves xon alone. */
  readonly sharedHeadroom: boolean;
}

/** With what the pipeline holds before it pauses. */
export interface SonicHeadroom extends HeadroomTerms {
  readonly xon: Bytes;
}

/** Of one lossless priority group. */
export function sonicHeadroom(asic: SonicAsic, port: SonicPort): SonicHeadroom {
  const { rate, metres, mtu, lanes, losslessMtu, smallPackets, gearbox, sharedHeadroom } = port;
  const mbps = rate / 1e6;
  const quanta = listedQuanta(rate);
  const parts: Term[] = [
    { name: "frame", bytes: mtu, why: "MTU of the port: the PAUSE waits for a frame that has just begun" },
    { name: "cable", bytes: (2 * metres * mbps * 1e9) / 198e6 / 8000, why: "there and back, at 198,000 km/s" },
    ...(gearbox > 0 ? [{ name: "gearbox", bytes: (2 * mbps * gearbox) / 8192, why: `${gearbox} ns each way` }] : []),
    { name: "MAC and PHY", bytes: asic.macPhy, why: "of this port, a constant of the ASIC" },
    quanta === undefined
      ? { name: "reaction", bytes: asic.reaction, why: "of the peer, a constant of the ASIC: no quanta for this speed" }
      : {
          name: "reaction",
          bytes: quanta * 64,
          why: `${quanta} quanta of 512 bits: the peer's limit, MAC, FEC and PHY`,
        },
  ];
  if (asic.tile === true) parts.push({ name: "tile", bytes: ((mbps / 1000) * 120) / 8, why: "120 ns of the ASIC" });
  const wire = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  const at = (percent: number): Bytes => toKib(losslessMtu + wire * occupancy(asic.cell, percent, losslessMtu));
  const plain = at(smallPackets);
  const extra = !sharedHeadroom && smallPackets !== 100 && plain + 2 * KIB < at(100) ? 2 * KIB : 0;
  const xoff = plain + extra;
  const wide = lanes === 8;
  const xon = toKib(asic.pipeline * (wide ? 2 : 1));
  const cells = wire * (occupancy(asic.cell, smallPackets, losslessMtu) - 1);
  const rounding = plain - losslessMtu - wire - cells;
  const terms: Term[] = [
    { name: "trigger", bytes: losslessMtu, why: "the lossless packet whose arrival passes the threshold" },
    ...parts,
    { name: "cells", bytes: cells, why: `of ${asic.cell} B, one packet each: ${smallPackets}% of packets are of 64 B` },
    { name: "rounding", bytes: rounding, why: "up to whole KiB" },
    ...(extra > 0 ? [{ name: "small packets", bytes: extra, why: "where not all packets are small" }] : []),
  ];
  const size = sharedHeadroom ? xon : toKib(xoff + xon + (wide ? mtu : 0));
  return { terms, xoff, xon, size };
}

/** Bytes of the buffer for each byte of the wire. */
function occupancy(cell: Bytes, percent: number, losslessMtu: Bytes): number {
  const cells = Math.ceil(cell > 128 ? cell / 64 : (2 * cell) / (1 + cell));
  const small = (100 * 64) / ((percent * 64 + (100 - percent) * losslessMtu) / 100);
  // The part of bytes is reckoned as 64 B over the mean packet, so it is 6% at 1024 B even where no packet is small.
  return (100 - small + small * cells) / 100;
}

const toKib = (bytes: Bytes): Bytes => Math.ceil(bytes / KIB) * KIB;
