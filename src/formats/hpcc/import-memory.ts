/** Converts memory, headroom and thresholds of the switches of HPCC's simulator to settings of a scenario. */
import { spell } from "../../base/param-text.ts";
import { PS_PER_NS, type Bps, type Bytes } from "../../base/units.ts";
import { headroomLimit } from "../../fidelity/ns3/headroom.ts";
import { thresholdShift } from "../../fidelity/ns3/threshold.ts";
import type { HpccInput, Notes } from "./import-notes.ts";
import type { HpccTopology } from "./topology.ts";

/** Returns the name of a node, as `scenario/topology-file.ts` defines it. */
export const nodeName = ({ switches }: HpccTopology, id: number): string => `${switches.includes(id) ? "s" : "h"}${id}`;

/** Returns the rate and delay of each switch port. */
export function switchPorts({ links, switches }: HpccTopology): { readonly bps: Bps; readonly delayNs: number }[] {
  const isSwitch = new Set(switches);
  return links.flatMap((link) => [link.a, link.b].flatMap((node) => (isSwitch.has(node) ? [link] : [])));
}

/** Returns the distinct values and their numbers of occurrence, the most frequent value first. */
export function counted<Value>(values: readonly Value[]): (readonly [value: Value, count: number])[] {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}

export const ratesText = (rates: readonly Bps[]): string => rates.map((rate) => spell(rate, "bps")).join(", ");

/**
 * Returns the dynamic threshold as a policy. The simulator's threshold is the free pool, shifted right. The shift is 3 for a port at the
 * hosts' rate, and one less for each doubling of the port's rate.
 */
export function buffer({ topology, kin }: HpccInput, notes: Notes): string {
  // ns3-datacenter uses the same alpha for all ports.
  if (kin === "ns3-datacenter") return "{ name: dt, alpha: 1/8 }";
  const { links, switches, nodes } = topology;
  const isSwitch = new Set(switches);
  const host = Array.from({ length: nodes }, (_, id) => id).find((id) => !isSwitch.has(id));
  // The slowest link of the host is its NIC, because links inside a server are faster.
  const hostRate = Math.min(...links.flatMap(({ a, b, bps }) => (a === host || b === host ? [bps] : [])));
  const alphas = counted(switchPorts(topology).map(({ bps }) => 1 / (1 << thresholdShift(bps, hostRate))));
  const [[alpha] = [1 / 8], ...others] = alphas;
  const fraction = (value: number): string => `1/${1 / value}`;
  if (others.length > 0) {
    const text = others.map(([other, count]) => `${fraction(other)} at ${count}`).join(", ");
    notes.add(
      `The simulator's threshold has alpha ${fraction(alpha)} at most ports and, by their rate, ${text}; dt has one for all.`,
    );
  }
  return `{ name: dt, alpha: ${fraction(alpha)} }`;
}

/** Returns the headroom of a port. HPCC's simulator stores it in 32 bits, so a larger value wraps around. */
export const headroomOf = ({ bps, delayNs }: { readonly bps: Bps; readonly delayNs: number }): Bytes =>
  headroomLimit(bps, delayNs) % UINT32;

export function headroom({ topology, kin }: HpccInput, classes: number, notes: Notes): string {
  const kinds = new Map(
    switchPorts(topology).map((port) => [`${port.bps} ${port.delayNs}`, { ...port, size: headroomOf(port) }]),
  );
  const sizes = new Set([...kinds.values()].map(({ size }) => size));
  if (classes > 1 && kin === undefined) {
    notes.add(`The simulator reserves headroom once for each port, xoff for each of ${classes} lossless classes.`);
  }
  const [size = 0] = sizes;
  if (sizes.size <= 1) return ` { name: sih, size: ${spell(size, "bytes")}, resumeOffset: 3KiB }`;
  const profiles = [...kinds.values()].map(
    (kind) =>
      `      - { rate: ${spell(kind.bps, "bps")}, delay: ${spell(kind.delayNs * PS_PER_NS, "ps")}, size: ${spell(kind.size, "bytes")} }`,
  );
  return ["", "    name: sih", "    resumeOffset: 3KiB", "    profiles:", ...profiles].join("\n");
}

const UINT32 = 2 ** 32;
/** Memory that HPCC's simulator reserves for each port. */
const RESERVE: Bytes = 4096;
/** Number of queues of a port. ns3-datacenter gives headroom to each queue. */
const QUEUES = 8;
/**
 * Shared memory of a switch if ns3-datacenter's headroom exceeds BUFFER_SIZE. In the simulator the 64-bit difference
 * of the two then wraps around to a huge number. The value here is smaller, but no queue reaches it.
 */
const ENDLESS: Bytes = 2 ** 39;

/**
 * Returns the memory of switches. If the simulator's headroom and the scenario's headroom each fit into BUFFER_SIZE, the
 * memory is BUFFER_SIZE.
 *
 * Otherwise, and always for ns3-datacenter, the memory is the sum of two parts:
 *
 * - the headroom of the scenario
 * - the shared memory of the simulator, which is BUFFER_SIZE less the simulator's headroom. If that headroom
 *   exceeds BUFFER_SIZE, this unsigned difference wraps around. The sum then uses the wrapped difference, or `ENDLESS`
 *   for ns3-datacenter.
 */
export function memories(
  { config, topology, kin }: HpccInput,
  classes: number,
  notes: Notes,
): ReturnType<typeof memoryText> {
  const wrapped: string[] = [];
  const memory = new Map<number, Bytes>();
  for (const id of topology.switches) {
    const ports = topology.links.flatMap((link) => (link.a === id || link.b === id ? [headroomOf(link)] : []));
    const sum = ports.reduce((total, size) => total + size, 0);
    const left = config.buffer - (kin === "ns3-datacenter" ? QUEUES * sum : sum + RESERVE * ports.length);
    const shared =
      left >= 0 ? Math.max(left, 1) : kin === "ns3-datacenter" ? ENDLESS : ((left % UINT32) + UINT32) % UINT32 || 1;
    if (left < 0) wrapped.push(nodeName(topology, id));
    const fits = config.buffer > classes * sum && kin !== "ns3-datacenter";
    memory.set(id, left >= 0 && fits ? config.buffer : shared + classes * sum);
  }
  if (wrapped.length > 0) {
    const [first, ...more] = wrapped;
    const names = more.length === 0 ? first : `${first} and ${more.length} more`;
    notes.add(
      `BUFFER_SIZE ${config.buffer / (1024 * 1024)} is less than the headroom of ${names}. The simulator's difference wraps round, so that ` +
        "PFC can hardly fire there. Here such a switch has the memory that this leaves.",
      "BUFFER_SIZE",
    );
  }
  return memoryText(topology, [...memory], config.buffer);
}

/** Writes the memory of switches as a part of `topology`: the value of most switches, and the exceptions. */
export function memoryText(
  topology: HpccTopology,
  memory: readonly (readonly [id: number, bytes: Bytes])[],
  usually: Bytes,
): { readonly usual: Bytes; readonly others: string } {
  const [[usual] = [usually]] = counted(memory.map(([, bytes]) => bytes));
  const others = memory.flatMap(([id, bytes]) =>
    bytes === usual ? [] : [`"${nodeName(topology, id)}, ${spell(bytes, "bytes")}"`],
  );
  return { usual, others: others.length === 0 ? "" : `, memory: [${others.join(", ")}]` };
}
