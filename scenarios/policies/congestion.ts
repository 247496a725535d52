/**
 * A congestion control of your own: how fast may this flow send?
 *
 * Rule     additive increase, multiplicative decrease, by the marks of ACKs, once a round trip
 * Run it   xoff run my.yaml --set congestion=./FILE     Test it   xoff test ./FILE
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

/** The detection that a scenario gets if it names none. Another one will do if it gives the signals below. */
export const needs: Needs = { detection: "red" };

/** Signals that this policy cannot do without; a scenario without them is refused. Others: "UE marks", "INT stamps", "losses". */
export const reads = (): readonly Signal[] => ["ECN marks"];

/** What a scenario may set, with units: help, checks and reports read it. */
export const params = defineParams({
  step: {
    unit: "bps",
    default: 1e9,
    min: 1,
    max: 1e13,
    source: "my own",
    about: "What a round trip without a mark adds.",
  },
  keep: {
    unit: "ratio",
    default: 0.5,
    min: 0.01,
    max: 1,
    source: "my own",
    about: "Share of the rate that a mark leaves.",
  },
});

/** Called once: one policy serves all flows. What you keep of a flow stands in an array, at its number. */
export function create({ step, keep }: Values<typeof params>, view: CongestionView): CongestionPolicy {
  /** First byte of the next round trip, by flow; and whether this one has had a mark. */
  const roundEnds = new Float64Array(view.flows);
  const marked = new Uint8Array(view.flows);
  return {
    /** The flow is about to send its first byte, at the rate of its link. */
    onStart(flow) {
      roundEnds[flow] = 0;
      marked[flow] = 0;
    },
    /** At the sender, for each ACK: up to byte `ack`; what switches marked; its round trip, ps; bytes newly acknowledged. */
    onAck(flow, ack, mark) {
      if (mark === CONGESTED) marked[flow] = 1;
      if (ack < roundEnds[flow]) return;
      const rate = marked[flow] === 1 ? view.rate[flow] * keep : view.rate[flow] + step;
      // Rates are above 0 and at most the link's, bit/s. Also: setWindow(flow, bytes), holdUntil(flow, time).
      view.setRate(flow, Math.min(view.lineRate[flow], Math.max(step / 10, rate)));
      roundEnds[flow] = view.sndNxt[flow];
      marked[flow] = 0;
    },

    // More that you may add, called only if it is here:
    //   onFinish(flow)                  the last byte is acknowledged: cancel the flow's timers here
    //   onLoss(flow, timedOut)          recovery found a packet lost
    //   timersOnlySetRate(flow) -> true your timers call setRate alone, so a run in which every flow hangs can end early
    //   notifies(flow, mark) -> true    at the receiver, for a marked packet: send a CNP; onCnp(flow, mark): at the sender
    // Time is view.now, in ps; view.timer(action) makes a timer for each flow: arm(flow, at), cancel(flow).
  };
}
