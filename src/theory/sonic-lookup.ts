/**
 * The rule behind NVIDIA's tables of buffer profiles, pg_profile_lookup.ini. SONiC uses these tables if it does not
 * calculate the headroom itself.
 *
 *   wire   = 9216 + 2 l C / (198,000 km/s) + MAC and PHY + reaction [+ tile, Spectrum-4]
 *   xoff   = KiB( 1024 + wire * f )          f = cell / 64, or 2 cell / (1 + cell) for cells up to 128 B
 *   xon    = KiB( pipeline )                 8 lanes: 2 pipeline - 1 KiB; Spectrum-4: 2 pipeline
 *   size   = KiB( xoff + xon + (8 lanes: 9216) )
 *
 * All packets are small, so each fills the fraction f of a cell. The tables of Spectrum-1 to 3 have a constant reaction
 * of 3.8 KiB, whereas that of Spectrum-4 has the quanta of 802.3. The rule is an earlier one of SONiC's buffer manager.
 *
 * Sources:
 *
 * - sonic-swss, cfgmgr/buffer_headroom_mellanox.lua (18913fa3)
 * - sonic-buildimage, the tables of ACS-MSN2700 to ACS-MSN4700 (e0d7a662) and of ACS-SN5600 (021f8a7a)
 */
import type { Bps, Bytes } from "../base/units.ts";
import { listedQuanta } from "./response.ts";
import { sonicAsics, type SonicAsic } from "./sonic-headroom.ts";

/** The ASICs with a table that the rule yields. */
export type TabledAsic = "spectrum1" | "spectrum2" | "spectrum3" | "spectrum4";

export interface ProfileRow {
  readonly xoff: Bytes;
  readonly xon: Bytes;
  readonly size: Bytes;
}

const KIB = 1024;
const MTU: Bytes = 9216;
const LOSSLESS_MTU: Bytes = 1024;

/** The row of the table for a port. `metres` is the length of the cable, `lanes` the number of lanes of the port. */
export function profileRow(name: TabledAsic, rate: Bps, metres: number, lanes: number): ProfileRow {
  const asic: SonicAsic = sonicAsics[name];
  const isTiled = asic.tile === true;
  const cable = (2 * metres * rate) / 198e6 / 8;
  const quanta = isTiled ? listedQuanta(rate) : undefined;
  const reaction = quanta === undefined ? asic.reaction : quanta * 64;
  const tile = isTiled ? (rate / 1e9) * (120 / 8) : 0;
  const wire = MTU + cable + asic.macPhy + reaction + tile;
  const cells = asic.cell > 128 ? asic.cell / 64 : (2 * asic.cell) / (1 + asic.cell);
  const xoff = toKib(LOSSLESS_MTU + wire * cells);
  const xon = toKib(lanes === 8 ? 2 * asic.pipeline - (isTiled ? 0 : KIB) : asic.pipeline);
  return { xoff, xon, size: toKib(xoff + xon + (lanes === 8 ? MTU : 0)) };
}

const toKib = (bytes: Bytes): Bytes => Math.ceil(bytes / KIB) * KIB;
