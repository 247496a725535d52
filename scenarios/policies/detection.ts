/**
 * A detection policy of your own: what does a packet learn on its way?
 *
 * Rule     a packet that leaves more than `above` behind it is marked
 * Run it   xoff run my.yaml --set detection=./FILE     Test it   xoff test ./FILE
 */
import {
  CONGESTED,
  defineParams,
  UNMARKED,
  type DetectionPolicy,
  type DetectionView,
  type Signal,
  type Values,
} from "xoff/policy";

export const role = "detection";
export const about = "marks above one threshold";

/** The signals that congestion policies get from this one. */
export const gives: readonly Signal[] = ["ECN marks"];

/** What a scenario may set, with units: help, checks and reports read it. */
export const params = defineParams({
  above: { unit: "bytes", default: 100_000, min: 0, max: 2 ** 40, source: "my own", about: "Backlog that is marked." },
});

/** Called once for a network: one policy serves all of its switches. Ports carry numbers of the whole network. */
export function create({ above }: Values<typeof params>, _view: DetectionView): DetectionPolicy {
  return {
    /** For each data packet that leaves: UNMARKED, UNDETERMINED or CONGESTED; `backlog` bytes of its class remain. A packet keeps its highest. */
    mark: (_port, _cls, backlog) => (backlog > above ? CONGESTED : UNMARKED),
    /** For `xoff check`: the backlog up to which nothing is marked. */
    marksAbove: () => above,

    // More that you may add, called only if it is here:
    //   stamp(port, packet, hop)        write into view.words(width) what the packet is to carry
    //   onEnqueue(port, cls, backlog)   a packet begins to wait
    //   onPaused(port, cls), onResumed  the peer has stopped the class, or started it
    // Chance is view.random(port), from the scenario's seed; time is view.now, in ps.
  };
}
