/** The testbed of section VI-A: two prototype switches, long links of 80 km and 100 Gbps, hosts A to F. */
import { ackClasses } from "../acks.ts";
import { theory } from "../experiment.ts";
import { HEADROOM, insidePolicies, OWN } from "./inside.ts";
import type { BifrostReading } from "./readings.ts";

export const RATE = 100e9;
const DELAY_PS = 400e6;
/** The size of a full data frame in a buffer and on the wire, bytes. */
export const [FRAME, WIRE] = [1062, 1082];
const BDP = (2 * DELAY_PS * RATE) / 8e12;
const SLOT_US = 10;
const SLOT_BYTES = (RATE * SLOT_US * 1e-6) / 8;
/** Memory of a switch, bytes. */
const BUFFER = 64 * 2 ** 20;
/** The number of classes for which the switches reserve private memory. */
const CLASSES = 7;

/** Bytes of a port under PFC: the threshold X_OFF, which equals X_ON, plus the exact headroom h* for whole frames (docs/errata.md). */
export const pfcMemory = (xoff: number): number =>
  xoff + theory.headroom.exactHeadroom({ frame: FRAME, rate: RATE, delay: DELAY_PS });

/** Bytes of a port under Bifrost: H = BDP + 3 R T and one packet for leakage. */
export const BIFROST_MEMORY = BDP + 3 * SLOT_BYTES + FRAME;

/** The policy of a long link, and the memory of its ports. */
export interface Guard {
  readonly policy: Readonly<Record<string, unknown>>;
  readonly memory: number;
}

export const pfcGuard = (xoff: number, { pauseTimer: timer }: BifrostReading): Guard => ({
  policy: { name: "pfc", xoff: `${xoff}B`, xon: `${xoff}B`, timer },
  memory: pfcMemory(xoff),
});

export const bifrostGuard = ({ pauseTimer: timer }: BifrostReading): Guard => ({
  policy: { name: "bifrost", slot: `${SLOT_US}us`, timer },
  memory: BIFROST_MEMORY,
});

/** Choices of xoff where the paper is silent, one sentence each. All figures of the testbed share them. */
export const testbedChosen: readonly string[] = [
  "A hash assigns each flow to a long link. The seed of a run draws the seeds of the switches' hashes, so the seeds show the effect of these paths.",
];

/**
 * The testbed of one figure: the numbers of hosts in both data centres, and the number and policy of the long links.
 */
export interface Testbed {
  readonly hosts: readonly [number, number];
  readonly links: number;
  readonly guard: Guard;
}

/** The scenario of a testbed, without traffic, end and measurement. */
export function testbed({ hosts, links, guard }: Testbed, reading: BifrostReading): Record<string, unknown> {
  const { policy, memory } = guard;
  const isRest = reading.hostMemory === "rest";
  return {
    topology: {
      ...{ kind: "two-dc", k: 0, hosts: hosts[0], farHosts: hosts[1], dciLinks: links },
      ...{ rate: "100Gbps", delay: "1us", dciDelay: "80km" },
    },
    switch: isRest
      ? { memory: `${Math.floor(BUFFER - links * memory)}B` }
      : { memory: `${(OWN * CLASSES + HEADROOM) * Math.max(...hosts) + 1}B`, private: `${OWN}B` },
    ...ackClasses(reading),
    links: [{ between: "dci0-dci1", policy, memory: `${memory}B` }],
    policies: { ...insidePolicies(reading), congestion: "none", routing: "ecmp" },
  };
}
