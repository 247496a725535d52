/** The policies of SPFC's figures. The answers to the paper's open questions (`readings.ts`) select them. */
import { ackClasses } from "../acks.ts";
import { zhu15 } from "../dcqcn.ts";
import type { Reading } from "./readings.ts";

type Policy = Readonly<Record<string, unknown>>;

const dcqcns: Readonly<Record<Reading["dcqcn"], Policy>> = {
  hpcc: { name: "dcqcn" },
  "hpcc-zhu15": { name: "dcqcn", ...zhu15 },
  zhu15: {
    ...{ name: "dcqcn", ...zhu15, decreaseInterval: "1us" },
    ...{ clampTarget: true, cnpInterval: "50us", minRate: "100Mbps" },
  },
};

const timelys: Readonly<Record<Reading["timely"], Policy>> = {
  hpcc: { name: "timely" },
  mittal15: { name: "timely", additiveIncrease: "10Mbps", hyperIncrease: "50Mbps", minRate: "10Mbps" },
};

export type Sender = "DCQCN" | "TIMELY";
export const senderNames: readonly Sender[] = ["DCQCN", "TIMELY"];

const congestionOf = (sender: Sender, reading: Reading): Policy =>
  sender === "TIMELY" ? timelys[reading.timely] : dcqcns[reading.dcqcn];

/** The names of the buffer policies. A number in a name is alpha. "DT" and "SPFC" have the `alpha` of `SwitchOf`. */
export type Scheme = "ST" | "DT" | "DT 1" | "DT 2" | "DT 4" | "SPFC";

export interface SwitchOf {
  /** The memory of a switch, bytes: the paper's B. */
  readonly memory: number;
  /** The headroom of all ports of the largest switch together, bytes. */
  readonly headroom: number;
  /**
   * The base RTT of the flows, and that of the two hosts that are farthest apart, us. SPFC's period TC is computed from one of the two;
   * the paper does not say which (`tc` in readings.ts). Absent: TC has the policy's default.
   */
  readonly rtt?: { readonly flows: number; readonly hosts: number };
  /** Absent: 2. */
  readonly alpha?: number;
  /** The parameter K of SPFC. Absent: the policy's default, 5. */
  readonly k?: number;
}

/**
 * Additional memory for SPFC's algorithm as the paper prints it, bytes. That algorithm lets victim ports exceed the shared
 * pool, which would cause losses without this memory.
 */
const BEYOND = 32 * 2 ** 20;

/** The switch, classes and policies of a scenario. The answers to the paper's open questions (`reading`) select them. */
export function switchAndPolicies(
  scheme: Scheme,
  sender: Sender,
  { memory, headroom, rtt, alpha = 2, k }: SwitchOf,
  reading: Reading,
): { readonly classes?: Policy; readonly switch: Policy; readonly policies: Policy } {
  const printed = scheme === "SPFC" && reading.victim === "printed";
  const all = reading.memory === "beside" ? memory + headroom : memory;
  const [name, own] = scheme.split(" ");
  const spfc = {
    ...(name === "DT" || name === "SPFC" ? { alpha: own === undefined ? alpha : Number(own) } : {}),
    ...(scheme === "SPFC" ? { ...(k === undefined ? {} : { k }), ...periodOf(rtt, reading) } : {}),
    ...(scheme === "SPFC" && reading.victim === "buffer" ? { reach: "buffer" } : {}),
    ...(printed ? { literal: true, buffer: `${all - headroom}B` } : {}),
  };
  return {
    ...ackClasses(reading),
    switch: { memory: `${all + (printed ? BEYOND : 0)}B` },
    policies: {
      buffer: { name: name.toLowerCase(), ...spfc },
      headroom: reading.q === "apart" ? "sih" : "one-counter",
      congestion: congestionOf(sender, reading),
    },
  };
}

function periodOf(rtt: SwitchOf["rtt"], { tc }: Reading): { readonly period?: string } {
  if (rtt === undefined || tc === "hosts") return {};
  return { period: `${tc === "flows" ? 4 * rtt.flows : 8 * rtt.hosts}us` };
}

/** Removes ECN marks and congestion control from `parts`. Without marks DCQCN never changes a rate, so congestion control goes too. */
export const withoutControl = (parts: ReturnType<typeof switchAndPolicies>) => ({
  ...parts,
  policies: { ...parts.policies, detection: "none", congestion: "none" },
});
