/**
 * Go-back-N: the receiver takes bytes in order only, and a gap makes the sender start again from it.
 *
 * A NACK names the first missing byte; while the gap stays, it is sent at most once in `nackInterval`. A duplicate is acknowledged,
 * so that a lost ACK does not hang the sender. When nothing is acknowledged for `timeout`, the sender starts again from the
 * first byte not acknowledged: a lost tail cannot hang a run.
 *
 * Paper    RoCE v2; as HPCC's simulator has it (ns-3 semantics, section 8), which has no timeout and ignores duplicates
 */
import { defineParams, type Values } from "../params.ts";
import { us } from "../units.ts";
import * as contract from "./contract.ts";
import type { RecoveryPolicy, RecoveryView } from "./contract.ts";
import { timeoutParam } from "./timeout.ts";

// Local names: an engine folds a module's own constants into its code, and reads imported ones from memory each time.
const { ACK, NACK, SILENT } = contract;

export const about = "a gap makes the sender start again from it";

export const params = defineParams({
  ackEvery: {
    unit: "count",
    default: 1,
    min: 1,
    max: 1_000_000,
    source: "papers: per-packet ACKs",
    about: "Packets in order that one ACK answers; the last byte is always acknowledged.",
  },
  nackInterval: {
    unit: "ps",
    default: us(500),
    min: 0,
    max: us(1e6),
    source: "HPCC simulator",
    about: "Least time between two NACKs for the same gap.",
  },
  timeout: timeoutParam("Time without an ACK after which the sender starts again"),
});

export function create(p: Values<typeof params>, view: RecoveryView): RecoveryPolicy {
  const { received, size, sndNxt, sndUna } = view;
  const nackFrom = new Float64Array(view.flows);
  const lastNack = new Float64Array(view.flows).fill(-1);
  const pending = new Int32Array(view.flows);
  const { ackEvery, timeout } = p;

  const timer = view.timer((flow) => {
    if (sndUna[flow] >= size[flow]) return;
    view.rewind(flow, sndUna[flow]);
    timer.arm(flow, view.now + timeout);
  });

  return {
    onData(flow, seq, bytes) {
      const expected = received[flow];
      if (seq === expected) {
        received[flow] = expected + bytes;
        if (++pending[flow] < ackEvery && received[flow] < size[flow]) return SILENT;
        pending[flow] = 0;
        return ACK;
      }
      if (seq < expected) return ACK;
      if (lastNack[flow] === expected && view.now < nackFrom[flow]) return SILENT;
      nackFrom[flow] = view.now + p.nackInterval;
      lastNack[flow] = expected;
      return NACK;
    },
    onSend(flow) {
      if (timer.due(flow) === Infinity) timer.arm(flow, view.now + timeout);
    },
    onAck(flow) {
      if (sndUna[flow] >= sndNxt[flow]) timer.cancel(flow);
      else timer.arm(flow, view.now + timeout);
    },
    onNack(flow, ack) {
      view.rewind(flow, Math.max(ack, sndUna[flow]));
      timer.arm(flow, view.now + timeout);
    },
    onFinish(flow) {
      timer.cancel(flow);
    },
  };
}
