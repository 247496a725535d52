/** Joins the wires of several configs to links with both ends. Finds wires for which the configs of the two switches disagree. */
import { finding, type Finding } from "./finding.ts";
import type { SonicPort, SonicSwitch } from "./switch-of.ts";
import type { End, Wire } from "./wiring.ts";

export interface LinkEnd {
  readonly at: SonicSwitch;
  readonly port: SonicPort;
}

export interface SonicLink {
  readonly a: LinkEnd;
  readonly b: LinkEnd;
}

export interface Links {
  /** Links between two of the switches. */
  readonly links: readonly SonicLink[];
  /** Ports to devices without a config, such as NICs. */
  readonly edges: readonly LinkEnd[];
  readonly mistakes: readonly Finding[];
}

/** Returns "leaf0|Ethernet4". */
export const endName = ({ at, port }: LinkEnd): string => `${at.name}|${port.name}`;

/**
 * Makes links of the wires: two wires that are the two ends of one link are joined. Each wire names a port of one of the
 * switches, and the peer of this port. The peer has the name
 * from that switch's config or LLDP table.
 */
export function linksOf(switches: readonly SonicSwitch[], wires: readonly Wire[]): Links {
  const byName = new Map(switches.map((at) => [at.name, at]));
  const known = wires.flatMap((wire) => {
    const near = endOf(wire.from);
    return near === undefined || wire.from.node === wire.to.node ? [] : [{ near, to: wire.to, far: endOf(wire.to) }];
  });
  // By port: the port's peer, as named by the config or LLDP table of the switch that has the port.
  const peers = new Map(
    known.map(({ near, to, far }) => [endName(near), far === undefined ? `${to.node}|${to.port}` : endName(far)]),
  );
  const links = new Map<string, SonicLink>();
  const edges: LinkEnd[] = [];
  const mistakes: Finding[] = [];
  for (const { near, to, far } of known) {
    if (!byName.has(to.node)) edges.push(near);
    else if (far === undefined) {
      if (to.port !== "") mistakes.push(disagreement(near, `${to.node}|${to.port}`, `a port that ${to.node} has`));
    } else {
      const back = peers.get(endName(far)) ?? endName(near);
      if (back === endName(near)) links.set([endName(near), endName(far)].sort().join(), { a: near, b: far });
      else mistakes.push(disagreement(near, endName(far), `a port whose config names ${endName(near)}, not ${back}`));
    }
  }
  return { links: [...links.values()], edges, mistakes };

  function endOf({ node, port: name }: End): LinkEnd | undefined {
    const at = byName.get(node);
    const port = at?.ports.find((one) => one.name === name) ?? at?.ports.find((one) => one.alias === name);
    return at === undefined || port === undefined ? undefined : { at, port };
  }
}

function disagreement({ at, port }: LinkEnd, found: string, expected: string): Finding {
  const { db } = at;
  const row =
    db.find("DEVICE_NEIGHBOR", port.name) ??
    db.rows("DEVICE_NEIGHBOR").find((one) => db.field(one, "local_port") === port.name);
  return finding(db, "neighbours-disagree", {
    ...{ row, field: "port", table: "DEVICE_NEIGHBOR", found, expected },
    mend: "Correct DEVICE_NEIGHBOR or the cabling: the two ends of this link were not compared.",
  });
}
