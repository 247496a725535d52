/** Finds rows of SCHEDULER that SONiC rejects. Queues that name such a row keep the ASIC's default. */
import { finding, type Finding } from "./finding.ts";
import type { SonicSwitch } from "./switch-of.ts";

const TYPES: readonly string[] = ["DWRR", "WRR", "STRICT"];

/** Checks the rows of SCHEDULER for the weights and types that SONiC's YANG model sonic-scheduler allows. */
export function schedulerMistakes({ db }: SonicSwitch): Finding[] {
  return db.rows("SCHEDULER").flatMap((row): Finding[] => {
    const [type, weight] = [db.field(row, "type"), db.field(row, "weight")];
    const told = (field: string, found: string, expected: string): Finding =>
      finding(db, "scheduler-not-taken", {
        ...{ row, field, found, expected },
        mend: "SONiC rejects the row, so its queues share the link by the default of the ASIC: correct it.",
      });
    if (type !== undefined && !TYPES.includes(type)) return [told("type", type, TYPES.join(", "))];
    const isWeight = weight !== undefined && /^\d+$/.test(weight) && Number(weight) >= 1 && Number(weight) <= 100;
    if (weight === undefined || isWeight || type === "STRICT") return [];
    return [told("weight", weight === "" ? "nothing" : weight, "a weight from 1 to 100")];
  });
}
