/** The limits within which the flow-level model describes a run: backlogs of ports, windows and lossless classes. */
import { CLASS_BITS } from "../../base/queue-number.ts";
import type { Network } from "../../sim/model/network.ts";

/**
 * The limit of a port's backlog in the model, as a part of the buffer threshold. The threshold is for an ingress queue,
 * whose packets may wait at several egress ports. So the limit of one egress port is lower than the threshold.
 */
const OF_THRESHOLD = 0.5;
/** A window limits no flow if it exceeds a round trip at line rate by this number of packets. */
const SPARE_PACKETS = 64;

/**
 * By port: the maximum backlog at which no packet is marked and no queue pauses. It is given as the time in ps to send
 * the backlog at line rate. If mean rates are learned (`isPaced`), marks set no limit, because these rates include the
 * effect of marks.
 */
export function backlogLimits({ fabric, hosts, switches }: Network, isPaced: boolean): Float64Array {
  const overhead = fabric.fidelity.frames.dataHeader + hosts.payload;
  return Float64Array.from({ length: fabric.ports }, (_, port) => {
    const at = switches[fabric.node[port]];
    if (at === null) return Infinity;
    const { ecnMarker } = at.policies;
    // A marker without a threshold may mark at any backlog.
    let bytes = ecnMarker === null || isPaced ? Infinity : (ecnMarker.marksAbove?.(port) ?? 0);
    for (let cls = 0; cls < 1 << CLASS_BITS; cls++)
      if (at.isCharged(cls)) bytes = Math.min(bytes, OF_THRESHOLD * at.threshold(port, cls));
    return (bytes / overhead) * fabric.wireTime(port, overhead);
  });
}

/** The classes that are lossless at all switches, as a bit mask. */
export function losslessClasses({ switches }: Network): number {
  return switches.reduce((mask, at) => (at === null ? mask : mask & at.lossless), 255);
}

/**
 * True if the window may be too small to send at line rate. A window of one BDP is too small, because ACKs also wait for
 * other packets. The model contains no windows, so it does not apply to such a flow. `acksPerPacket`: the number of ACKs
 * divided by the number of data packets.
 */
export function mayStall({ flows, hosts }: Network, flow: number, acksPerPacket: number): boolean {
  const { window, lineRate, baseRtt } = flows;
  const spare = (SPARE_PACKETS + 1 / acksPerPacket) * hosts.payload;
  return window[flow] !== 0 && window[flow] < (lineRate[flow] * baseRtt[flow]) / 8e12 + spare;
}
