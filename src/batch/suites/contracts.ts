/**
 * The contract suite of each role: the properties that any policy of the role has under any calls. Topologies, traffic and probes have
 * suites, too.
 */
import { bufferChecks } from "./buffer.ts";
import type { Check } from "./check.ts";
import { congestionChecks } from "./congestion.ts";
import { detectionChecks } from "./detection.ts";
import { headroomChecks } from "./headroom.ts";
import { linkChecks } from "./link.ts";
import { probeChecks } from "./probe.ts";
import { recoveryChecks } from "./recovery.ts";
import { routingChecks } from "./routing.ts";
import { schedulingChecks } from "./scheduling.ts";
import { topologyChecks } from "./topology.ts";
import { transportChecks } from "./transport.ts";
import { trafficChecks } from "./traffic.ts";

const suites = {
  buffer: bufferChecks,
  headroom: headroomChecks,
  link: linkChecks,
  detection: detectionChecks,
  congestion: congestionChecks,
  recovery: recoveryChecks,
  routing: routingChecks,
  scheduling: schedulingChecks,
  transport: transportChecks,
  topology: topologyChecks,
  traffic: trafficChecks,
  probe: probeChecks,
};

/** A module is a policy of one of the roles, a topology, a kind of traffic or a probe. Each has its own suite of checks. */
export type Contract = keyof typeof suites;

/** Returns the checks of a role for a module: a policy of that role, or a topology, a kind of traffic or a probe. */
export const contractChecks = (role: Contract, module: unknown): readonly Check[] =>
  (suites[role] as (module: unknown) => Check[])(module);
