/**
 * The switch of DSH's experiments: a Broadcom Tomahawk, 32 ports of 100G and 16 MB, with one control class and seven lossless ones.
 *
 * It is a whole chip wherever it stands: headroom is set aside for each of its ports, wired in the figure or not. A port that the figure
 * does not use has an idle host.
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

/** Bytes of a KB and a MB. */
export const unitsOf = ({ megabyte }: Pick<DshReading, "megabyte">): { readonly kb: number; readonly mb: number } => {
  const kb = megabyte === "binary" ? 1024 : 1000;
  return { kb, mb: kb * kb };
};

/** Bytes of a whole chip. */
export const memoryOf = (reading: Pick<DshReading, "megabyte">): number => MEMORY_MB * unitsOf(reading).mb;
const privateOf = (reading: Pick<DshReading, "megabyte">): number => PRIVATE_KB * unitsOf(reading).kb;

/** What these figures leave open, and what all of them choose. */
export const chosen: readonly string[] = [
  "A switch has 16 MB (reading `megabyte`), of which each of 32 x 7 queues has 3 KB of its own: 672 KB.",
  "Every switch is a whole chip, so that headroom is set aside for 3.2 Tbps of ports: ports that the figure does not wire have idle hosts.",
  "X_on = X_off for both schemes (resumeOffset 0), and a port leaves POFF only with its insurance empty (docs/errata.md).",
  "Packets carry 1000 B and are 1062 B in memory.",
];

export const etaChosen =
  "Both schemes have eta = 56,840 B, equation 1 with L_MTU = 1500 B as the paper has it: with frames of 1062 B that covers the exact need of both, 56,113 B, and 56,690 B where a port's PAUSE waits for those of seven queues.";

export type Congestion = "none" | "dcqcn" | "powertcp";

/** A chip with other memory or other ports than a Tomahawk, or of whose ports not all are wired. */
export interface Chip {
  readonly ports: number;
  readonly wired: number;
  readonly memory: number;
}

/** Of so many ports, with memory in proportion. */
export const chipOf = (reading: Pick<DshReading, "megabyte">, ports: number, wired = ports): Chip => ({
  ...{ ports, wired },
  memory: (memoryOf(reading) * ports) / PORTS,
});

/** What a chip's wired ports have: no port can use what is set aside for the others. */
const wiredMemory = ({ ports, wired, memory }: Chip, scheme: Scheme, eta: number, own: number): number =>
  memory - (ports - wired) * (QUEUES * own + (scheme === "SIH" ? QUEUES : 1) * eta);

/**
 * Switch, classes, senders and policies of a scenario.
 *
 * @param eta  in bytes, for every port; without it each port has the exact need of its own link
 * @param chip  of which the topology wires only some ports; without it the topology wires all 32, some of them to idle hosts
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

/** The same switch as the theorems see it: without its private segments. */
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
  /** Gbps. */
  readonly rate: number;
}

/** A fabric of kind `file` whose switches are whole chips: idle hosts take what is left of their 3.2 Tbps. */
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

/** Leaves with `hosts` hosts each, all wired to all spines at `uplinkRate` Gbps; links of 2 us. */
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

/** For how long `peer` was told to stop `cls`, for the queue's sake or its port's, ms. */
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
