/**
 * Finds the ports at which a lossless class may lose packets by the settings of the scenario. Possible reasons:
 *
 * - a link policy that never pauses the upstream, or too late
 * - headroom smaller than the bytes that may follow a PAUSE
 * - PAUSE frames that may be lost
 * - memory that lossy classes may fill
 *
 * A run that loses a packet for one of these reasons follows its scenario. A loss without any of them is an internal error.
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

/** A reason why packets of lossless classes may be lost that arrive at some ports of switches. */
interface Risk {
  /** Network-wide numbers. */
  readonly ports: readonly number[];
  /** The missing bytes at each of these ports, as far as known. */
  readonly short: Bytes;
  /** The setting and its expected value, with the path in the scenario. */
  readonly mistake: ParamError;
}

/** The risks of a scenario, the worst first. Equal ports are one risk. */
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

  /** The risk that the link policy itself reports: a pause that comes too late or never. */
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
          `every class with traffic: they share the memory of ${portName(network, ports)}`,
          `traffic of lossy classes too: ${lossy}`,
        );
      return { key: "mixed", short: Infinity, mistake };
    }
    const { bitErrorRate = 0, frameErrorRate = 0 } = fabric.wiring.links[fabric.linkOf[port]];
    if (bitErrorRate === 0 && frameErrorRate === 0) return undefined;
    const mistake = (ports: readonly number[]): ParamError =>
      new ParamError(
        "topology",
        "links that lose no PAUSE",
        `errors on ${portName(network, ports)}`,
        "Packets after a lost PAUSE may find no memory: remove the errors, or set onDrop: count.",
      );
    return { key: "damaged", short: Infinity, mistake };
  }

  /**
   * The missing headroom at a port: the need after a PAUSE, less the bytes that the headroom policy reserves. Without a reserve of that
   * policy, the buffer policy's reserve counts.
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
        `${formatBytes(need)} or more for ${what}: so many bytes may follow a PAUSE at ${where}`,
        formatBytes(kept),
      );
    };
    return { key: `${kept} ${need} ${rate[port]} ${delay[port]}`, short: need - kept, mistake };
  }
}

interface Reason {
  readonly key: string;
  readonly short: Bytes;
  readonly mistake: (ports: readonly number[]) => ParamError;
}

/**
 * At a port without its own memory: the bytes reserved for packets that follow a PAUSE, and the bytes that may follow. Both are for one
 * queue or for the port.
 */
export function headroomAt(
  { fabric, hosts, reaction }: Network,
  at: Switch,
  port: number,
): { readonly kept: Bytes; readonly need: Bytes; readonly each: "queue" | "port" } {
  const { dataHeader, wireOverhead, pause } = fabric.fidelity.frames;
  const { headroom, buffer } = at.policies;
  const { bytes, each } = headroom.kept ?? { bytes: buffer.kept ?? [], each: "queue" as const };
  // The PAUSE of a port may wait for the wire behind the PAUSE of one of its queues.
  const frames = each === "port" ? 2 : 1;
  const need = exactHeadroom({
    ...{ frame: hosts.payload + dataHeader, wireOverhead, pfcWire: frames * (pause + wireOverhead) },
    ...{ rate: fastest(fabric, port, hosts.payload), delay: fabric.delay[port], reaction: reaction(port) },
  });
  return { kept: bytes[port] ?? 0, need, each };
}

/**
 * The maximum rate of a link. It exceeds the nominal rate by at most a nanosecond per frame if times are truncated to whole nanoseconds
 * (`packet: { times: ns3 }`).
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
 * The reason why a packet that arrived by `port` may be lost. It is a risk of the port, or of another port that shares the memory of the
 * switch.
 */
export function riskAt(scenario: Scenario, network: Network, port: number): ParamError | undefined {
  const { node } = network.fabric;
  const all = risks(scenario, network);
  const own = all.find(({ ports }) => ports.includes(port));
  return (own ?? all.find(({ ports }) => ports.some((other) => node[other] === node[port])))?.mistake;
}

/** The first fault that may leave a packet of a lossless class without memory. */
export function riskOfFaults(
  { faults = [] }: Scenario,
  kinds: Readonly<Record<string, { readonly loses?: string }>>,
): ParamError | undefined {
  const first = faults.findIndex(({ kind }) => kinds[kind].loses !== undefined);
  if (first < 0) return undefined;
  const { kind } = faults[first];
  return new ParamError(`faults[${first}]`, `onDrop: count, since ${kinds[kind].loses ?? ""}`, kind);
}

/** The first user policy that decides about memory or pauses. xoff cannot guarantee losslessness for it. */
export function riskOfOwn({ modules = [] }: Scenario): ParamError | undefined {
  const own = modules.find(({ role }) => role === "link" || role === "headroom" || role === "buffer");
  if (own === undefined) return undefined;
  const expected = "a policy that pauses senders in time, and reserves memory for the packets after a PAUSE";
  return new ParamError(`policies.${own.role}`, expected, own.name);
}

const within = (path: string, { at, expected, got, hint }: ParamError): ParamError =>
  new ParamError(at === "" ? path : `${path}.${at}`, expected, got, hint);

/** By port: the path in the scenario of its link policy. */
function linkPaths({ links = [] }: Scenario, { fabric }: Network): (port: number) => string {
  const paths = new Map<number, string>();
  links.forEach(({ ports, policy }, k) => {
    if (policy === undefined) return;
    for (const end of ports) paths.set(portOn(fabric, end), `links[${k}].policy`);
  });
  return (port) => paths.get(port) ?? "policies.link";
}

/** Classes of traffic that are charged to memory and never paused. */
function lossyClasses({ traffic, lossless, controlClass }: Scenario): number[] {
  const used = traffic.flatMap(({ values }) => [
    values["cls"] as number,
    ...["classes", "list"].flatMap((name) =>
      ((values[name] ?? []) as readonly { readonly class?: number }[]).flatMap((row) => row.class ?? []),
    ),
  ]);
  return [...new Set(used)].filter((cls) => cls !== controlClass && !lossless.includes(cls)).sort((a, b) => a - b);
}
