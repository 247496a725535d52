/**
 * The fabric of ACC's figure 1, for figures 2 to 4, 11 and 20. Two long flows share the links of four switches in a row.
 * Bursts meet one of the flows at the last switch.
 *
 *   s0, s1 -- sw1 -P1- sw2 -P2- sw3 -P3- sw4 -P4- r1        F0: s0 -> r0, F1: s1 -> r1
 *                                         |  `--- r0
 *                                      h1..hN               64 KB bursts -> r1
 */
import { ackClasses, acksOf } from "../acks.ts";
import type { Results } from "../experiment.ts";
import type { Reading } from "./readings.ts";
import { chosenForMemory, memory, pfc } from "./schemes.ts";

/** The number of flows that each bursting host starts at the same time. */
const FLOWS_EACH = 20;

/** Choices that figures 2 to 4, 11 and 20 share, where the paper is silent. */
export const chosen: readonly string[] = [
  chosenForMemory,
  "Hosts s0 and s1 are attached to sw1. Hosts r0, r1 and h1 to hN are attached to sw4. Links have 100 Gbps and a delay of 2 us.",
  `In a burst each host starts ${FLOWS_EACH} flows of 64 KB at once. With N = 20 the bursts keep P4 busy for 2.2 ms; the paper says "about 2 ms". With N = 15 P4 is busy until 2.7 ms. The standing queue under HPCC ends then in the paper's figure 11 (docs/errata.md).`,
];

/**
 * The time from the start of the long flows to the start of the bursts, ms, for two answers to the open question
 * `warmUp`. Under the third answer, `axis`, the bursts start at the time that the figure's axis shows.
 */
const WARM_UP_MS = { five: 5, twenty: 20 } as const;

/**
 * A text for `chosen` of figures 2 to 4, the list of choices that a figure makes where the paper is silent. It is about the senders: they
 * run DCQCN with the ECN marks of TCD, a policy that detects congestion.
 */
export const dcqcnChosen =
  "Section 3.1 runs DCQCN in a network with TCD and a threshold of 2 MTU. A CE mark cuts the rate, and a UE mark has no effect (section 3.3).";

export interface ChainOptions {
  /** N, the number of bursting hosts. */
  readonly bursts: number;
  /** The bursts' start on the figure's time axis, ms. */
  readonly at: number;
  /** The time from the bursts' start to the end of the run, ms. */
  readonly after: number;
  readonly detection?: unknown;
  readonly congestion: unknown;
  readonly host?: unknown;
  readonly measure?: unknown;
}

/** The bursts' start in simulated time, ms. `at`: their start on the figure's axis. */
export const startOf = (at: number, { warmUp }: Reading): number => (warmUp === "axis" ? at : WARM_UP_MS[warmUp]);

/** The bursts' start in a finished run, ms: the start of the last flows. */
export const startedAt = ({ tables }: Results): number =>
  tables.flows.columns.start_ns.reduce((last, ns) => Math.max(last, ns), 0) / 1e6;

/** The egress ports P1 to P4 of figure 1, by their names in `measure`. */
export const PORTS = ["sw1-sw2", "sw2-sw3", "sw3-sw4", "sw4-r1"] as const;

/** The numbers of the two long flows. */
export const [F0, F1] = [0, 1];

/**
 * The class of the long flows. The bursts share this class, unless egress ports serve the ingress ports in turn
 * (`inTurn`). In that case the bursts have a separate class, because the scheduler serves classes and not ingress ports.
 */
export const LONG_CLASS = 3;
const BURSTS_CLASS = 4;
const FRAME = 1062;

export function chainScenario(options: ChainOptions, reading: Reading): Record<string, unknown> {
  const { bursts, after, detection, congestion, host, measure } = options;
  const start = startOf(options.at, reading);
  const senders = Array.from({ length: bursts }, (_, k) => `h${k + 1}`);
  const switches = ["sw1", "sw2", "sw3", "sw4"];
  const hosts = ["s0", "s1", "r0", "r1", ...senders];
  const cables = [
    ...hosts.map((host) => [host, host === "s0" || host === "s1" ? "sw1" : "sw4"]),
    ...switches.slice(1).map((to, k) => [switches[k], to]),
  ];
  // With `service: ingress` an egress port takes one packet in turn from each ingress port. Two traffic classes model this order: one for
  // F1, and one for the bursts. They meet only at P4. F1 arrives there through one ingress port, and each bursting host through a port of
  // its own. So the quantum of F1's class is one packet, and that of the bursts' class is one packet for each bursting host.
  const inTurn = reading.service === "ingress";
  const scheduling = {
    name: "dwrr",
    quantum: `${FRAME}B`,
    classes: [{ class: BURSTS_CLASS, quantum: `${bursts * FRAME}B` }],
  };
  const cls = inTurn ? `, ${BURSTS_CLASS}` : "";
  return {
    until: `${start + after}ms`,
    topology: {
      kind: "file",
      nodes: [...hosts.map((name) => ({ name, kind: "host" })), ...switches.map((name) => ({ name, kind: "switch" }))],
      links: cables.map(([a, b]) => ({ a, b, rate: "100Gbps", delay: "2us" })),
    },
    switch: { memory },
    ...(host === undefined ? {} : { host }),
    ...(inTurn ? { classes: { lossless: [LONG_CLASS, BURSTS_CLASS], ...acksOf(reading) } } : ackClasses(reading)),
    traffic: [
      { kind: "long-lived", from: "s0", to: "r0" },
      { kind: "long-lived", from: "s1", to: "r1" },
      {
        kind: "flows",
        list: senders.flatMap((host) => Array<string>(FLOWS_EACH).fill(`${host}, r1, 64KB, ${start}ms${cls}`)),
      },
    ],
    policies: {
      ...pfc,
      ...(detection === undefined ? {} : { detection }),
      congestion,
      ...(inTurn ? { scheduling } : {}),
    },
    ...(measure === undefined ? {} : { measure }),
  };
}
