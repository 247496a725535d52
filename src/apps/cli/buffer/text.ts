/** Writes the output of `xoff buffer`. */
import { formatBytes, formatCount, formatRate, formatTime } from "../../../base/format.ts";
import { unitOf } from "../../../base/one-unit.ts";
import { MAX_QUANTA } from "../../../base/pause-times.ts";
import { PS_PER_METRE, type Ps } from "../../../base/units.ts";
import { table } from "../../../report/table.ts";
import { bdp } from "../../../theory/bifrost.ts";
import { bufferNeeds, creditReach, linkHeadroom, slotQuanta, type LongLink } from "../../../theory/long-link-buffer.ts";
import { sonicAsics, sonicHeadroom } from "../../../theory/sonic-headroom.ts";
import { wrap } from "../../../base/wrap.ts";
import { EXIT, Failure } from "../terminal/exit.ts";

export interface BufferOptions extends Omit<LongLink, "delay"> {
  /** One-way delay, ps. */
  readonly distance: number;
  readonly json?: boolean;
}

/** Largest packet of lossless classes if a SONiC config states none, in bytes. */
const SONIC_MTU = 1024;

/**
 * The output as text. `slot` is the slot length T of the flow control scheme Bifrost. Throws `Failure` if the slot
 * exceeds the longest pause that one PAUSE frame can request.
 */
export function bufferText(options: BufferOptions, width: number): string {
  const { distance: delay, rate, slot, classes } = options;
  const quanta = slotQuanta(rate, slot);
  if (quanta > MAX_QUANTA) {
    const most = formatTime((MAX_QUANTA * 512e12) / rate);
    throw new Failure(
      `--slot: expected at most ${most} at ${formatRate(rate)}, got ${formatTime(slot)}. That is ${quanta} quanta of 512 bits, and a ` +
        `PAUSE frame carries at most ${MAX_QUANTA}.`,
      EXIT.input,
    );
  }
  const link: LongLink = { ...options, delay };
  const product = bdp(rate, delay);
  const needs = bufferNeeds(link);
  const headroom = linkHeadroom(link);
  const port = { rate, metres: delay / PS_PER_METRE, mtu: link.mtu, lanes: 1, gearbox: 0, smallPackets: 100 };
  const inCells = sonicHeadroom(sonicAsics.spectrum3, { ...port, losslessMtu: SONIC_MTU, sharedHeadroom: false }).xoff;
  if (options.json === true) {
    const { period, frame, mtu } = options;
    const given = { rate_bps: rate, delay_ps: delay, classes, slot_ps: slot, period_ps: period, frame_bytes: frame };
    const derived = {
      mtu_bytes: mtu,
      bdp_bytes: product,
      standard_bytes: headroom.xoff,
      spectrum3_bytes: inCells,
      slot_quanta: quanta,
      needs,
    };
    return `${JSON.stringify({ ...given, ...derived }, null, 2)}\n`;
  }
  const counted = headroom.terms.map(({ name, bytes }) => `${name} ${formatCount(bytes)}`).join(", ");
  const reach = creditReach(rate);
  const length = (time: Ps): string => {
    const metres = time / PS_PER_METRE;
    return metres < 1000 ? `${formatCount(Math.round(metres))} m` : `${Number((metres / 1000).toPrecision(3))} km`;
  };
  const unit = unitOf(
    "bytes",
    needs.map(({ bytes }) => bytes),
  );
  const rows = needs.map(({ scheme, bytes, rule }) => [scheme, rule, unit.number(bytes), (bytes / product).toFixed(2)]);
  const say = (...sentences: string[]): string => wrap(sentences.join(" "), width).join("\n");
  return [
    say(
      `${length(delay)} at ${formatRate(rate)}: one-way delay ${formatTime(delay)}, bandwidth-delay product (BDP) of the round trip ` +
        `${formatBytes(product)}.`,
    ),
    "",
    table(["flow control", "needs", `buffer, ${unit.name}`, "BDPs"], rows, 2),
    "",
    say(
      "Sizes for no loss and full throughput in the worst case, unless the row says otherwise. " +
        (classes === 1
          ? "One lossless class."
          : `${classes} lossless classes; PFC, CBFC and SWING give each its own memory.`),
      `After a PAUSE, ${formatCount(headroom.xoff)} B may still arrive by 802.1Qbb and the limits of 802.3 at this speed. No row is ` +
        `smaller (${counted}). Small packets leave cells of the buffer partly empty: SONiC computes ${formatCount(inCells)} B for ` +
        `Spectrum-3, whose cells have ${sonicAsics.spectrum3.cell} B. See xoff headroom for other ASICs.`,
      `Bifrost's slot of ${formatTime(slot)} is at most ${formatCount(quanta)} of the ${formatCount(MAX_QUANTA)} quanta of a PAUSE ` +
        "frame.",
      `InfiniBand's 12-bit credits keep ${formatRate(rate)} busy over at most ` +
        `${length(reach)}${delay > reach ? ": the row CBFC has no such limit" : ""}.`,
    ),
    "",
  ].join("\n");
}
