/** The testbed of section VI-A: two prototype switches, 80 km and 100 Gbps a long link, hosts A to F. */
import { ackClasses } from "../acks.ts";
import { theory } from "../experiment.ts";
import { HEADROOM, insidePolicies, OWN } from "./inside.ts";
import type { BifrostReading } from "./readings.ts";

export const RATE = 100e9;
const DELAY_PS = 400e6;
/** A full data frame in a buffer, and on the wire. */
export const [FRAME, WIRE] = [1062, 1082];
const BDP = (2 * DELAY_PS * RATE) / 8e12;
const SLOT_US = 10;
const SLOT_BYTES = (RATE * SLOT_US * 1e-6) / 8;
/** Of a switch, in all. */
const BUFFER = 64 * 2 ** 20;
/** Classes for which the simulated switches set memory aside. */
const CLASSES = 7;

/** PFC with X_OFF = X_ON and the headroom that real frames need, bytes. */
export const pfcMemory = (xoff: number): number =>
  xoff + theory.headroom.exactHeadroom({ frame: FRAME, rate: RATE, delay: DELAY_PS });

/** H = BDP + 3 R T and one packet that may leak. */
export const BIFROST_MEMORY = BDP + 3 * SLOT_BYTES + FRAME;

/** What guards the long links, each with so many bytes. */
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

/** What both figures of the testbed choose. */
export const testbedChosen: readonly string[] = [
  "By which long link a flow goes its hash decides, and the seeds of the switches' hashes are drawn with the run: seeds tell how much hangs on that.",
];

/** Hosts of the first and the second data centre, long links, and what guards these. */
export interface Testbed {
  readonly hosts: readonly [number, number];
  readonly links: number;
  readonly guard: Guard;
}

/** All of a scenario but its traffic, end and measurement. Flows are few and each keeps its path: by which links they go a run draws. */
export function testbed({ hosts, links, guard }: Testbed, reading: BifrostReading): Record<string, unknown> {
  const { policy, memory } = guard;
  const ports = Math.max(...hosts);
  const isRest = reading.hostMemory === "rest";
  return {
    topology: {
      ...{ kind: "two-dc", k: 0, hosts: hosts[0], farHosts: hosts[1], dciLinks: links },
      ...{ rate: "100Gbps", delay: "1us", dciDelay: "80km" },
    },
    switch: isRest
      ? { memory: `${Math.floor(BUFFER - links * memory)}B` }
      : { memory: `${(OWN * CLASSES + HEADROOM) * ports + 1}B`, private: `${OWN}B` },
    ...ackClasses(reading),
    links: [{ between: "dci0-dci1", policy, memory: `${memory}B` }],
    policies: { ...insidePolicies(reading), congestion: "none", routing: "ecmp" },
  };
}
