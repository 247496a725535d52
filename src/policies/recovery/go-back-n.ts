/**
 * Go-back-N: the receiver accepts bytes only in order, and after a gap the sender restarts from the first missing byte.
 *
 * A NACK names the first missing byte. While the gap remains, the receiver sends a NACK at most once in `nackInterval`.
 * A duplicate packet is acknowledged, so that a lost ACK does not block the sender. If no ACK arrives for `timeout`,
 * the sender restarts from the first unacknowledged byte. So the loss of the last packets cannot block a run.
 *
 * Paper    RoCE v2; HPCC's simulator (docs/ns3-semantics.md, section 8), which has no timeout and ignores duplicates.
 */
import { defineParams, type OnWire, type Signal, type Unread, type Values } from "../../base/params.ts";
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

export const about = "after a gap the sender restarts from the first missing byte";

export const steady = true;

export const gives: readonly Signal[] = [];

export const params = defineParams({
  ackEvery: {
    unit: "count",
    default: 1,
    min: 1,
    max: 1_000_000,
    source: "papers: per-packet ACKs",
    about: "In-order packets for each ACK. The last byte is always acknowledged.",
  },
  nackInterval: nackIntervalParam(us(500), "HPCC simulator; 4 us in ConWeave's"),
  gapMarks: gapMarksParam(false),
  timeout: timeoutParam("Time without an ACK after which the sender restarts from the first unacknowledged byte"),
  timeoutFrom: {
    unit: "choice",
    default: "answer",
    choices: ["answer", "packet"],
    source: "go-back-n of RoCE NICs; ConWeave's simulator: packet",
    about: "Event that restarts the timeout: an ACK or NACK, or also each packet sent.",
  },
  keepMarks: {
    unit: "flag",
    default: true,
    source:
      "lab: a mark reports a long queue, even if its packet is discarded; HPCC's and ConWeave's simulators lose it",
    about: "The mark of a packet discarded without an answer is added to the next packet.",
  },
  forgets: {
    unit: "flag",
    default: false,
    source: "a queue pair outlives a message; HPCC's and ConWeave's simulators forget",
    about:
      "The receiver forgets a flow when its sender has the last ACK. Later copies count as packets of a new flow whose start is missing.",
  },
});

export const onWire = ({ ackEvery }: Values<typeof params>): OnWire => ({ ackEvery });

export const unread = ({ nackInterval }: Values<typeof params>): Unread =>
  nackInterval === 0 ? { keepMarks: "with nackInterval 0, each discarded packet gets a NACK" } : {};

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

  /**
   * By flow: the next byte that the receiver expects after it has deleted the flow's state (`forgotten`). The byte begins at 0
   * again, because the receiver takes late copies for packets of a new flow.
   */
  const missing = new Float64Array(p.forgets ? view.flows : 0);
  /**
   * By flow: 1 if the receiver has deleted its state. Later copies of its packets then count as packets of a new flow.
   */
  const forgotten = new Uint8Array(p.forgets ? view.flows : 0);

  /** Returns the receiver's answer to a packet that shows that the byte `expected` is missing. */
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
