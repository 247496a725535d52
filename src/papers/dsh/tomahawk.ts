/**
 * The switch of DSH's experiments: a Broadcom Tomahawk, 32 ports of 100G and 16 MB, with one control class and seven lossless ones.
 *
 * Every switch is a whole chip and reserves headroom for each of its ports. A port that a figure does not use has an idle host.
 */
import { acksOf } from "../acks.ts";
import type { Results, theory } from "../experiment.ts";
import type { DshReading } from "./readings.ts";

export type Scheme = "SIH" | "DSH";
export const schemes = ["SIH", "DSH"] as const;

/** eta of a port of 100G and 2 us by equation 1, L_MTU 1500 B. */
export const ETA = 56_840;
const [MEMORY_MB, PRIVATE_KB] = [16, 3];
const ALPHA = 1 / 16;
const PORTS = 32;
const QUEUES = 7;

/** The number of bytes of a KB and a MB. */
export const unitsOf = ({ megabyte }: Pick<DshReading, "megabyte">): { readonly kb: number; readonly mb: number } => {
  const kb = megabyte === "binary" ? 1024 : 1000;
  return { kb, mb: kb * kb };
};

/** The memory of a whole chip, bytes. */
export const memoryOf = (reading: Pick<DshReading, "megabyte">): number => MEMORY_MB * unitsOf(reading).mb;
const privateOf = (reading: Pick<DshReading, "megabyte">): number => PRIVATE_KB * unitsOf(reading).kb;

/** Choices that all figures of DSH share. */
export const chosen: readonly string[] = [
  "A switch has 16 MB (reading `megabyte`). Of these, each of 32 x 7 queues has 3 KB of private memory: 672 KB.",
  "Every switch is a whole chip that reserves headroom for 3.2 Tbps of ports. Ports that a figure does not use have idle hosts.",
  "X_on = X_off for both schemes (resumeOffset 0), and a port leaves POFF only when its insurance headroom is empty (docs/errata.md).",
  "Packets carry 1000 B and are 1062 B in memory.",
];

export const etaChosen =
  "Both schemes have eta = 56,840 B, by the paper's equation 1 with L_MTU = 1500 B. With frames of 1062 B the exact need is 56,113 B, and 56,690 B if a port's PAUSE waits for those of seven queues. So eta covers both.";

export type Congestion = "none" | "dcqcn" | "powertcp";

/** A chip with a different memory or number of ports. The topology uses `wired` of its ports. */
export interface Chip {
  readonly ports: number;
  readonly wired: number;
  readonly memory: number;
}

/** A chip with `ports` ports and memory in proportion. */
export const chipOf = (reading: Pick<DshReading, "megabyte">, ports: number, wired = ports): Chip => ({
  ...{ ports, wired },
  memory: (memoryOf(reading) * ports) / PORTS,
});

/** The memory of a chip without the reservations of its unwired ports, which no other port can use. */
const wiredMemory = ({ ports, wired, memory }: Chip, scheme: Scheme, eta: number, own: number): number =>
  memory - (ports - wired) * (QUEUES * own + (scheme === "SIH" ? QUEUES : 1) * eta);

/**
 * Switch, classes, senders and policies of a scenario.
 *
 * @param eta  headroom of every port, bytes; without it each port has the exact need of its own link
 * @param chip  a chip with unwired ports; without it the topology uses all 32 ports of a Tomahawk, some of them for idle hosts
 */
export function tomahawk(scheme: Scheme, congestion: Congestion, reading: DshReading, eta?: number, chip?: Chip) {
  const own = privateOf(reading);
  const memory = chip === undefined ? memoryOf(reading) : wiredMemory(chip, scheme, eta ?? ETA, own);
  const isScaled = congestion === "dcqcn" && reading.window === "scaled";
  const offset = scheme === "SIH" && reading.sihResume !== "same" ? reading.sihResume : "0B";
  return {
    switch: { memory: `${memory}B`, private: `${own}B` },
    classes: { lossless: [1, 2, 3, 4, 5, 6, 7], control: 0, ...acksOf(reading), default: 1 },
    host: { window: congestion === "powertcp" || isScaled ? "bdp" : "none", ...(isScaled && { scaleWindow: true }) },
    policies: {
      buffer: { name: "dt", alpha: ALPHA },
      headroom: { name: scheme.toLowerCase(), resumeOffset: offset, ...(eta === undefined ? {} : { size: `${eta}B` }) },
      scheduling: { name: "dwrr", quantum: "1600B" },
      congestion,
    },
  };
}

/** The switch without its private segments, as the theorems assume it. */
export const asBurst = (
  burst: Pick<theory.dshTheorems.Burst, "congested" | "bursting" | "load">,
  reading: Pick<DshReading, "megabyte">,
): theory.dshTheorems.Burst => ({
  ...burst,
  memory: memoryOf(reading) - PORTS * QUEUES * privateOf(reading),
  headroom: ETA,
  ports: PORTS,
  queues: QUEUES,
  alpha: ALPHA,
});

interface Cable {
  readonly a: string;
  readonly b: string;
  /** Rate in Gbps. */
  readonly rate: number;
}

/** A fabric of kind `file` of whole chips. Idle hosts use the unused ports of their 3.2 Tbps. */
export function wholeChips(
  hosts: readonly string[],
  switches: readonly string[],
  cables: readonly Cable[],
  delay: string,
) {
  const idle = switches.flatMap((name) => {
    const used = cables.reduce((sum, { a, b, rate }) => sum + (a === name || b === name ? rate : 0), 0);
    return Array.from({ length: PORTS - used / 100 }, (_, k) => ({ a: `idle-${name}-${k}`, b: name, rate: 100 }));
  });
  return {
    kind: "file",
    nodes: [...hosts, ...idle.map(({ a }) => a), ...switches].map((name) => ({
      name,
      kind: switches.includes(name) ? "switch" : "host",
    })),
    links: [...cables, ...idle].map(({ a, b, rate }) => ({ a, b, rate: `${rate}Gbps`, delay })),
  };
}

/** Leaves with `hosts` hosts each, and links of 2 us to all spines at `uplinkRate` Gbps. */
export function leafSpine(sizes: {
  readonly leaves: number;
  readonly spines: number;
  readonly hosts: number;
  readonly uplinkRate: number;
}) {
  const named = (name: string, count: number): string[] => Array.from({ length: count }, (_, k) => `${name}${k}`);
  const hosts = named("h", sizes.leaves * sizes.hosts);
  const leaves = named("leaf", sizes.leaves);
  const spines = named("spine", sizes.spines);
  const down = hosts.map((a, host) => ({ a, b: leaves[Math.floor(host / sizes.hosts)], rate: 100 }));
  const up = leaves.flatMap((a) => spines.map((b) => ({ a, b, rate: sizes.uplinkRate })));
  return wholeChips(hosts, [...leaves, ...spines], [...down, ...up], "2us");
}

/** The time for which `peer` was paused in the class `cls`, because of a queue or of its port, ms. */
export function pausedFor({ tables, summary }: Results, peer: string, cls: number): number {
  const { peer: peers, class: classes, scope, start_ns, duration_ns } = tables.pauses.columns;
  const spans: [number, number][] = [];
  for (let row = 0; row < tables.pauses.rows; row++) {
    if (peers[row] !== peer || (scope[row] === "queue" && classes[row] !== cls)) continue;
    const end = Number.isNaN(duration_ns[row]) ? summary.simulated_ns : start_ns[row] + duration_ns[row];
    spans.push([start_ns[row], end]);
  }
  spans.sort(([a], [b]) => a - b);
  let total = 0;
  let until = 0;
  for (const [start, end] of spans) {
    total += Math.max(0, end - Math.max(start, until));
    until = Math.max(until, end);
  }
  return total / 1e6;
}
