/**
 * Finds the switch ports at which a lossless class may lose packets because of the scenario's settings. Possible
 * reasons:
 *
 * - a link policy that pauses the upstream too late or never
 * - headroom smaller than the bytes that may follow a PAUSE
 * - PAUSE frames that may be lost
 * - lossy classes that may fill the memory of lossless ones
 * - a routing policy that holds packets at a leaf without charging them to memory: on release they may find no memory
 *
 * If a lossless class loses a packet, the run ends. The error names one of these reasons. A loss without any of them is
 * an internal error of xoff.
 */
import { formatBytes, formatRate, formatTime } from "../../base/format.ts";
import type { Fabric } from "../../sim/model/fabric.ts";
import type { Network } from "../../sim/model/network.ts";
import { portOn } from "../../sim/model/numbering.ts";
import type { Switch } from "../../sim/model/switch.ts";
import { ParamError } from "../../base/params.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import { exactHeadroom } from "../../theory/headroom.ts";
import type { Bps, Bytes } from "../../base/units.ts";
import { portName } from "./names.ts";

/** A reason why packets of lossless classes that arrive at certain switch ports may be lost. */
interface Risk {
  /** The ports at which packets may be lost, each as its network-wide port number. */
  readonly ports: readonly number[];
  /** The bytes of memory that are missing at each port of `ports`. Infinity: this number is unknown. */
  readonly short: Bytes;
  /** The setting that causes the risk, with its path in the scenario and its expected value. */
  readonly mistake: ParamError;
}

/** The risks of a scenario, sorted by the missing bytes of headroom, the largest first. Ports with the same risk are one entry. */
export function risks(scenario: Scenario, network: Network): Risk[] {
  if (scenario.lossless.length === 0) return [];
  const found = new Map<string, { ports: number[]; short: Bytes; mistake: (ports: readonly number[]) => ParamError }>();
  const pathOf = linkPaths(scenario, network);
  const isMixed = lossyClasses(scenario).length > 0;
  for (const at of network.switches) {
    if (at === null) continue;
    for (let port = at.base; port < at.base + at.ports; port++) {
      const reason = leakAt(at, port) ?? shortfall(at, port);
      if (reason === undefined) continue;
      const { key, short, mistake } = reason;
      const row = found.get(key);
      if (row === undefined) found.set(key, { ports: [port], short, mistake });
      else row.ports.push(port);
    }
  }
  return [...found.values()]
    .sort((a, b) => b.short - a.short)
    .map(({ ports, short, mistake }) => ({ ports, short, mistake: mistake(ports) }));

  /**
   * A risk that does not depend on the size of the headroom. Either the link policy or the buffer policy reports the
   * risk (`leak`), or this function finds it. The function looks for three causes:
   * - lossy classes that share a port's memory with lossless ones
   * - packets that the routing policy holds back without charging them to memory
   * - lost PAUSE frames
   */
  function leakAt(at: Switch, port: number): Reason | undefined {
    const { fabric } = network;
    const leak = fabric.links[port].leak?.(port);
    if (leak !== undefined)
      return { key: `${pathOf(port)} ${leak.message}`, short: Infinity, mistake: () => within(pathOf(port), leak) };
    const refusal = at.policies.buffer.leak?.(port, isMixed);
    if (refusal !== undefined)
      return { key: refusal.message, short: Infinity, mistake: () => within("policies.buffer", refusal) };
    if (isMixed && (fabric.ownMemory?.[port] ?? 0) > 0) {
      const lossy = lossyClasses(scenario).join(", ");
      const mistake = (ports: readonly number[]): ParamError =>
        new ParamError(
          "classes.lossless",
          `every class with traffic, because all classes share the memory of ${portName(network, ports)}`,
          `lossy classes with traffic: ${lossy}`,
        );
      return { key: "mixed", short: Infinity, mistake };
    }
    if (holdsUncharged(network, at, port)) {
      const mistake = (ports: readonly number[]): ParamError =>
        new ParamError(
          "policies.routing",
          `a policy that charges held packets to memory, because packets that a leaf releases follow a PAUSE of ${portName(network, ports)}`,
          scenario.policies.routing.name,
          "Set onDrop: count, or choose another routing policy.",
        );
      return { key: "held", short: Infinity, mistake };
    }
    const { bitErrorRate = 0, frameErrorRate = 0 } = fabric.wiring.links[fabric.linkOf[port]];
    if (bitErrorRate === 0 && frameErrorRate === 0) return undefined;
    // A link with retry loses no credit, so a credit-based policy is safe. But retransmission delays a PAUSE frame, so
    // headroom may be too small.
    if (fabric.retry?.has(port) === true && fabric.links[port].frames !== "pause") return undefined;
    const mistake = (ports: readonly number[]): ParamError =>
      new ParamError(
        "topology",
        "links without errors, because packets after a lost PAUSE frame may find no memory",
        `errors on ${portName(network, ports)}`,
        "Remove the errors, or set onDrop: count.",
      );
    return { key: "damaged", short: Infinity, mistake };
  }

  /**
   * The risk of insufficient headroom at a port: more bytes may follow a PAUSE than the headroom policy reserves. If
   * that policy reserves none, the reserve of the buffer policy is compared.
   */
  function shortfall(at: Switch, port: number): Reason | undefined {
    if ((network.fabric.ownMemory?.[port] ?? 0) > 0) return undefined;
    const { kept, need } = headroomAt(network, at, port);
    if (kept >= need) return undefined;
    const { rate, delay } = network.fabric;
    const { headroom, buffer } = at.policies;
    const mistake = (ports: readonly number[]): ParamError => {
      const where = `${portName(network, ports)} (${formatRate(rate[port])}, ${formatTime(delay[port])})`;
      const what = headroom.kept?.each === "port" ? "a port" : "each lossless queue";
      return new ParamError(
        `policies.${headroom.kept !== undefined ? "headroom.size" : buffer.admits === undefined ? "headroom" : "buffer.headroom"}`,
        `${formatBytes(need)} or more for ${what}, because that many bytes may follow a PAUSE at ${where}`,
        formatBytes(kept),
      );
    };
    return { key: `${kept} ${need} ${rate[port]} ${delay[port]}`, short: need - kept, mistake };
  }
}

/**
 * True if the routing policy may hold packets that arrive by `port`, without charging them to memory. It holds packets
 * only at leaves, and only packets from other switches.
 */
function holdsUncharged({ fabric, switches }: Network, at: Switch, port: number): boolean {
  const { held, node, peer } = fabric;
  const isToHost = (other: number): boolean => switches[node[peer[other]]] === null;
  if (held === null || held.isCharged || isToHost(port)) return false;
  for (let other = at.base; other < at.base + at.ports; other++) if (isToHost(other)) return true;
  return false;
}

const ALL_CLASSES: readonly number[] = [0, 1, 2, 3, 4, 5, 6, 7];

interface Reason {
  readonly key: string;
  readonly short: Bytes;
  readonly mistake: (ports: readonly number[]) => ParamError;
}

/**
 * The headroom at a port that shares the memory of its switch. Headroom is for packets that arrive after the switch has
 * sent a PAUSE. `kept`: the bytes reserved for such packets. `need`: the maximum number of bytes that may arrive.
 * `each` says whether both are for one queue or for the whole port.
 */
export function headroomAt(
  { fabric, hosts, reaction }: Network,
  at: Switch,
  port: number,
): { readonly kept: Bytes; readonly need: Bytes; readonly each: "queue" | "port" } {
  const { dataHeader, wireOverhead, pause } = fabric.fidelity.frames;
  const { headroom, buffer } = at.policies;
  const { bytes, each } = headroom.kept ?? { bytes: buffer.kept ?? [], each: "queue" as const };
  // With headroom for a whole port, one packet may cause two PAUSE frames: one for its queue and one for the port. The
  // frame for the queue leaves first and delays the one for the port. So the headroom must cover the time of both frames
  // (docs/errata.md).
  const frames = each === "port" ? 2 : 1;
  const need = exactHeadroom({
    ...{ frame: hosts.payload + dataHeader, wireOverhead, pfcWire: frames * (pause + wireOverhead) },
    ...{ rate: fastest(fabric, port, hosts.payload), delay: fabric.delay[port], reaction: reaction(port) },
  });
  return { kept: bytes[port] ?? 0, need, each };
}

/**
 * The maximum rate of a link. With `packet: { times: ns3 }`, transmission times are truncated to whole nanoseconds. A
 * frame then takes up to 1 ns less than at the nominal rate.
 */
function fastest({ fidelity, rate, wireTime }: Fabric, port: number, payload: Bytes): Bps {
  const { dataHeader, wireOverhead } = fidelity.frames;
  let most = rate[port];
  for (let size = dataHeader + 1; size <= dataHeader + payload; size++) {
    const [bits, time] = [(size + wireOverhead) * 8, wireTime(port, size)];
    if ((bits * 1e12) / rate[port] - time > 1) most = Math.max(most, (bits * 1e12) / time);
  }
  return most;
}

/**
 * The reason why a packet that arrived at `port` may be lost. If that port has a risk, the risk is the reason.
 * Otherwise it is the risk of another port of the same switch, because ports share memory. Undefined: no port of the
 * switch has a risk.
 */
export function riskAt(scenario: Scenario, network: Network, port: number): ParamError | undefined {
  const { node } = network.fabric;
  const all = risks(scenario, network);
  const own = all.find(({ ports }) => ports.includes(port));
  return (own ?? all.find(({ ports }) => ports.some((other) => node[other] === node[port])))?.mistake;
}

/** The first fault that may cause the loss of a packet of a lossless class. */
export function riskOfFaults(
  { faults = [] }: Scenario,
  kinds: Readonly<Record<string, { readonly loses?: string }>>,
): ParamError | undefined {
  const first = faults.findIndex(({ kind }) => kinds[kind].loses !== undefined);
  if (first < 0) return undefined;
  const { kind } = faults[first];
  return new ParamError(`faults[${first}]`, `onDrop: count, since ${kinds[kind].loses ?? ""}`, kind);
}

/**
 * An error for the first user policy that decides about memory or pauses. For such a policy xoff cannot guarantee that no
 * packet is lost.
 */
export function riskOfOwn({ modules = [] }: Scenario): ParamError | undefined {
  const own = modules.find(({ role }) => role === "link" || role === "headroom" || role === "buffer");
  if (own === undefined) return undefined;
  const expected = "a policy that pauses senders in time, and reserves memory for the packets after a PAUSE";
  return new ParamError(`policies.${own.role}`, expected, own.name);
}

const within = (path: string, { at, expected, got, hint }: ParamError): ParamError =>
  new ParamError(at === "" ? path : `${path}.${at}`, expected, got, hint);

/** By port: the path of its link policy in the scenario. */
function linkPaths({ links = [] }: Scenario, { fabric }: Network): (port: number) => string {
  const paths = new Map<number, string>();
  links.forEach(({ ports, policy }, k) => {
    if (policy === undefined) return;
    for (const end of ports) paths.set(portOn(fabric, end), `links[${k}].policy`);
  });
  return (port) => paths.get(port) ?? "policies.link";
}

/**
 * The lossy classes with traffic. The control class is left out, because its packets have a separate memory. Messages of
 * a transport are traffic too. If the transport has the parameter `headers`, this is the class of its messages. Without
 * the parameter, its messages may have any class. All lossy classes then have traffic.
 */
function lossyClasses({ traffic, lossless, controlClass, policies: { transport } }: Scenario): number[] {
  const messages = transport === undefined ? [] : [(transport.values["headers"] as number | undefined) ?? ALL_CLASSES];
  const used = traffic.flatMap(({ values }) => [
    values["cls"] as number,
    ...["classes", "list"].flatMap((name) =>
      ((values[name] ?? []) as readonly { readonly class?: number }[]).flatMap((row) => row.class ?? []),
    ),
  ]);
  return [...new Set([...used, ...messages.flat()])]
    .filter((cls) => cls !== controlClass && !lossless.includes(cls))
    .sort((a, b) => a - b);
}
