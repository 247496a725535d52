/**
 * The rule behind NVIDIA's tables of buffer profiles, pg_profile_lookup.ini. SONiC uses these tables if it does not
 * calculate the headroom itself.
 *
 *   wire   = 9216 + 2 l C / (198,000 km/s) + MAC and PHY + reaction
 *   f      = 2 cell / (1 + cell) for cells up to 128 B, otherwise cell / 64
 *   xoff   = KiB( 1024 + f times wire )
 *   xon    = KiB( pipeline )
 *   size   = KiB( xoff + xon )
 *
 * KiB() rounds up to whole KiB. These cases differ:
 * - on Spectrum-4, `wire` includes the term tile
 * - at a port with 8 lanes, xon is KiB( 2 pipeline - 1 KiB ), or KiB( 2 pipeline ) on Spectrum-4
 * - at a port with 8 lanes, size is KiB( xoff + xon + 9216 )
 *
 * All terms are in bytes. l is the length of the cable, and C the rate. `wire` is the bytes that the wire carries after
 * the decision to pause. `sonic-headroom.ts` explains reaction, tile and pipeline.
 *
 * The rule assumes packets of the worst size. A packet takes whole cells, which have f times its bytes. A packet of 64 B
 * takes one cell. In small cells the worst packet has one byte more than a cell and takes two. The tables of Spectrum-1
 * to 3 have a constant reaction of 3.8 KiB, whereas that of Spectrum-4 has the quanta of 802.3. The rule is an earlier
 * one of SONiC's buffer manager.
 *
 * Sources:
 *
 * - sonic-swss, cfgmgr/buffer_headroom_mellanox.lua (18913fa3)
 * - sonic-buildimage, the tables of ACS-MSN2700 to ACS-MSN4700 (e0d7a662) and of ACS-SN5600 (021f8a7a)
 */
import type { Bps, Bytes } from "../base/units.ts";
import { sonicAsics, toKib, wireTerms } from "./sonic-headroom.ts";

export interface ProfileRow {
  readonly xoff: Bytes;
  readonly xon: Bytes;
  readonly size: Bytes;
}

const MTU: Bytes = 9216;
const LOSSLESS_MTU: Bytes = 1024;

/**
 * The differences between the tables. `hasConstantReaction`: the peer's reaction is the same at every rate.
 * `lessForEightLanes`: for a port with 8 lanes, xon is twice the bytes in the ASIC's pipeline, minus this number of bytes.
 */
const TABLES = {
  spectrum1: { hasConstantReaction: true, lessForEightLanes: 1024 },
  spectrum2: { hasConstantReaction: true, lessForEightLanes: 1024 },
  spectrum3: { hasConstantReaction: true, lessForEightLanes: 1024 },
  spectrum4: { hasConstantReaction: false, lessForEightLanes: 0 },
} as const;

/** The ASICs whose table of buffer profiles follows the rule of this file. */
export type TabledAsic = keyof typeof TABLES;

/** True if NVIDIA has a table of buffer profiles for this ASIC, and the table follows the rule of this file. */
export const isTabled = (name: string): name is TabledAsic => Object.hasOwn(TABLES, name);

/** The row of the table for a port. `metres` is the length of the cable, `lanes` the number of lanes of the port. */
export function profileRow(name: TabledAsic, rate: Bps, metres: number, lanes: number): ProfileRow {
  const { hasConstantReaction, lessForEightLanes } = TABLES[name];
  const asic = { ...sonicAsics[name], hasConstantReaction };
  const wire = wireTerms(asic, { rate, metres, mtu: MTU }).reduce((sum, { bytes }) => sum + bytes, 0);
  const cells = asic.cell > 128 ? asic.cell / 64 : (2 * asic.cell) / (1 + asic.cell);
  const xoff = toKib(LOSSLESS_MTU + wire * cells);
  const xon = toKib(lanes === 8 ? 2 * asic.pipeline - lessForEightLanes : asic.pipeline);
  return { xoff, xon, size: toKib(xoff + xon + (lanes === 8 ? MTU : 0)) };
}
