/**
 * Your own congestion control: how fast may this flow send?
 *
 * Rule: once a round trip: additive increase, or multiplicative decrease after an ECN mark.
 *
 *   xoff run my.yaml --set congestion=./FILE    run it
 *   xoff test ./FILE                            test it
 */
import {
  CONGESTED,
  defineParams,
  type CongestionPolicy,
  type CongestionView,
  type Needs,
  type Signal,
  type Values,
} from "xoff/policy";

export const role = "congestion";
export const about = "additive increase, multiplicative decrease";

/** The default detection for a scenario with this policy. Any detection that gives the signals of `reads` will do. */
export const needs: Needs = { detection: "red" };

/** The signals that this policy requires. Other signals are "UE marks", "INT stamps" and "losses". */
export const reads = (): readonly Signal[] => ["ECN marks"];

/** The parameters for scenarios, with units. Help, checks and reports read this table. */
export const params = defineParams({
  step: {
    unit: "bps",
    default: 1e9,
    min: 1,
    max: 1e13,
    source: "my own",
    about: "Increase of the rate after a round trip without a mark.",
  },
  keep: {
    unit: "ratio",
    default: 0.5,
    min: 0.01,
    max: 1,
    source: "my own",
    about: "Share of the rate that remains after a mark.",
  },
});

/** Called once: one policy serves all flows. State of a flow is in arrays, at the number of the flow. */
export function create({ step, keep }: Values<typeof params>, view: CongestionView): CongestionPolicy {
  /** For each flow: the first byte of its next round trip, and 1 if the current round trip had a mark. */
  const roundEnds = new Float64Array(view.flows);
  const marked = new Uint8Array(view.flows);
  return {
    /** The flow begins. It sends at line rate until this policy sets another rate. */
    onStart(flow) {
      roundEnds[flow] = 0;
      marked[flow] = 0;
    },
    /**
     * Called at the sender for each ACK, with the acknowledged byte `ack` and the ECN mark. Two more arguments are the
     * round trip in ps and the number of newly acknowledged bytes.
     */
    onAck(flow, ack, mark) {
      if (mark === CONGESTED) marked[flow] = 1;
      if (ack < roundEnds[flow]) return;
      const rate = marked[flow] === 1 ? view.rate[flow] * keep : view.rate[flow] + step;
      // A rate is above 0 and at most the link rate, in bit/s. The view also has setWindow(flow, bytes) and
      // holdUntil(flow, time).
      view.setRate(flow, Math.min(view.lineRate[flow], Math.max(step / 10, rate)));
      roundEnds[flow] = view.sndNxt[flow];
      marked[flow] = 0;
    },

    // Optional hooks:
    //   onFinish(flow)                   the last byte is acknowledged: cancel the timers of the flow here
    //   onLoss(flow, timedOut)           the recovery policy detected a lost packet
    //   notifies(flow, mark) -> true     at the receiver of a marked packet: send a CNP
    //   onCnp(flow, mark)                at the sender: a CNP arrived
    //   onAnswer(flow, packet, ack)      at the receiver: an ACK is about to leave, write its words in view.words
    //   timersOnlySetRate(flow) -> true  timers call only setRate, so a run in which no flow can proceed ends early
    // The time is view.now, in ps. view.timer(action) makes a timer for each flow. It has arm(flow, at) and cancel(flow).
  };
}
