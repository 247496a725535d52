/**
 * Switch down: all links of a switch die, and all packets in it are lost. The neighbours of the switch keep sending packets to it for the
 * time `converge`, until the routes adapt. Hosts without another link are disconnected during the fault.
 *
 * When the fault ends, the switch is back and empty.
 */
import { defineParams, type Values } from "../../base/params.ts";
import type { Fault, FaultView } from "../../contracts/faults.ts";
import { convergeParam, deadLinks } from "./dead-links.ts";

export { loses } from "./dead-links.ts";

export const about = "a switch fails with all its links, and comes back empty";
export const befalls = "switches" as const;
export const places = { target: { about: "Switches: spine0, spine*, or a list." } };
export const varies = true as const;
export const cuts = true as const;
export const steady = true as const;

export const params = defineParams({ converge: convergeParam });

export const create = (p: Values<typeof params>, view: FaultView): Fault => deadLinks(view, p.converge, view.ports);
