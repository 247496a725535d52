/** Finds the links between devices: from DEVICE_NEIGHBOR of configs, from the output of LLDP, or from a containerlab topology. */
import { InputError } from "../hpcc/input-error.ts";
import { parseJson, placeIn, type JsonNode } from "./json-text.ts";
import type { SonicSwitch } from "./switch-of.ts";

export interface End {
  readonly node: string;
  readonly port: string;
}
/** A link from a port of a switch to another device. */
export interface Wire {
  readonly from: End;
  readonly to: End;
}

/** Reads DEVICE_NEIGHBOR: port -> { name, port }. In an older format the keys are names and the local port is a field. */
export function neighbours({ db, name, ports }: SonicSwitch): Wire[] {
  const known = new Set(ports.map((port) => port.name));
  return db.rows("DEVICE_NEIGHBOR").flatMap((row) => {
    const local = known.has(row.key) ? row.key : db.field(row, "local_port");
    if (local === undefined) return [];
    const to = { node: db.field(row, "name") ?? row.key, port: db.field(row, "port") ?? "" };
    return [{ from: { node: name, port: local }, to }];
  });
}

/** Reads the output of `lldpctl -f json` on the switch `node`. Throws `InputError`. */
export function lldpWires(text: string, file: string, node: string): Wire[] {
  const root = parseJson(text, file);
  const list = child(child(root, "lldp"), "interface");
  if (list === undefined) {
    const place = { file, ...placeIn(text, root.start) };
    throw new InputError(place, "the output of lldpctl -f json, with lldp and its interface", "something else");
  }
  const entries = list.kind === "list" ? list.items : [list];
  return entries.flatMap((entry) =>
    entry.kind !== "object"
      ? []
      : [...entry.members].flatMap(([port, { node: heard }]): Wire[] => {
          const chassis = child(heard, "chassis");
          const named = chassis?.kind === "object" ? [...chassis.members.keys()][0] : undefined;
          const peer = textAt(chassis, "name") ?? named;
          if (peer === undefined) return [];
          const id = textAt(child(child(heard, "port"), "id"), "value") ?? textAt(child(heard, "port"), "descr") ?? "";
          return [{ from: { node, port }, to: { node: peer, port: id } }];
        }),
  );
}

function child(node: JsonNode | undefined, name: string): JsonNode | undefined {
  const found = node?.kind === "object" ? node.members.get(name)?.node : undefined;
  return found;
}

function textAt(node: JsonNode | undefined, name: string): string | undefined {
  const found = child(node, name);
  return found?.kind === "scalar" && typeof found.value === "string" ? found.value : undefined;
}

/**
 * Reads the links of a containerlab topology. containerlab numbers the interfaces of a switch from eth1, or names them
 * as SONiC does, such as Ethernet0.
 */
export function containerlabWires(value: unknown, file: string, switches: readonly SonicSwitch[]): Wire[] {
  const links = (value as { topology?: { links?: unknown } } | null)?.topology?.links;
  if (!Array.isArray(links)) throw new InputError({ file }, "topology with links, as of containerlab", "none");
  const byName = new Map(switches.map((at) => [at.name, at]));
  const endOf = (end: unknown, k: number): End => {
    const given = typeof end === "string" ? end : joined(end);
    const [, node, port] = /^([^:]+):([^:]+)$/.exec(given) ?? [];
    if (port === undefined)
      throw new InputError({ file }, `ends such as leaf0:eth1 in links[${k}]`, JSON.stringify(end) ?? "nothing");
    const index = /^eth(\d+)$/.exec(port)?.[1];
    const own = index === undefined ? undefined : byName.get(node)?.ports[Number(index) - 1];
    return { node, port: own?.name ?? port };
  };
  return links.flatMap((link, k): Wire[] => {
    const ends: unknown = (link as { endpoints?: unknown } | null)?.endpoints;
    if (!Array.isArray(ends) || ends.length !== 2)
      throw new InputError({ file }, `two endpoints in links[${k}]`, "something else");
    const [a, b] = [endOf(ends[0], k), endOf(ends[1], k)];
    return byName.has(a.node) ? [{ from: a, to: b }] : byName.has(b.node) ? [{ from: b, to: a }] : [];
  });
}

/** Reads the long form of a link's end: { node: leaf0, interface: eth1 }. */
function joined(end: unknown): string {
  const { node, interface: port } = (end ?? {}) as { node?: unknown; interface?: unknown };
  return typeof node === "string" && typeof port === "string" ? `${node}:${port}` : "";
}

/**
 * Assigns ports to a topology that lists links in xoff's form, `{ topology: { links: ["leaf0, spine0", ...] } }`. Each link takes the next
 * free ports of its switches.
 */
export function listedWires(
  links: readonly (readonly [a: string, b: string])[],
  switches: readonly SonicSwitch[],
): Wire[] {
  const free = new Map(
    switches.map(({ name, ports }) => [name, ports.filter(({ up }) => up).map((port) => port.name)]),
  );
  return links.flatMap(([a, b]): Wire[] => {
    const ends = [a, b].map((node): End => ({ node, port: free.get(node)?.shift() ?? "" }));
    const [from, to] = ends[0].port === "" ? [ends[1], ends[0]] : ends;
    return from.port === "" ? [] : [{ from, to }];
  });
}
