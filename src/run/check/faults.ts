/**
 * Checks the faults of a scenario: whether the run is long enough for each fault, and whether lossless classes may lose
 * packets.
 */
import { formatBytes, formatRate } from "../../base/format.ts";
import { ParamError } from "../../base/params.ts";
import { cutBy } from "../network/reach.ts";
import type { FaultModule } from "../../contracts/faults.ts";
import type { Plan } from "../../contracts/traffic.ts";
import type { Network } from "../../sim/model/network.ts";
import { portOn } from "../../sim/model/numbering.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import type { Bytes, Ps } from "../../base/units.ts";
import { portName } from "./names.ts";
import { headroomAt } from "./lossless-guarantee.ts";

export type FaultModules = Readonly<Record<string, FaultModule>>;

/** A fault of the scenario, as `xoff check` shows it. */
export interface FaultSeen {
  readonly kind: string;
  readonly target: readonly string[];
  readonly at: Ps;
  /** Infinity: the fault lasts to the end of the run. */
  readonly until: Ps;
  /** The reason why packets of a lossless class may be lost. Empty: the fault loses none. */
  readonly loses: string;
  /** Pairs of hosts with traffic that lose their last path, with the reason. Absent: every pair keeps a path. */
  readonly cuts?: string;
  /**
   * The headroom of a lossless queue: reserved bytes and needed bytes. If the fault concerns several ports, it is that
   * of the port where most bytes are missing. Absent: the fault does not use headroom.
   */
  readonly headroom?: {
    readonly port: string;
    readonly kept: Bytes;
    /** Bytes that may arrive after a PAUSE. Infinity: the fault may lose the PAUSE, and then packets arrive until it is repeated. */
    readonly need: Bytes;
    readonly rate: string;
  };
}

export function faultsSeen(
  { faults = [], lossless, wiring }: Scenario,
  network: Network,
  plan: Plan,
  kinds: FaultModules,
): FaultSeen[] {
  return faults.map(({ kind, target, at, until, ports, values }) => {
    const module = kinds[kind];
    const { loses = "" } = module;
    const cut = module.cuts === true ? cutBy(wiring, plan, new Set(ports.map(({ link }) => link))) : "";
    const seen = {
      ...{ kind, target, at, until, loses: lossless.length === 0 ? "" : loses },
      ...(cut === "" ? {} : { cuts: cut }),
    };
    if (module.excess === undefined || seen.loses === "") return seen;
    const headroom = ports
      .flatMap((end) => shortage(network, portOn(network.fabric, end), (link) => module.excess?.(values, link) ?? 0))
      .sort((a, b) => b.need - b.kept - (a.need - a.kept))
      .at(0);
    return { ...seen, ...(headroom !== undefined && { headroom }) };
  });
}

/**
 * Returns the reserved and the needed headroom of a switch port, as a list of one. The list is empty if no fault can
 * make the port's headroom too small. This is so for a port of a host, a port whose link has no PAUSE frames, and a
 * port with its own memory.
 */
function shortage(
  network: Network,
  port: number,
  excess: (link: Parameters<NonNullable<FaultModule["excess"]>>[1]) => Bytes,
): NonNullable<FaultSeen["headroom"]>[] {
  const { fabric, switches } = network;
  const at = switches[fabric.node[port]];
  if (at === null || fabric.links[port].frames !== "pause" || (fabric.ownMemory?.[port] ?? 0) > 0) return [];
  const { kept, need } = headroomAt(network, at, port);
  const more = excess({ rate: fabric.rate[port], delay: fabric.delay[port] });
  return [{ port: portName(network, [port]), kept, need: need + more, rate: formatRate(fabric.rate[port]) }];
}

/**
 * Finds mistakes in faults. `late`: faults that cannot occur before the end of the run. `losing`: faults whose lost
 * packets would end the run.
 */
export function faultMistakes(
  { faults = [], until: end, onDrop, lossless }: Scenario,
  kinds: FaultModules,
): { readonly late: ParamError[]; readonly losing: ParamError[] } {
  const late = faults.flatMap(({ kind, at, values }, k) => {
    const found = kinds[kind].late?.(values, end - at);
    return found === undefined
      ? []
      : [new ParamError(`faults[${k}].${found.at}`, found.expected, found.got, found.hint)];
  });
  const losing = faults.flatMap(({ kind }, k) => {
    const { loses } = kinds[kind];
    if (loses === undefined || onDrop === "count" || lossless.length === 0) return [];
    return [
      new ParamError(`faults[${k}]`, `onDrop: count, since ${loses}`, kind, "Otherwise the first loss ends the run."),
    ];
  });
  return { late, losing };
}

/**
 * Describes the headroom in a sentence, such as "sw0's port to h1 reserves 31.58 KB for a lossless queue, but 25.06 MB
 * may follow a PAUSE".
 */
export function headroomSaid({ port, kept, need, rate }: NonNullable<FaultSeen["headroom"]>): string {
  const what =
    need === Infinity
      ? `it must store all bytes that arrive at ${rate} until the next PAUSE`
      : `${formatBytes(need)} may follow a PAUSE`;
  return `${port} reserves ${formatBytes(kept)} for a lossless queue, but ${what}`;
}
