/** The contract suite of each role: what any policy of it keeps, whatever is asked of it; and those of topologies, traffic and probes. */
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

/** A role of policies, or "topology", "traffic" or "probe": each has a suite of its own. */
export type Contract = keyof typeof suites;

/** `module` is one of that role, or a topology, a kind of traffic or a probe. */
export const contractChecks = (role: Contract, module: unknown): readonly Check[] =>
  (suites[role] as (module: unknown) => Check[])(module);
