/** The scene of a run in progress. */
import type { Live, Pauses } from "../lab/messages.ts";
import type { Scene } from "./scene.ts";
import { Stops } from "./stops.ts";

/**
 * The scene of `base` with the queues and pauses of one moment. The layout and the zoom stay the same. `fullQueue` is
 * the number of queued bytes at which a switch is drawn as full.
 */
export function sceneDuring(base: Scene, { use, queued, paused }: Live, fullQueue: number): Scene {
  const pauses = pausesNow(base.fabric.peer, paused);
  base.still.key = ""; // discards the cached drawing, which shows an earlier moment
  return {
    ...base,
    pauses,
    samples: { times: new Float64Array(1), ports: use.length, use, egress: queued },
    stops: new Stops(pauses, use.length),
    fullQueue,
  };
}

/**
 * A row for each paused port, with its lowest paused class. The row lasts from -Infinity to Infinity, so it is in
 * effect at any time.
 */
function pausesNow(peer: Int32Array, paused: Uint8Array): Pauses {
  const ports = Array.from(paused.keys()).filter((port) => paused[port] !== 0);
  const all = (value: number): Float64Array => new Float64Array(ports.length).fill(value);
  return {
    // The `port` of a PAUSE is the ingress port that decided it. It is at the other end of the paused port's link.
    port: Int32Array.from(ports, (port) => peer[port]),
    cls: Int32Array.from(ports, (port) => 31 - Math.clz32(paused[port] & -paused[port])),
    start: all(-Infinity),
    end: all(Infinity),
    causedBy: new Int32Array(ports.length).fill(-1),
    occupancy: all(0),
    threshold: all(NaN),
    isPort: new Uint8Array(ports.length),
    queue: new Int32Array(ports.length).fill(-1),
    egress: new Int32Array(ports.length).fill(-1),
  };
}
