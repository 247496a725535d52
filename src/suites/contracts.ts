/** The contract suite of each role: what any policy of it keeps, whatever is asked of it. */
import type { PolicyModule } from "../base/params.ts";
import { bufferChecks } from "./buffer.ts";
import type { Check } from "./check.ts";
import { congestionChecks } from "./congestion.ts";
import { detectionChecks } from "./detection.ts";
import { headroomChecks } from "./headroom.ts";
import { linkChecks } from "./link.ts";
import { recoveryChecks } from "./recovery.ts";
import { routingChecks } from "./routing.ts";
import { schedulingChecks } from "./scheduling.ts";

const suites = {
  buffer: bufferChecks,
  headroom: headroomChecks,
  link: linkChecks,
  detection: detectionChecks,
  congestion: congestionChecks,
  recovery: recoveryChecks,
  routing: routingChecks,
  scheduling: schedulingChecks,
};

/** `module` is one of that role. */
export const contractChecks = (role: keyof typeof suites, module: PolicyModule<never, unknown>): readonly Check[] =>
  (suites[role] as (module: PolicyModule<never, unknown>) => Check[])(module);
