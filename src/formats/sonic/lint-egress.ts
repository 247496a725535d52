/** Finds mistakes at egress: queues of lossless classes that drop, and profiles of the wrong direction. */
import { formatCount } from "../../base/format.ts";
import type { Bytes } from "../../base/units.ts";
import { byQueue, type ConfigRow } from "./config-db.ts";
import { finding, grouped, several, type Finding } from "./finding.ts";
import { alphaOf, pauseThreshold, profileOf, type SonicSwitch } from "./switch-of.ts";

/**
 * The path of a lossless class through a switch. `row` is the row of the egress queue in BUFFER_QUEUE. `pausesAt` is the
 * occupancy at which the priority group at ingress pauses a single sender.
 */
interface Way {
  readonly name: string;
  readonly row: ConfigRow;
  readonly profile: ConfigRow;
  readonly pausesAt: Bytes | undefined;
}

/**
 * Finds lossless classes whose packets may be dropped at egress, where no PAUSE prevents a drop. The egress queue of such a class has a
 * lossy pool, no row in BUFFER_QUEUE, or less memory than the class has at ingress. Also finds profiles with a pool of the other direction.
 */
export function egressMistakes(at: SonicSwitch): Finding[] {
  const { db } = at;
  const queues = byQueue(db, "BUFFER_QUEUE");
  const ways = at.ports.flatMap((port) =>
    (port.up ? port.lossless : []).flatMap((cls): Way[] => {
      const name = `${port.name}|${cls}`;
      const row = queues.get(name);
      const profile = db.find("BUFFER_PROFILE", db.field(row, "profile") ?? "");
      if (row === undefined || profile === undefined) return [];
      return [{ name, row, profile, pausesAt: pauseThreshold(at, port, cls) }];
    }),
  );
  const groups = at.ports.flatMap(({ name: port, up, lossless }) =>
    (up ? lossless : []).flatMap((cls) => profileOf(at, port, cls) ?? []),
  );
  return [
    ...unlisted(),
    ...grouped(ways, ({ profile }) => profile.key).flatMap(dropping),
    ...[...new Set(groups)].flatMap((row) => direction(row, "ingress", "a priority group's")),
    ...[...new Set(ways.map(({ profile }) => profile))].flatMap((row) => direction(row, "egress", "a queue's")),
  ];

  /** Finds queues of lossless classes that have no row in BUFFER_QUEUE, if other lossless queues of the switch have one. */
  function unlisted(): Finding[] {
    const without = at.ports.flatMap(({ name, up, lossless }) =>
      (up ? lossless : []).map((cls) => `${name}|${cls}`).filter((queue) => !queues.has(queue)),
    );
    if (without.length === 0 || ways.length === 0) return [];
    return [
      finding(db, "lossless-queue-without-buffer", {
        ...{ row: undefined, table: "BUFFER_QUEUE", found: `no row for ${several(without)}` },
        expected: `a row for each lossless queue, as for ${ways[0].name}`,
        mend: "Its egress memory is the default of the ASIC, which may drop: add a row with a lossless profile.",
      }),
    ];
  }

  function dropping(group: readonly [Way, ...Way[]]): Finding[] {
    const [{ name, row, profile }] = group;
    const pool = db.field(profile, "pool") ?? "";
    const names = several(group.map((one) => one.name));
    if (/lossy/.test(pool))
      return [
        finding(db, "lossless-queue-drops", {
          ...{ row, field: "profile", found: `${profile.key}, of ${pool}, for ${names}` },
          expected: `the profile of a lossless pool for ${name}, which PFC protects`,
          mend: "It drops on its way out, where no PAUSE helps: name egress_lossless_profile.",
        }),
      ];
    // A switch with virtual output queues stores a packet only once, in a pool of type both. Its ingress group pauses
    // the sender before packets are lost, so the limit of the egress queue does not matter.
    if (db.field(db.find("BUFFER_POOL", pool), "type") === "both") return [];
    const drops = mostOf(profile);
    const stops = group.reduce((most, { pausesAt = 0 }) => Math.max(most, pausesAt), 0);
    if (drops === undefined || drops >= stops) return [];
    return [
      finding(db, "lossless-queue-drops", {
        row: profile,
        field: profile.fields.has("static_th") ? "static_th" : "dynamic_th",
        found: `${formatCount(Math.floor(drops))} B for ${names}`,
        expected: `${formatCount(Math.ceil(stops))} B or more, at which the group pauses a single sender`,
        mend: "A queue drops before PFC stops anybody: let lossless queues have all of their pool, dynamic_th 7.",
      }),
    ];
  }

  /** Returns the maximum number of bytes that one queue with this profile can use of the profile's pool. */
  function mostOf(profile: ConfigRow): Bytes | undefined {
    const fixed = db.number(profile, "static_th");
    const alpha = alphaOf(db, profile, "dynamic_th");
    const size = db.number(db.find("BUFFER_POOL", db.field(profile, "pool") ?? ""), "size");
    return fixed ?? (alpha === undefined || size === undefined ? undefined : (alpha * size) / (1 + alpha));
  }

  /**
   * Finds a profile with a pool of the other direction: an egress pool for a priority group, or an ingress pool for a
   * queue.
   */
  function direction(row: ConfigRow, type: string, what: string): Finding[] {
    const name = db.field(row, "pool") ?? "";
    const other = db.field(db.find("BUFFER_POOL", name), "type");
    if (other === undefined || other === type || other === "both") return [];
    return [
      finding(db, "pool-of-other-direction", {
        ...{ row, field: "pool", found: `${name}, whose type is ${other}` },
        expected: `a pool of type ${type}, as the profile is ${what}`,
        mend: `Name a pool of type ${type}: SONiC refuses the profile, and the class has no memory of its own.`,
      }),
    ];
  }
}
