/**
 * Your own detection policy: which packets get an ECN mark?
 *
 * Rule: a packet is marked if a backlog of more than `above` remains when it leaves.
 *
 *   xoff run my.yaml --set detection=./FILE    run it
 *   xoff test ./FILE                           test it
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

/** The signals that this policy gives to congestion policies. */
export const gives: readonly Signal[] = ["ECN marks"];

/** The parameters for scenarios, with units. Help, checks and reports read this table. */
export const params = defineParams({
  above: {
    unit: "bytes",
    default: 100_000,
    min: 0,
    max: 2 ** 40,
    source: "my own",
    about: "Backlog above which packets are marked.",
  },
});

/** Called once for a network: one policy serves all switches. Port numbers count through the whole network. */
export function create({ above }: Values<typeof params>, _view: DetectionView): DetectionPolicy {
  return {
    /**
     * Called for each data packet that leaves, with the remaining backlog of its class. Returns UNMARKED, UNDETERMINED
     * or CONGESTED. A packet keeps the highest mark of its path.
     */
    mark: (_port, _cls, backlog) => (backlog > above ? CONGESTED : UNMARKED),
    /** For `xoff check`: the backlog up to which no packet is marked. */
    marksAbove: () => above,

    // Optional hooks:
    //   stamp(port, packet, hop)        write the packet's telemetry into view.words(width)
    //   onEnqueue(port, cls, backlog)   a packet joined the egress queue
    //   onPaused(port, cls)             the peer paused the class
    //   onResumed(port, cls)            the peer resumed the class
    // Random numbers come from view.random(port), by the scenario's seed. The time is view.now, in ps.
  };
}
