/**
 * Frame sizes and wire times of xoff's own model: times in picoseconds, and real frame sizes.
 *
 *   data  payload + 62 B   Ethernet 14, IPv4 20, UDP 8, BTH 12, ICRC 4, FCS 4
 *   ACK   66 B             the same 62 B, AETH 4
 *   CNP   78 B             the same 62 B, 16 reserved
 *   PFC   64 B             the size that the link policy sets
 *
 * Buffers and ECN count these bytes. The wire also carries preamble and gap, 20 B. In-band telemetry adds 42 B to data and ACKs. For
 * comparisons, `frames` also has the frame sizes of two simulators (`WireSizes`).
 *
 * Source: InfiniBand annex A17 (RoCE v2), 802.3; li19 for telemetry.
 */
import type { Bps, Bytes, Ps } from "../../base/units.ts";
import type { Fidelity, Frames } from "../../contracts/fidelity.ts";

const WIRE_OVERHEAD: Bytes = 20;
const TELEMETRY: Bytes = 42;

/**
 * The frame sizes of a run.
 * - "real": real frame sizes
 * - "hpcc": the frame sizes of HPCC's simulator, which has no preamble, gap or FCS
 * - "htsim": 64 B for the headers of data and for each ACK and CNP, without telemetry, as in htsim's `ndppacket.h` and `eqdspacket.h`
 */
export type WireSizes = "real" | "hpcc" | "htsim";

/**
 * Returns the frame sizes. `acks` says whether ACKs, NACKs and CNPs use the control class or the class of their flow's
 * data.
 */
export function frames(
  sizes: WireSizes,
  telemetry: boolean,
  pause: Bytes,
  controlClass: number,
  acks: "control" | "data",
): Frames {
  const extra = telemetry ? TELEMETRY : 0;
  const classes: Pick<Frames, "controlClass" | "ackClass" | "ackQueues"> =
    acks === "data"
      ? { controlClass, ackClass: undefined, ackQueues: 8 }
      : { controlClass, ackClass: controlClass, ackQueues: 1 };
  if (sizes === "hpcc") {
    return { dataHeader: 48 + extra, ack: Math.max(46 + extra, 60), cnp: 60, pause, wireOverhead: 0, ...classes };
  }
  if (sizes === "htsim") {
    return { dataHeader: 64 + extra, ack: 64 + extra, cnp: 64, pause, wireOverhead: 0, ...classes };
  }
  return { dataHeader: 62 + extra, ack: 66 + extra, cnp: 78, pause, wireOverhead: WIRE_OVERHEAD, ...classes };
}

/**
 * Returns the time on the wire, rounded to whole picoseconds. The result is exact if a byte takes a whole number of
 * picoseconds, as at every standard rate from 10G to 1.6T.
 */
function onWire(bytes: Bytes, rate: Bps): Ps {
  return Math.round((bytes * 8e12) / rate);
}

/** Returns the frame sizes and wire times of xoff's own model. `time` computes the time that a number of bytes takes on the wire. */
export function exactFidelity(sizes: Frames, time: (bytes: Bytes, rate: Bps) => Ps = onWire): Fidelity {
  const { wireOverhead } = sizes;
  return {
    frames: sizes,
    wireTime: (size, rate) => time(size + wireOverhead, rate),
    paceTime: (size, rate) => time(size + wireOverhead, rate),
    scaleWindow: (window, rate, lineRate) => Math.max(1, Math.floor((window * rate) / lineRate)),
  };
}
