/** Finds rows of the config table SCHEDULER that SONiC rejects. Also compares two queues by scheduler type and share of the link. */
import type { ConfigDb, ConfigRow } from "./config-db.ts";
import { finding, type Finding } from "./finding.ts";
import type { SonicSwitch } from "./switch-of.ts";

const TYPES: readonly string[] = ["DWRR", "WRR", "STRICT"];

/** Checks the rows of SCHEDULER. Queues that name a rejected row keep the ASIC's default. */
export function schedulerMistakes({ db }: SonicSwitch): Finding[] {
  return db.rows("SCHEDULER").flatMap((row): Finding[] => {
    const wrong = wrongField(db, row);
    if (wrong === undefined) return [];
    return [
      finding(db, "scheduler-not-taken", {
        ...{ row, field: wrong, found: db.field(row, wrong) || "nothing" },
        expected: wrong === "type" ? TYPES.join(", ") : "a weight from 1 to 100",
        mend: "SONiC rejects the row, so its queues share the link by the default of the ASIC: correct it.",
      }),
    ];
  });
}

/** Returns the field for which SONiC's YANG model sonic-scheduler rejects a row; undefined if SONiC takes the row. */
function wrongField(db: ConfigDb, row: ConfigRow): "type" | "weight" | undefined {
  const [type, weight] = [db.field(row, "type"), db.field(row, "weight")];
  if (type !== undefined && !TYPES.includes(type)) return "type";
  const isWeight = weight !== undefined && /^\d+$/.test(weight) && Number(weight) >= 1 && Number(weight) <= 100;
  return weight === undefined || isWeight || type === "STRICT" ? undefined : "weight";
}

/** How a port serves a queue. */
export interface Service {
  readonly type: string;
  /** Weight of the queue, as a fraction of the weights of all queues of its port. 1 for a strict queue. */
  readonly share: number;
}

/** Returns the service of the queue of a class at a port. Undefined: the queue has no scheduler that SONiC accepts. */
export function serviceOf({ db, queues }: SonicSwitch, port: string, cls: number): Service | undefined {
  const all = Array.from({ length: 8 }, (_, queue) => {
    const row = db.find("SCHEDULER", db.field(queues.get(`${port}|${queue}`), "scheduler") ?? "");
    if (row === undefined || wrongField(db, row) !== undefined) return undefined;
    const type = db.field(row, "type") ?? "DWRR";
    return { type, weight: type === "STRICT" ? 0 : Number(db.field(row, "weight") ?? 1) };
  });
  const own = all[cls];
  if (own === undefined) return undefined;
  const sum = all.reduce((total, one) => total + (one?.weight ?? 0), 0);
  return { type: own.type, share: own.type === "STRICT" ? 1 : own.weight / sum };
}

/**
 * True if two queues have the same type and shares within a factor of 2. Shares differ a little if one port has more
 * queues, such as those of a tunnel between ToRs.
 */
export const isLike = (a: Service | undefined, b: Service | undefined): boolean =>
  a?.type === b?.type && (a?.share ?? 1) < 2 * (b?.share ?? 1) && (b?.share ?? 1) < 2 * (a?.share ?? 1);
