/**
 * Converts switches and their wires to nodes and links of a scenario. Each config is a switch, and any other device on its ports is a host.
 */
import type { Bps } from "../../base/units.ts";
import { shown } from "./config-db.ts";
import { linkOf, USUAL_MBPS, USUAL_METRES, type SonicPort, type SonicSwitch } from "./switch-of.ts";
import type { Wire } from "./wiring.ts";

export interface FabricLink {
  readonly a: string;
  readonly b: string;
  readonly rate: Bps;
  readonly metres: number;
  /** Number of parallel links. */
  readonly parallel: number;
}

export interface SonicFabric {
  readonly switches: readonly string[];
  readonly hosts: readonly string[];
  readonly links: readonly FabricLink[];
  /**
   * The scenario's name of a port, such as leaf0-h3. The key has its switch and its name in SONiC, such as
   * "leaf0|Ethernet12". Ports without a link are left out.
   */
  readonly portNames: ReadonlyMap<string, string>;
  readonly notes: readonly string[];
}

/** Returns a valid node name of a scenario. A dash is not allowed in it, because a link is named by its ends with a dash between them. */
export function plain(name: string): string {
  const made = name
    .slice(0, MAX_NAME)
    .replace(/[^A-Za-z0-9_.]|\.(?=\.)/g, "_")
    .replace(/^[^A-Za-z]/, "n$&");
  return made === "" || made === "all" ? `${made}node` : made;
}
const MAX_NAME = 64;

export function fabricOf(switches: readonly SonicSwitch[], given: readonly Wire[]): SonicFabric {
  const notes: string[] = [];
  const names = new Map(switches.map(({ name }) => [name, plain(name)]));
  const portsOf = new Map(switches.map((at) => [at.name, new Map(at.ports.map((port) => [port.name, port]))]));
  const wires = given.length > 0 ? given : switches.flatMap(lonely);
  if (given.length === 0) notes.push("Nothing says what hangs on the ports: each that is up has a host of its own.");
  const hosts: string[] = [];
  const links = new Map<string, { a: string; b: string; rate: Bps; metres: number; parallel: number }>();
  const used = new Set<string>();
  const portNames = new Map<string, string>();
  let guessed = 0;
  for (const { from, to } of wires) {
    const port = portsOf.get(from.node)?.get(from.port);
    const key = `${from.node}|${from.port}`;
    if (port === undefined || !port.up || used.has(key)) continue;
    const peer = portsOf.get(to.node)?.get(to.port);
    if (to.node === from.node) continue;
    used.add(key);
    if (peer !== undefined) used.add(`${to.node}|${to.port}`);
    if (port.speed === undefined || port.cable === undefined || port.cable === 0) guessed++;
    const a = plain(from.node);
    let b = names.get(to.node);
    if (b === undefined) {
      b = plain(to.node);
      while (switchNames().has(b)) b = `${b}_`;
      if (!hosts.includes(b)) hosts.push(b);
    }
    portNames.set(key, `${a}-${b}`);
    if (peer !== undefined) portNames.set(`${to.node}|${to.port}`, `${b}-${a}`);
    const { speed, metres } = linkOf(port);
    const rate = speed * 1e6;
    const pair = [a, b].sort().join("-");
    const before = links.get(pair);
    if (before === undefined) links.set(pair, { a, b, rate, metres, parallel: 1 });
    else {
      before.parallel++;
      if (before.rate !== rate || before.metres !== metres)
        notes.push(
          `${shown(key)}: links side by side between ${a} and ${b} are alike here, ${before.rate / 1e9} Gbps and ${before.metres} m.`,
        );
    }
  }
  if (guessed > 0)
    notes.push(
      `${guessed === 1 ? "A port" : `${guessed} ports`} without speed or cable length: what is not said is taken for ${USUAL_MBPS / 1000} Gbps or ${USUAL_METRES} m.`,
    );
  for (const { name, ports } of switches)
    if (ports.every(({ up }) => !up)) notes.push(`${shown(name)} has no port with admin_status up.`);
  const idle = switches.flatMap(({ name, ports }) =>
    ports.filter(({ up, name: port }) => up && !used.has(`${name}|${port}`)),
  );
  if (given.length > 0 && idle.length > 0)
    notes.push(
      `${idle.length === 1 ? "A port is" : `${idle.length} ports are`} up and wired to nothing that is known: left out.`,
    );
  while (hosts.length < 2) {
    const host = `added${hosts.length}`;
    const first = [...switchNames()][0];
    hosts.push(host);
    links.set(host, { a: first, b: host, rate: USUAL_MBPS * 1e6, metres: USUAL_METRES, parallel: 1 });
    notes.push(`A scenario has two hosts or more: ${host} was added to ${first}.`);
  }
  return { switches: [...switchNames()], hosts, links: [...links.values()], portNames, notes };

  function switchNames(): Set<string> {
    return new Set(names.values());
  }
}

/** Adds a host to each port that is up. */
function lonely({ name, ports }: SonicSwitch): Wire[] {
  const up = ports.filter((port: SonicPort) => port.up);
  return up.map((port) => ({ from: { node: name, port: port.name }, to: { node: `${name}_${port.name}`, port: "" } }));
}
