/**
 * The fabric of ACC's figure 1, used by figures 2 to 4, 11 and 20: two long flows share a row of four switches, and bursts meet one of
 * them at its end.
 *
 *   s0, s1 -- sw1 -P1- sw2 -P2- sw3 -P3- sw4 -P4- r1        F0: s0 -> r0, F1: s1 -> r1
 *                                         |  `--- r0
 *                                      h1..hN               64 KB bursts -> r1
 */
import { zhu15 } from "./schemes.ts";

/** Flows that each bursting host starts at once. */
const FLOWS_EACH = 20;

/** What these figures leave open, and what all of them choose. */
export const chosen: readonly string[] = [
  "s0 and s1 are at sw1; r0, r1 and all of h1..hN at sw4. Links of 100G and 2 us.",
  "A queue's X_OFF is 512 KB for every ingress port (buffer `st`), X_ON 2 MTU below; switches have 32 MB, as in the paper's section 6.1, so none runs full.",
  `Concurrent bursts: a host starts ${FLOWS_EACH} flows of 64 KB at once. With N = 20 they keep P4 busy for 2.2 ms, "about 2 ms"; with N = 15 until 2.7 ms, when the standing queue under HPCC ends in the paper's figure 11 (docs/errata.md).`,
];

/** Of the long flows before the bursts, ms, where senders start as in `dcqcnChosen`. */
export const WARM_UP_MS = 20;

/** Of figures 2 to 4. */
export const dcqcn = { name: "dcqcn", ...zhu15 } as const;

export const dcqcnChosen = `DCQCN is that of its paper, which section 3.1 cites: 55/50/55 us, F = 5, CNPs at most every 50 us, target clamped at each cut; steps and least rate are those of HPCC's simulator, with whose timers, a cut each 4 us, F1 would be slow before ten bursts stop P3. Marks are TCD's with threshold 2 MTU: CE cuts, UE does nothing (section 3.3). Flows start at the line rate, are cut, and are near their fair share after ${WARM_UP_MS} ms: the bursts begin then, and the time axis is moved so that this is 1 ms.`;

export interface ChainOptions {
  /** N, hosts that burst. */
  readonly bursts: number;
  /** Of the bursts, ms. */
  readonly start: number;
  readonly until: string;
  readonly detection?: unknown;
  readonly congestion: unknown;
  readonly measure?: unknown;
}

/** Ports P1 to P4, as `measure` names them. */
export const PORTS = ["sw1-sw2", "sw2-sw3", "sw3-sw4", "sw4-r1"] as const;

/** Numbers of the two long flows. */
export const F0 = 0;
export const F1 = 1;

export function chainScenario(options: ChainOptions): Record<string, unknown> {
  const { bursts, start, until, detection, congestion, measure } = options;
  const senders = Array.from({ length: bursts }, (_, k) => `h${k + 1}`);
  const switches = ["sw1", "sw2", "sw3", "sw4"];
  const hosts = ["s0", "s1", "r0", "r1", ...senders];
  const cables = [
    ...hosts.map((host) => [host, host === "s0" || host === "s1" ? "sw1" : "sw4"]),
    ...switches.slice(1).map((to, k) => [switches[k], to]),
  ];
  return {
    until,
    topology: {
      kind: "file",
      nodes: [...hosts.map((name) => ({ name, kind: "host" })), ...switches.map((name) => ({ name, kind: "switch" }))],
      links: cables.map(([a, b]) => ({ a, b, rate: "100Gbps", delay: "2us" })),
    },
    switch: { memory: "32MB" },
    traffic: [
      { kind: "long-lived", from: "s0", to: "r0" },
      { kind: "long-lived", from: "s1", to: "r1" },
      {
        kind: "flows",
        list: senders.flatMap((host) => Array<string>(FLOWS_EACH).fill(`${host}, r1, 64KB, ${start}ms`)),
      },
    ],
    policies: {
      buffer: { name: "st", xoff: "512KB" },
      headroom: { name: "sih", resumeOffset: "2000B" },
      ...(detection === undefined ? {} : { detection }),
      congestion,
    },
    ...(measure === undefined ? {} : { measure }),
  };
}
