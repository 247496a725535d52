/**
 * Your own transport: how do the two ends of a flow exchange packets?
 *
 * Rule: the receiver grants one packet at a time; after a timeout the sender repeats its last message.
 *
 *   xoff run my.yaml --set transport=./FILE    run it
 *   xoff test ./FILE                           test it
 */
import { defineParams, us, type TransportPolicy, type TransportView, type Values } from "xoff/policy";

export const role = "transport";
export const about = "the receiver grants one packet at a time";

/** The parameters for scenarios, with units. Help, checks and reports read this table. */
export const params = defineParams({
  timeout: { unit: "ps", default: us(500), min: 1, max: us(1e6), source: "my own", about: "Time without an answer." },
});

// Kinds of messages. Their value is a packet number.
const BEGIN = 0;
const GRANT = 1;
const DONE = 2;

/** Called once: one policy serves all flows. `onData` and `onRequest` run at the receiver, all else at the sender. They share no state. */
export function create({ timeout }: Values<typeof params>, view: TransportView): TransportPolicy {
  const { payload, size } = view;
  const packets = (flow: number): number => Math.ceil(size[flow] / payload);
  /** Sender: the last packet that was granted; -1: none. */
  const granted = new Int32Array(view.flows).fill(-1);
  /** Receiver: the first packet that is missing. */
  const missing = new Int32Array(view.flows);

  const timer = view.senderTimer((flow) => {
    if (granted[flow] < 0) begin(flow);
    else send(flow);
    timer.arm(flow, view.now + timeout);
  });

  function begin(flow: number): void {
    view.request(flow, BEGIN, 0, view.cls[flow], 0);
  }

  function send(flow: number): void {
    const seq = granted[flow] * payload;
    view.send(flow, seq, Math.min(payload, size[flow] - seq), view.cls[flow], 0);
  }

  function answer(flow: number): void {
    const isDone = missing[flow] === packets(flow);
    view.reply(flow, isDone ? DONE : GRANT, missing[flow], view.cls[flow], 0);
  }

  return {
    /** Sender: the flow begins. */
    onStart(flow) {
      begin(flow);
      timer.arm(flow, view.now + timeout);
    },
    /** Receiver: a message of the sender arrived. */
    onRequest(flow) {
      answer(flow);
    },
    /** Receiver: a packet arrived with `bytes` bytes from `seq` on. `deliver` counts bytes that are new. */
    onData(flow, _packet, seq, bytes) {
      if (seq === missing[flow] * payload) {
        missing[flow]++;
        view.deliver(flow, bytes);
      }
      answer(flow);
    },
    /** Receiver: a switch dropped the payload of a packet. Its header says so at once. */
    onTrimmed(flow) {
      answer(flow);
    },
    /** Sender: a message of the receiver arrived. `finish` ends the flow. */
    onReply(flow, _packet, kind, value) {
      if (kind === DONE) {
        timer.cancel(flow);
        view.finish(flow);
        return;
      }
      timer.arm(flow, view.now + timeout);
      granted[flow] = value;
      send(flow);
    },

    // A transport may also create packets when a port is idle: onIdle(port).
  };
}
