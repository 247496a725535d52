/**
 * The switch of DSH's experiments: a Broadcom Tomahawk with 32 ports of 100G and 16 MB. It has one control class and seven
 * lossless ones.
 *
 * Every switch is a whole chip and reserves headroom for each of its ports. A port that a figure does not use has an idle
 * host.
 */
import { acksOf } from "../acks.ts";
import type { Results, theory } from "../experiment.ts";
import type { DshReading } from "./readings.ts";

export type Scheme = "SIH" | "DSH";
export const schemes = ["SIH", "DSH"] as const;

/** eta in bytes, by equation 1 with 100G, 2 us and L_MTU of 1500 B. */
export const ETA = 56_840;
const [MEMORY_MB, PRIVATE_KB] = [16, 3];
const ALPHA = 1 / 16;
/** The number of ports of a chip, and the number of lossless queues of a port. */
const [PORTS, QUEUES] = [32, 7];

/** The number of bytes of a KB and of a MB, by the answer to the open question `megabyte` (`readings.ts`). */
export const unitsOf = ({ megabyte }: Pick<DshReading, "megabyte">): { readonly kb: number; readonly mb: number } => {
  const kb = megabyte === "binary" ? 1024 : 1000;
  return { kb, mb: kb * kb };
};

export const memoryOf = (reading: Pick<DshReading, "megabyte">): number => MEMORY_MB * unitsOf(reading).mb;
const privateOf = (reading: Pick<DshReading, "megabyte">): number => PRIVATE_KB * unitsOf(reading).kb;

export const chosen: readonly string[] = [
  "A switch has 16 MB (reading `megabyte`). Of this memory each of 32 x 7 queues has 3 KB of private memory, 672 KB in total.",
  "Every switch is a whole chip that reserves headroom for 3.2 Tbps of ports. Ports that a figure does not use have idle hosts.",
  "X_on = X_off for both schemes (resumeOffset 0). A port leaves POFF only when its insurance headroom is empty (docs/errata.md).",
  "Packets carry 1000 B and are 1062 B in memory.",
];

export const etaChosen =
  "Both schemes have eta = 56,840 B, by the paper's equation 1 with L_MTU = 1500 B. With frames of 1062 B the exact need is 56,113 B, and 56,690 B if a port's PAUSE waits for those of seven queues. So eta covers both.";

export type Congestion = "none" | "dcqcn" | "powertcp";

/** A chip whose memory (in bytes) or number of ports is not that of a Tomahawk. Only `wired` of the chip's ports have links. */
export interface Chip {
  readonly ports: number;
  readonly wired: number;
  readonly memory: number;
}

/** A chip with `ports` ports and memory in proportion to them. */
export const chipOf = (reading: Pick<DshReading, "megabyte">, ports: number, wired = ports): Chip => ({
  ...{ ports, wired },
  memory: (memoryOf(reading) * ports) / PORTS,
});

/** The memory that the wired ports of a chip may use. Unwired ports reserve the rest, which no other port can use. */
const wiredMemory = ({ ports, wired, memory }: Chip, scheme: Scheme, eta: number, own: number): number =>
  memory - (ports - wired) * (QUEUES * own + (scheme === "SIH" ? QUEUES : 1) * eta);

/**
 * Switch, classes, senders and policies of a scenario.
 *
 * @param eta headroom in bytes: of each queue under SIH, of each port under DSH. Absent: the exact need of each link
 * @param chip absent: a Tomahawk whose 32 ports are all wired
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

/** The parameters of DSH's theorems on bursts, for this switch. `memory` is the switch's memory minus the private memory of queues. */
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

/** A topology of kind `file` whose switches are whole chips. Idle hosts fill up the ports of each chip to 3.2 Tbps. */
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

/** A leaf-spine with `hosts` hosts on each leaf, and links of 2 us. Links of leaves to spines have `uplinkRate` Gbps. */
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

/** The time for which class `cls` of host `peer` was paused, ms. It includes PAUSEs of this class and PAUSEs of the host's whole port. */
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
