/**
 * Your own recovery policy: what is acknowledged, and what is retransmitted?
 *
 * Rule: go-back-N: the receiver accepts bytes only in order; after a gap or a timeout the sender goes back to it.
 *
 *   xoff run my.yaml --set recovery=./FILE    run it
 *   xoff test ./FILE                          test it
 */
import { ACK, defineParams, NACK, SILENT, us, type RecoveryPolicy, type RecoveryView, type Values } from "xoff/policy";

export const role = "recovery";
export const about = "go back to the first missing byte";

/** The parameters for scenarios, with units. Help, checks and reports read this table. */
export const params = defineParams({
  timeout: { unit: "ps", default: us(1000), min: 1, max: us(1e6), source: "my own", about: "Time without an ACK." },
});

/** Called once: one policy serves all flows. `onData` runs at the receiver, all other hooks at the sender. They share no state. */
export function create({ timeout }: Values<typeof params>, view: RecoveryView): RecoveryPolicy {
  const { received, size, sndNxt, sndUna } = view;
  /** Receiver: the first missing byte for which it sent a NACK, so that each gap causes one NACK. */
  const told = new Float64Array(view.flows).fill(-1);
  const timer = view.timer((flow) => {
    if (sndUna[flow] >= size[flow]) return;
    view.rewind(flow, sndUna[flow]);
    timer.arm(flow, view.now + timeout);
  });
  return {
    /** Receiver: bytes from `seq` on arrived. Advances `received` and returns ACK, NACK or SILENT. */
    onData(flow, seq, bytes) {
      if (seq === received[flow]) {
        received[flow] += bytes;
        return ACK;
      }
      if (seq < received[flow]) return ACK; // a copy: without this ACK, a lost ACK would block the sender
      if (told[flow] === received[flow]) return SILENT;
      told[flow] = received[flow];
      return NACK;
    },
    /** Sender: a packet was sent. */
    onSend(flow) {
      if (timer.due(flow) === Infinity) timer.arm(flow, view.now + timeout);
    },
    /** Sender: bytes up to `ack` are acknowledged. */
    onAck(flow) {
      if (sndUna[flow] >= sndNxt[flow]) timer.cancel(flow);
      else timer.arm(flow, view.now + timeout);
    },
    /** Sender: bytes up to `ack` are acknowledged, and a gap follows. */
    onNack(flow, ack) {
      view.rewind(flow, Math.max(ack, sndUna[flow]));
      timer.arm(flow, view.now + timeout);
    },
    /** Sender: the last byte is acknowledged. */
    onFinish(flow) {
      timer.cancel(flow);
    },

    // IRN retransmits single packets. For that, call view.repeats() in `create` and view.repeat(flow, seq) later.
  };
}
