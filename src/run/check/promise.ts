/**
 * Who promises that nothing is lost in a lossless class, and where nobody does: a link policy that stops nobody or too late, headroom that is
 * smaller than what may follow a PAUSE, PAUSEs that may be lost themselves, memory that lossy classes may fill.
 *
 * A run that loses a packet for one of these reasons is as its scenario has it; one that does without any is a mistake of xoff.
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

/** Why packets of lossless classes may be lost that come in by some ports of switches. */
interface Risk {
  /** Network-wide numbers. */
  readonly ports: readonly number[];
  /** Bytes that are wanting at each of them, as far as they can be told. */
  readonly short: Bytes;
  /** What the scenario says, and what it should: a path from its root. */
  readonly mistake: ParamError;
}

/** The worst first. Equal ports are one risk. */
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

  /** A policy's own: a stop that comes too late or not at all, a limit that stops nobody. */
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

  /** What is kept free by the headroom policy, or for want of one by the buffer policy, against what may follow a stop. */
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

/** What is kept for packets that follow a stop at a port without memory of its own, and what they may be: for a queue, or for the port. */
export function headroomAt(
  { fabric, hosts, reaction }: Network,
  at: Switch,
  port: number,
): { readonly kept: Bytes; readonly need: Bytes; readonly each: "queue" | "port" } {
  const { dataHeader, wireOverhead, pause } = fabric.fidelity.frames;
  const { headroom, buffer } = at.policies;
  const { bytes, each } = headroom.kept ?? { bytes: buffer.kept ?? [], each: "queue" as const };
  // A port's PAUSE may find one of its queues' waiting for the wire.
  const frames = each === "port" ? 2 : 1;
  const need = exactHeadroom({
    ...{ frame: hosts.payload + dataHeader, wireOverhead, pfcWire: frames * (pause + wireOverhead) },
    ...{ rate: fastest(fabric, port, hosts.payload), delay: fabric.delay[port], reaction: reaction(port) },
  });
  return { kept: bytes[port] ?? 0, need, each };
}

/** What a link carries at most: more than its rate where times are cut to whole nanoseconds (`packet: { times: ns3 }`), by up to one a frame. */
function fastest({ fidelity, rate, wireTime }: Fabric, port: number, payload: Bytes): Bps {
  const { dataHeader, wireOverhead } = fidelity.frames;
  let most = rate[port];
  for (let size = dataHeader + 1; size <= dataHeader + payload; size++) {
    const [bits, time] = [(size + wireOverhead) * 8, wireTime(port, size)];
    if ((bits * 1e12) / rate[port] - time > 1) most = Math.max(most, (bits * 1e12) / time);
  }
  return most;
}

/** Why a packet may be lost that came in by `port`: the port's own reason, or one of its switch, whose memory ports share. */
export function riskAt(scenario: Scenario, network: Network, port: number): ParamError | undefined {
  const { node } = network.fabric;
  const all = risks(scenario, network);
  const own = all.find(({ ports }) => ports.includes(port));
  return (own ?? all.find(({ ports }) => ports.some((other) => node[other] === node[port])))?.mistake;
}

/** The first fault for which a packet of a lossless class may find no memory. */
export function riskOfFaults(
  { faults = [] }: Scenario,
  kinds: Readonly<Record<string, { readonly loses?: string }>>,
): ParamError | undefined {
  const first = faults.findIndex(({ kind }) => kinds[kind].loses !== undefined);
  if (first < 0) return undefined;
  const { kind } = faults[first];
  return new ParamError(`faults[${first}]`, `onDrop: count next to it, for ${kinds[kind].loses ?? ""}`, kind);
}

/** Of policies from files that decide about memory and stops, the first: nobody else promises for them. */
export function riskOfOwn({ modules = [] }: Scenario): ParamError | undefined {
  const own = modules.find(({ role }) => role === "link" || role === "headroom" || role === "buffer");
  if (own === undefined) return undefined;
  const expected = "a policy that pauses senders in time, and reserves memory for the packets after a PAUSE";
  return new ParamError(`policies.${own.role}`, expected, own.name);
}

const within = (path: string, { at, expected, got, hint }: ParamError): ParamError =>
  new ParamError(at === "" ? path : `${path}.${at}`, expected, got, hint);

/** Where the scenario says which link policy a port runs. */
function linkPaths({ links = [] }: Scenario, { fabric }: Network): (port: number) => string {
  const paths = new Map<number, string>();
  links.forEach(({ ports, policy }, k) => {
    if (policy === undefined) return;
    for (const end of ports) paths.set(portOn(fabric, end), `links[${k}].policy`);
  });
  return (port) => paths.get(port) ?? "policies.link";
}

/** Classes of traffic that memory is charged for and nobody is stopped for. */
function lossyClasses({ traffic, lossless, controlClass }: Scenario): number[] {
  const used = traffic.flatMap(({ values }) => [
    values["cls"] as number,
    ...["classes", "list"].flatMap((name) =>
      ((values[name] ?? []) as readonly { readonly class?: number }[]).flatMap((row) => row.class ?? []),
    ),
  ]);
  return [...new Set(used)].filter((cls) => cls !== controlClass && !lossless.includes(cls)).sort((a, b) => a - b);
}
