/**
 * A recovery policy of your own: what is acknowledged, and what is sent again?
 *
 * Rule     go-back-N: bytes are taken in order alone; a gap, or a timeout, makes the sender start again from what is missing
 * Run it   xoff run my.yaml --set recovery=./FILE     Test it   xoff test ./FILE
 */
import { ACK, defineParams, NACK, SILENT, us, type RecoveryPolicy, type RecoveryView, type Values } from "xoff/policy";

export const role = "recovery";
export const about = "start again from what is missing";

/** What a scenario may set, with units: help, checks and reports read it. */
export const params = defineParams({
  timeout: { unit: "ps", default: us(1000), min: 1, max: us(1e6), source: "my own", about: "Time without an ACK." },
});

/** Called once: one policy serves all flows. `onData` runs at the receiver, all else at the sender: each reads what it wrote itself. */
export function create({ timeout }: Values<typeof params>, view: RecoveryView): RecoveryPolicy {
  const { received, size, sndNxt, sndUna } = view;
  /** Receiver: the gap of which it has told the sender. */
  const told = new Float64Array(view.flows).fill(-1);
  const timer = view.timer((flow) => {
    if (sndUna[flow] >= size[flow]) return;
    view.rewind(flow, sndUna[flow]);
    timer.arm(flow, view.now + timeout);
  });
  return {
    /** Receiver: bytes from `seq` on have come. Moves `received`, and answers ACK, NACK or SILENT. */
    onData(flow, seq, bytes) {
      if (seq === received[flow]) {
        received[flow] += bytes;
        return ACK;
      }
      if (seq < received[flow]) return ACK; // a copy: so that a lost ACK does not hang the sender
      if (told[flow] === received[flow]) return SILENT;
      told[flow] = received[flow];
      return NACK;
    },
    /** Sender: a packet goes on the wire. */
    onSend(flow) {
      if (timer.due(flow) === Infinity) timer.arm(flow, view.now + timeout);
    },
    /** Sender: bytes up to `ack` have arrived. */
    onAck(flow) {
      if (sndUna[flow] >= sndNxt[flow]) timer.cancel(flow);
      else timer.arm(flow, view.now + timeout);
    },
    /** Sender: bytes up to `ack` have arrived, and what came next came too early. */
    onNack(flow, ack) {
      view.rewind(flow, Math.max(ack, sndUna[flow]));
      timer.arm(flow, view.now + timeout);
    },
    /** Sender: the last byte is acknowledged. */
    onFinish(flow) {
      timer.cancel(flow);
    },

    // Single packets again, as IRN does: view.repeats() as the policy is made, then view.repeat(flow, seq).
  };
}
