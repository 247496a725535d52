/**
 * Go-back-N: the receiver takes bytes in order only, and a gap makes the sender start again from it.
 *
 * A NACK names the first missing byte; while the gap stays, it is sent at most once in `nackInterval`. A duplicate is acknowledged,
 * so that a lost ACK does not hang the sender. When nothing is acknowledged for `timeout`, the sender starts again from the
 * first byte not acknowledged: a lost tail cannot hang a run.
 *
 * Paper    RoCE v2; as HPCC's simulator has it (ns-3 semantics, section 8), which has no timeout and ignores duplicates
 */
import { defineParams, type OnWire, type Signal, type Values } from "../../base/params.ts";
import { us, type Bytes } from "../../base/units.ts";
import {
  ACK,
  DISCARDED,
  MARKED_NACK,
  NACK,
  SILENT,
  type RecoveryPolicy,
  type RecoveryView,
} from "../../contracts/recovery.ts";
import { gapMarksParam, nackIntervalParam } from "./gaps.ts";
import { timeoutParam } from "./timeout.ts";

export const about = "a gap makes the sender start again from it";

export const gives: readonly Signal[] = [];

export const params = defineParams({
  ackEvery: {
    unit: "count",
    default: 1,
    min: 1,
    max: 1_000_000,
    source: "papers: per-packet ACKs",
    about: "Packets in order that one ACK answers; the last byte is always acknowledged.",
  },
  nackInterval: nackIntervalParam(us(500), "HPCC simulator; 4 us in ConWeave's"),
  gapMarks: gapMarksParam(false),
  timeout: timeoutParam("Time without an ACK after which the sender starts again"),
  timeoutFrom: {
    unit: "choice",
    default: "answer",
    choices: ["answer", "packet"],
    source: "go-back-n as RoCE NICs have it; ConWeave's simulator: packet",
    about: "What starts that time anew: the last answer, or also each packet sent.",
  },
  keepMarks: {
    unit: "flag",
    default: true,
    source:
      "lab: a mark says that a queue is long, whatever becomes of the packet; HPCC's and ConWeave's simulators lose it",
    about: "The mark of a packet that is thrown away without an answer goes with the next one.",
  },
  forgets: {
    unit: "flag",
    default: false,
    source: "a queue pair outlives a message; HPCC's and ConWeave's simulators forget",
    about:
      "The receiver forgets a flow when its sender has the last ACK: copies that come later are taken for a new one's, whose start is missing.",
  },
});

export const onWire = ({ ackEvery }: Values<typeof params>): OnWire => ({ ackEvery });

export function create(p: Values<typeof params>, view: RecoveryView): RecoveryPolicy {
  const { received, size, sndNxt, sndUna } = view;
  const nackFrom = new Float64Array(view.flows);
  const lastNack = new Float64Array(view.flows).fill(-1);
  const pending = new Int32Array(view.flows);
  const { ackEvery, timeout } = p;
  const gapAnswer = p.gapMarks ? MARKED_NACK : NACK;
  const unanswered = p.keepMarks ? SILENT : DISCARDED;
  const anew = p.timeoutFrom === "packet";

  const timer = view.timer((flow) => {
    if (sndUna[flow] >= size[flow]) return;
    view.rewind(flow, sndUna[flow]);
    timer.arm(flow, view.now + timeout);
  });

  /** The first byte missing of what a forgotten flow's late copies look like, and which flows are forgotten. */
  const missing = new Float64Array(p.forgets ? view.flows : 0);
  const forgotten = new Uint8Array(p.forgets ? view.flows : 0);

  /** The answer to a packet that shows that the byte `expected` is missing. */
  function gap(flow: number, expected: Bytes): number {
    if (lastNack[flow] === expected && view.now < nackFrom[flow]) return unanswered;
    nackFrom[flow] = view.now + p.nackInterval;
    lastNack[flow] = expected;
    return gapAnswer;
  }

  return {
    onData(flow, seq, bytes) {
      const column = forgotten[flow] === 1 ? missing : received;
      const expected = column[flow];
      if (seq === expected) {
        column[flow] = expected + bytes;
        if (++pending[flow] < ackEvery && column[flow] < size[flow]) return SILENT;
        pending[flow] = 0;
        return ACK;
      }
      return seq < expected ? ACK : gap(flow, expected);
    },
    onTrimmed(flow, seq) {
      const expected = (forgotten[flow] === 1 ? missing : received)[flow];
      return seq < expected ? SILENT : gap(flow, expected);
    },
    onSend(flow) {
      if (anew || timer.due(flow) === Infinity) timer.arm(flow, view.now + timeout);
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
    ...(p.forgets && {
      onForget(flow: number) {
        forgotten[flow] = 1;
        nackFrom[flow] = 0;
        lastNack[flow] = 0;
      },
    }),
  };
}
