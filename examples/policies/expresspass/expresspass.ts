/**
 * ExpressPass: the receiver sends credits, and each credit lets the sender send one packet.
 *
 *   sender    asks for credits; answers each credit with a packet; says STOP when it has sent everything
 *   receiver  paces the credits of each flow, and counts those that came back with a packet. Lost credits lower the rate
 *   port      a receiver's NIC sends at most one credit in the time of a credit and a full packet, from a queue of `credits`
 *
 * Paper    ExpressPass (SIGCOMM'17), sections 3.1 to 3.3 and algorithm 1
 * Needs    a switch that limits the credit class: ./credit-class.ts
 */
import { defineParams, us, type TransportPolicy, type TransportView, type Values } from "xoff/policy";

export const role = "transport";
export const about = "the receiver sends credits, and lost credits lower its rate (ExpressPass)";

const share = { unit: "ratio", min: 0.001, max: 1 } as const;
const count = { unit: "count", min: 1, max: 1000 } as const;
const time = { unit: "ps", min: us(1), max: us(1e6) } as const;

export const params = defineParams({
  initial: { ...share, default: 1 / 16, source: "section 6", about: "First w, and first rate over the highest." },
  targetLoss: { ...share, default: 0.125, source: "authors' ns-2 code", about: "Share of credits that may be lost." },
  minWeight: { ...share, default: 0.01, source: "section 3.3", about: "The smallest w." },
  maxWeight: { ...share, default: 0.5, source: "section 3.2", about: "The limit that w approaches." },
  jitter: { ...share, default: 0.1, source: "authors' ns-2 code", about: "Random part of the gap between credits." },
  credits: { ...count, default: 8, source: "section 3.1", about: "Credits that wait at a receiver's NIC." },
  timeout: { ...time, default: us(100), source: "authors' ns-2 code", about: "Silence before a repeated message." },
});

/** Class of credits, before data. ./credit-class.ts limits it. */
const CREDITS = 1;
// Kinds of messages. The value of STOP is the number of packets, of NACK the first missing one, and of CREDIT its own number.
const [REQUEST, STOP, CREDIT, NACK, DONE] = [0, 1, 2, 3, 4];

export function create(p: Values<typeof params>, view: TransportView): TransportPolicy {
  const { flows, ports, payload, size } = view;
  const packets = (flow: number): number => Math.ceil(size[flow] / payload);
  /** On data: the number of the credit that it answers. */
  const answered = view.words(1);
  /** Sender: the next packet. */
  const next = new Float64Array(flows);
  // Receiver, by flow: the first missing packet and the number of packets, from STOP. A NACK is under way or not.
  const missing = new Float64Array(flows);
  const total = new Float64Array(flows).fill(Infinity);
  const isNacked = new Uint8Array(flows);
  // Receiver, by flow: the rate as a share of the highest, and w. Then numbers and counts of credits, since the last control.
  const rate = new Float64Array(flows).fill(p.initial);
  const weight = new Float64Array(flows).fill(p.initial);
  const isRising = new Uint8Array(flows);
  const numbered = new Int32Array(flows);
  const expected = new Int32Array(flows);
  const passed = new Int32Array(flows);
  const lost = new Int32Array(flows);
  const since = new Float64Array(flows);
  // Receiver, by port: a ring of waiting credits, and the earliest time of the next one.
  const ringFlow = new Int32Array(ports * p.credits);
  const ringNumber = new Int32Array(ports * p.credits);
  const head = new Int32Array(ports);
  const waiting = new Int32Array(ports);
  const free = new Float64Array(ports);

  /** The time of a credit and of the packet that it lets pass: the credit class has this share of each link. */
  const slot = (port: number): number =>
    view.wireTime(port, view.message) + view.wireTime(port, payload + view.dataHeader);

  const timer = view.senderTimer((flow) => {
    say(flow);
    timer.arm(flow, view.now + p.timeout);
  });

  function say(flow: number): void {
    // In the class of data, so that STOP arrives behind the last packet.
    view.request(flow, next[flow] === packets(flow) ? STOP : REQUEST, next[flow], view.cls[flow], 0);
  }

  const nic = view.portTimer((port) => {
    const at = port * p.credits + head[port];
    head[port] = (head[port] + 1) % p.credits;
    view.reply(ringFlow[at], CREDIT, ringNumber[at], CREDITS, 0);
    free[port] = view.now + slot(port);
    if (--waiting[port] > 0) nic.arm(port, free[port]);
  });

  /** A flow's credit is due. The NIC drops it if its queue is full, as a switch does. */
  const pacer = view.receiverTimer((flow) => {
    if (view.now - since[flow] >= view.baseRtt[flow] && passed[flow] > 0) control(flow);
    const port = view.receiverPort(flow);
    const number = numbered[flow]++;
    if (waiting[port] < p.credits) {
      const at = port * p.credits + ((head[port] + waiting[port]) % p.credits);
      ringFlow[at] = flow;
      ringNumber[at] = number;
      if (waiting[port]++ === 0) nic.arm(port, Math.max(view.now, free[port]));
    }
    const noise = 1 + p.jitter * (2 * view.random(port) - 1);
    pacer.arm(flow, view.now + Math.ceil((slot(port) / rate[flow]) * noise));
  });

  /** Algorithm 1 as in the authors' code, once a round trip: the faster a flow, the fewer of its credits may be lost. */
  function control(flow: number): void {
    const loss = lost[flow] / (lost[flow] + passed[flow]);
    const target = (1 - rate[flow]) * p.targetLoss;
    const least = slot(view.receiverPort(flow)) / view.baseRtt[flow];
    if (loss <= target) {
      if (isRising[flow] === 1) weight[flow] = Math.min(weight[flow] + 0.05, p.maxWeight);
      rate[flow] += weight[flow] * (1 - rate[flow]);
    } else {
      rate[flow] = Math.max(least, rate[flow] * (1 - loss) * (1 + target));
      weight[flow] = Math.max(weight[flow] / 2, p.minWeight);
    }
    isRising[flow] = loss <= target ? 1 : 0;
    lost[flow] = passed[flow] = 0;
    since[flow] = view.now;
  }

  return {
    onStart(flow) {
      say(flow);
      timer.arm(flow, view.now + p.timeout);
    },
    onRequest(flow, _packet, kind, value) {
      if (kind === STOP) total[flow] = value;
      const isDone = missing[flow] === total[flow];
      if (isDone) pacer.cancel(flow);
      if (isDone || kind === STOP) view.reply(flow, isDone ? DONE : NACK, missing[flow], view.cls[flow], 0);
      else if (pacer.due(flow) === Infinity) pacer.arm(flow, view.now);
    },
    onReply(flow, _packet, kind, value) {
      if (kind === DONE) {
        timer.cancel(flow);
        view.finish(flow);
      } else if (kind === NACK) next[flow] = value;
      else if (next[flow] < packets(flow)) {
        timer.arm(flow, view.now + p.timeout);
        const seq = next[flow]++ * payload;
        const packet = view.send(flow, seq, Math.min(payload, size[flow] - seq), view.cls[flow], 0);
        answered.at[packet] = value;
        if (next[flow] === packets(flow)) say(flow);
      }
    },
    onData(flow, packet, seq, bytes) {
      const number = answered.at[packet];
      passed[flow]++;
      lost[flow] += number - expected[flow];
      expected[flow] = number + 1;
      if (seq === missing[flow] * payload) {
        missing[flow]++;
        isNacked[flow] = 0;
        view.deliver(flow, bytes);
      } else if (seq > missing[flow] * payload && isNacked[flow] === 0) {
        isNacked[flow] = 1;
        view.reply(flow, NACK, missing[flow], view.cls[flow], 0);
      }
    },
  };
}
