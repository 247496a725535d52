/**
 * Your own topology: which nodes are linked?
 *
 *   h0 h1 ... -- s0 -- s1 -- ... -- s0     a ring of switches, each with hosts
 *
 *   xoff run my.yaml --set 'topology={kind: ./FILE}'    run it
 *   xoff test ./FILE                                    test it
 */
import { countOf, defineParams, hostDelay, hostRate, ParamError, Wires, type Values, type Wiring } from "xoff/policy";

export const role = "topology";
export const about = "a ring of switches with hosts";

/** The parameters for scenarios, with units. Help, checks and reports read this table. */
export const params = defineParams({
  switches: countOf(4, 3, "Switches s0, s1, ..."),
  hostsPerSwitch: countOf(2, 1, "Hosts of each switch."),
  rate: hostRate,
  delay: hostDelay,
});

/** Create hosts first: host k is node k. Throw ParamError with the name of a parameter for values that exclude each other. */
export function create({ switches, hostsPerSwitch, rate, delay }: Values<typeof params>): Wiring {
  if (switches > 64) throw new ParamError("switches", "a ring of at most 64", switches);
  const wires = new Wires();
  const hosts = wires.hosts(switches * hostsPerSwitch);
  const ring = wires.switches(switches, "s");
  hosts.forEach((host, k) => {
    wires.link(host, ring[Math.floor(k / hostsPerSwitch)], rate, delay);
  });
  ring.forEach((one, k) => {
    wires.link(one, ring[(k + 1) % switches], rate, delay);
  });
  return wires;
}
