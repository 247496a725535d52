/**
 * Resolves the measurements of a scenario by name. A node name denotes all its ports, `leaf0-spine1` the port of leaf0 to spine1, and
 * `h0..h15` the ports of these hosts. `all` denotes every port that the measurement permits.
 */
import { didYouMean, ParamError } from "../base/params.ts";
import { portName } from "../base/port-names.ts";
import type { Wiring } from "../contracts/topology.ts";
import { linkNames } from "../base/port-names.ts";
import { HostNames } from "./hosts.ts";
import { withDefaults } from "./with-defaults.ts";
import type { ChosenPolicy, Measure, LinkEnd } from "./scenario.ts";
import type { Spec } from "./schema.ts";
import type { Tables } from "./tables.ts";

export function measured(
  { pauses, headroom, every, queues, rates, goodputs, inFlight, probes }: Spec["measure"],
  wiring: Wiring,
  tables: Tables,
): Measure {
  const places = new Places(wiring);
  return {
    pauses,
    headroom,
    every,
    queues: places.ports("queues", queues, true),
    rates: places.ports("rates", rates, false),
    goodputs,
    inFlight,
    ...(probes.length === 0 ? {} : { probes: probes.map((probe, k) => chosenProbe(probe, k, tables)) }),
  };
}

/** A probe with its defaults filled in. */
function chosenProbe({ name, ...given }: Spec["measure"]["probes"][number], k: number, tables: Tables): ChosenPolicy {
  const probe = tables.probes[name];
  const values = withDefaults(probe, given);
  try {
    probe.check?.(values);
  } catch (error) {
    if (!(error instanceof ParamError)) throw error;
    throw new ParamError(`probes[${k}].${error.at}`, error.expected, error.got, error.hint);
  }
  return { name, values };
}

class Places {
  private readonly wiring: Wiring;
  private readonly hosts: HostNames;
  private readonly portsOf = new Map<string, LinkEnd[]>();

  constructor(wiring: Wiring) {
    this.wiring = wiring;
    this.hosts = new HostNames(wiring);
    const { names, links } = wiring;
    const add = (name: string, port: LinkEnd): void => {
      const ports = this.portsOf.get(name);
      if (ports === undefined) this.portsOf.set(name, [port]);
      else ports.push(port);
    };
    links.forEach(({ a, b }, link) => {
      add(names[a], { node: a, link });
      add(names[b], { node: b, link });
    });
    linkNames(wiring).forEach((own, link) => {
      const { a, b, joins } = links[link];
      own.forEach((name, k) => {
        // `linkNames` lists the names of both directions in turn, such as s-t and t-s. A name denotes the port at its
        // first node. That is end `a` of the link if the name has an even index, and end `b` if it has an odd one. If
        // several links join s and t, the name s-t denotes the ports of all these links at s. The name s-t#2 denotes
        // only the port of the second link.
        add(name, { node: k % 2 === 0 ? a : b, link });
      });
      if (joins === undefined) return;
      const [one, other] = joins.map((node) => names[node]);
      add(portName(one, other, 1), { node: a, link });
      add(portName(other, one, 1), { node: b, link });
    });
  }

  /**
   * The ports that the names denote, each once. Throws `ParamError` for an unknown name, and for a host's name if only switches are
   * allowed.
   */
  ports(field: string, names: readonly string[], switchesOnly: boolean): LinkEnd[] {
    const found = new Map<string, LinkEnd>();
    names.forEach((name, k) => {
      for (const port of this.named(name, `${field}[${k}]`, switchesOnly)) {
        if (switchesOnly && !this.wiring.isSwitch[port.node]) {
          const hint = "It is a host, whose packets wait in their flows: use rates or goodputs.";
          throw new ParamError(`${field}[${k}]`, "a switch, or its port to a neighbour", name, hint);
        }
        found.set(`${port.node} ${port.link}`, port);
      }
    });
    return [...found.values()];
  }

  private named(name: string, at: string, switchesOnly: boolean): readonly LinkEnd[] {
    const ports = this.portsOf.get(name);
    if (ports !== undefined) return ports;
    if (name === "all") {
      const { names, isSwitch } = this.wiring;
      return names.flatMap((node, k) => (switchesOnly && !isSwitch[k] ? [] : (this.portsOf.get(node) ?? [])));
    }
    if (name.includes("..")) {
      return this.hosts.many(name, at).flatMap((host) => this.portsOf.get(this.wiring.names[host]) ?? []);
    }
    const known = [...this.portsOf.keys()];
    const example = known.find(
      (one) => one.includes("-") && this.wiring.isSwitch[this.portsOf.get(one)?.[0].node ?? 0],
    );
    const what = switchesOnly ? "a switch" : "a node";
    throw new ParamError(at, `the name of ${what}, or of its port such as ${example}`, name, didYouMean(name, known));
  }
}
