/**
 * The schemes that the experiments of this folder combine with each other: for buffers, senders (congestion control) and
 * load balancers. Their policies have xoff's defaults and are not tuned for a fabric.
 */
import { zhu15Red } from "../dcqcn.ts";
import { nackRecovery } from "../plb/readings.ts";

/**
 * The policies of each buffer scheme. As in their papers, SPFC has one counter for headroom and shared memory, and DSH
 * uses DT.
 */
export const buffers = {
  ST: { buffer: "st", headroom: "sih" },
  DT: { buffer: "dt", headroom: "sih" },
  SPFC: { buffer: "spfc", headroom: "one-counter" },
  DSH: { buffer: "dt", headroom: "dsh" },
  "SPFC over DSH": { buffer: "spfc", headroom: "dsh" },
} as const;

export const senders = {
  none: "none",
  DCQCN: "dcqcn",
  TIMELY: "timely",
  HPCC: "hpcc",
  PowerTCP: "powertcp",
  ACC: "acc",
} as const;

export const balancers = {
  ECMP: "ecmp",
  LetFlow: "letflow",
  DRILL: "drill",
  CONGA: "conga",
  Hermes: "hermes",
  PLB: { name: "plb", fullLoad: "1" },
  spray: "spray",
} as const;

export type Buffer = keyof typeof buffers;
export type Sender = keyof typeof senders;
export type Balancer = keyof typeof balancers;

export const bufferNames = Object.keys(buffers) as Buffer[];
export const senderNames = Object.keys(senders) as Sender[];
export const balancerNames = Object.keys(balancers) as Balancer[];

/** One scheme of each role. */
export type Combination = {
  readonly buffer: Buffer;
  readonly sender: Sender;
  readonly balancer: Balancer;
};

/** The combination with which all others are compared. */
export const BASE: Combination = { buffer: "DT", sender: "DCQCN", balancer: "ECMP" };

/** The papers' schemes. Each combination (`one`) is `BASE`, in which the paper's scheme replaces the scheme of the same role. */
export const ALONE: readonly { readonly name: string; readonly one: Combination }[] = [
  { name: "SPFC", one: { ...BASE, buffer: "SPFC" } },
  { name: "DSH", one: { ...BASE, buffer: "DSH" } },
  { name: "ACC", one: { ...BASE, sender: "ACC" } },
  { name: "PLB", one: { ...BASE, balancer: "PLB" } },
];

export const nameOf = ({ buffer, sender, balancer }: Combination): string => `${buffer} + ${sender} + ${balancer}`;

/** All combinations of these schemes. The buffer scheme varies slowest. */
export const gridOf = (
  buffersOf: readonly Buffer[],
  sendersOf: readonly Sender[],
  balancersOf: readonly Balancer[],
): Combination[] =>
  buffersOf.flatMap((buffer) =>
    sendersOf.flatMap((sender) => balancersOf.map((balancer) => ({ buffer, sender, balancer }))),
  );

export const policiesOf = ({ buffer, sender, balancer }: Combination) => ({
  ...buffers[buffer],
  // DCQCN has the ECN thresholds of its paper. xoff's default marks from 400 KB on. These switches pause the upstream
  // before a queue reaches 400 KB, so the default would mark no packets.
  ...(sender === "DCQCN" ? { detection: zhu15Red } : {}),
  congestion: senders[sender],
  routing: balancers[balancer],
  // Receivers keep packets that arrive out of order. Under go-back-N each such packet would cause retransmissions, and the comparison of
  // load balancers would only show how much they reorder.
  recovery: nackRecovery,
});

export const chosenForRoles: readonly string[] = [
  "Every policy has xoff's defaults (docs/parameters.md), and senders have the telemetry that they need. ECN marking for DCQCN is that of its paper, from 5 to 200 KB and up to 1%. The default of HPCC's simulator begins above the threshold of a queue of these switches.",
  "SPFC has one counter for headroom and shared memory, as in its paper. ST and DT use SIH, so DT is the scheme that DSH's paper calls SIH.",
  "As in plb's figures, receivers keep packets that arrive out of order, and send a NACK for missing packets (irn). They do not use IRN's window. With go-back-n, retransmissions would determine the result of load balancers that reorder.",
];
