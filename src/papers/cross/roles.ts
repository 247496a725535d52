/** Schemes by their role, as the cross experiments combine them: each with xoff's defaults, so that none is set for a fabric or against a rival. */

/** Who must stop, and where goes what comes after: SPFC's paper counts headroom and the rest in one counter, DSH's has DT above. */
export const buffers = {
  ST: { buffer: "st", headroom: "sih" },
  DT: { buffer: "dt", headroom: "sih" },
  SPFC: { buffer: "spfc", headroom: "one-counter" },
  DSH: { buffer: "dt", headroom: "dsh" },
  "SPFC over DSH": { buffer: "spfc", headroom: "dsh" },
} as const;
export type Buffer = keyof typeof buffers;
export const bufferNames = Object.keys(buffers) as Buffer[];

export const senders = {
  none: "none",
  DCQCN: "dcqcn",
  TIMELY: "timely",
  HPCC: "hpcc",
  PowerTCP: "powertcp",
  ACC: "acc",
} as const;
export type Sender = keyof typeof senders;
export const senderNames = Object.keys(senders) as Sender[];

export const balancers = {
  ECMP: "ecmp",
  LetFlow: "letflow",
  DRILL: "drill",
  CONGA: "conga",
  Hermes: "hermes",
  PLB: { name: "plb", fullLoad: "1" },
  spray: "spray",
} as const;
export type Balancer = keyof typeof balancers;
export const balancerNames = Object.keys(balancers) as Balancer[];

/** One scheme of each role. */
export interface Combination {
  readonly buffer: Buffer;
  readonly sender: Sender;
  readonly balancer: Balancer;
}

/** What the others are held against. */
export const BASE: Combination = { buffer: "DT", sender: "DCQCN", balancer: "ECMP" };

/** The papers' schemes, each alone in the place of its rival. */
export const ALONE: readonly { readonly name: string; readonly one: Combination }[] = [
  { name: "SPFC", one: { ...BASE, buffer: "SPFC" } },
  { name: "DSH", one: { ...BASE, buffer: "DSH" } },
  { name: "ACC", one: { ...BASE, sender: "ACC" } },
  { name: "PLB", one: { ...BASE, balancer: "PLB" } },
];

export const nameOf = ({ buffer, sender, balancer }: Combination): string => `${buffer} + ${sender} + ${balancer}`;

/** All of them, buffers slowest. */
export const gridOf = (
  buffersOf: readonly Buffer[],
  sendersOf: readonly Sender[],
  balancersOf: readonly Balancer[],
): Combination[] =>
  buffersOf.flatMap((buffer) =>
    sendersOf.flatMap((sender) => balancersOf.map((balancer) => ({ buffer, sender, balancer }))),
  );

export const isOf =
  (wanted: Combination) =>
  ({ buffer, sender, balancer }: Combination): boolean =>
    buffer === wanted.buffer && sender === wanted.sender && balancer === wanted.balancer;

/** DCQCN's own; HPCC's, xoff's default, begin at 400 KB, beyond what a queue of these switches may hold. */
const MARKS = { name: "red", kmin: "5KB", kmax: "200KB", pmax: 0.01, scaleTo: "0bps" } as const;

export const policiesOf = ({ buffer, sender, balancer }: Combination) => ({
  ...buffers[buffer],
  ...(sender === "DCQCN" ? { detection: MARKS } : {}),
  congestion: senders[sender],
  routing: balancers[balancer],
  // Receivers keep what comes early and ask for what is missing: balancers that reorder are judged by their paths.
  recovery: { name: "irn", bitmap: 4096, rtoLow: "16.8ms", rtoHigh: "16.8ms" },
});

export const chosenForRoles: readonly string[] = [
  "Every policy has xoff's defaults (docs/parameters.md), and senders the telemetry they need; DCQCN has its paper's marks, 5 to 200 KB and 1%, since the default, HPCC's, begins beyond what a queue of these switches may hold.",
  "SPFC is over one counter for headroom and the rest, as in its paper; ST and DT are over SIH, so DT is what DSH's paper calls SIH.",
  "Receivers keep what comes out of order and send a NACK for what is missing (irn), with no more of a window than senders have: so plb's figures have it, and so balancers that reorder are not judged by go-back-n.",
];
