/** Finds mistakes in the maps between priorities, traffic classes and queues, and references to undefined names. */
import { finding, grouped, several, type Finding } from "./finding.ts";
import { classesOf, classList, isOwnRow, type ConfigRow } from "./config-db.ts";
import { dscpMapOf, profileOf, remappedClasses, type SonicSwitch } from "./switch-of.ts";

/** Fields that refer to rows of other tables. */
const REFERENCES: readonly (readonly [table: string, field: string, target: string])[] = [
  ["BUFFER_PG", "profile", "BUFFER_PROFILE"],
  ["BUFFER_QUEUE", "profile", "BUFFER_PROFILE"],
  ["BUFFER_PROFILE", "pool", "BUFFER_POOL"],
  ["QUEUE", "scheduler", "SCHEDULER"],
  ["QUEUE", "wred_profile", "WRED_PROFILE"],
  ["PORT_QOS_MAP", "dscp_to_tc_map", "DSCP_TO_TC_MAP"],
  ["PORT_QOS_MAP", "dot1p_to_tc_map", "DOT1P_TO_TC_MAP"],
  ["PORT_QOS_MAP", "tc_to_dscp_map", "TC_TO_DSCP_MAP"],
  ["PORT_QOS_MAP", "tc_to_pg_map", "TC_TO_PRIORITY_GROUP_MAP"],
  ["PORT_QOS_MAP", "tc_to_queue_map", "TC_TO_QUEUE_MAP"],
  ["PORT_QOS_MAP", "pfc_to_queue_map", "MAP_PFC_PRIORITY_TO_QUEUE"],
  ["PORT_QOS_MAP", "pfc_to_pg_map", "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP"],
];

/** Tables whose rows may be missing in a config, because SONiC calculates pools and profiles in the dynamic model. */
const RECKONED = new Set(["BUFFER_POOL", "BUFFER_PROFILE"]);

export function nameMistakes({ db, dynamic }: SonicSwitch): Finding[] {
  const found: Finding[] = [];
  for (const [table, field, target] of REFERENCES) {
    if (dynamic && RECKONED.has(target) && db.rows(target).length === 0) continue;
    for (const row of db.rows(table)) {
      const name = db.field(row, field);
      if (name === undefined || name === "NULL" || name === "" || db.find(target, name) !== undefined) continue;
      found.push(
        finding(db, "name-of-nothing", {
          ...{ row, field, found: name },
          expected: `the name of a row of ${target}`,
          mend: `Add the row to ${target} or name an existing one: until then ${row.key} has no effect.`,
        }),
      );
    }
  }
  const ports = new Set(db.rows("PORT").map(({ key }) => key));
  // A file may have only some tables, as SONiC's template of PORT_QOS_MAP does. If the table PORT has no rows,
  // references to ports cannot be checked.
  const tables = ports.size === 0 ? [] : ["BUFFER_PG", "QUEUE", "PORT_QOS_MAP", "PFC_WD"];
  for (const table of tables)
    for (const row of db.rows(table)) {
      if (!isOwnRow(db, row)) continue;
      const named = (row.parts.length > 1 ? row.parts[row.parts.length - 2] : row.key).split(",");
      const odd = named.filter((name) => /^Ethernet\d+$/.test(name) && !ports.has(name));
      if (odd.length === 0) continue;
      found.push(
        finding(db, "name-of-nothing", {
          ...{ row, found: several(odd) },
          expected: "names of ports that PORT has",
          mend: "SONiC waits for such a port for ever: add the port to PORT, or remove it here.",
        }),
      );
    }
  return found;
}

/**
 * Finds differences between the priorities with PFC, the groups with headroom and the queues that pause. All three must
 * agree.
 */
export function priorityMistakes(at: SonicSwitch): Finding[] {
  const { db, ports } = at;
  const found: Finding[] = [];
  for (const row of db.rows("PORT_QOS_MAP"))
    for (const field of ["pfc_enable", "pfcwd_sw_enable"]) {
      const text = db.field(row, field);
      if (text === undefined || classList(text).every((part) => part !== undefined)) continue;
      found.push(
        finding(db, "priority-unknown", {
          ...{ row, field, found: text },
          expected: "classes from 0 to 7, such as 3,4",
          mend: "A class that SONiC cannot read is not protected.",
        }),
      );
    }
  const remapped = remappedClasses(at);
  const live = ports
    .filter(({ up, lossless }) => up && lossless.length > 0)
    .map((port) => ({ ...port, lossless: port.lossless.filter((cls) => !remapped.includes(cls)) }));
  const kinds = grouped(live, ({ lossless }) => lossless.join());
  if (kinds.length > 1) {
    const [usual, ...others] = kinds.sort((a, b) => b.length - a.length);
    for (const group of others)
      found.push(
        finding(db, "priorities-differ", {
          ...{
            row: group[0].qos,
            field: "pfc_enable",
            found: `${group[0].lossless.join()} at ${several(group.map(({ name }) => name))}`,
          },
          expected: `${usual[0].lossless.join()}, as at ${several(usual.map(({ name }) => name))}`,
          mend: "A next hop that does not protect the class does not pass on its PAUSE and drops packets: protect the same classes everywhere.",
        }),
      );
  }
  found.push(...unprotected(at));
  for (const group of grouped(live, ({ qos }) => qos?.key ?? "")) {
    const [{ qos, lossless, watched = lossless }] = group;
    const odd = watched.filter((cls) => !lossless.includes(cls));
    const missed = lossless.filter((cls) => !watched.includes(cls));
    if (odd.length > 0)
      found.push(
        finding(db, "watchdog-on-lossy-class", {
          ...{ row: qos, field: "pfcwd_sw_enable", found: odd.join() },
          expected: `classes of pfc_enable, ${lossless.join()}`,
          mend: "The watchdog monitors classes that no PAUSE affects: name the same classes.",
        }),
      );
    else if (missed.length > 0)
      found.push(
        finding(db, "watchdog-misses-class", {
          ...{ row: qos, field: "pfcwd_sw_enable", found: watched.length === 0 ? "no class" : watched.join() },
          expected: `each class of pfc_enable, ${lossless.join()}`,
          mend: `The watchdog does not detect a storm of class ${missed.join()}: name the same classes.`,
        }),
      );
  }
  found.push(...strayHeadroom(at), ...bare(at));
  for (const group of grouped(
    live,
    ({ qos, lossless }) =>
      [...MAPS, "pfc_to_queue_map", "pfc_to_pg_map"].map((field) => db.field(qos, field)).join(" ") + lossless.join(),
  ))
    found.push(...mapMistakes(at, group[0].qos, group[0].lossless));
  return found;
}

/**
 * Ports without a lossless class are a mistake if there are at least this many ports with a lossless class for each of them. Only ports
 * with a neighbour count.
 */
const USUAL_PER_ODD_PORT = 7;

/** Finds ports with a neighbour but without a lossless class, if nearly all ports with a neighbour have a lossless class. */
function unprotected({ db, ports }: SonicSwitch): Finding[] {
  // A port with a role, such as one to a DPU or within a chassis, is not a port to a host or a switch.
  const wired = ports.filter(
    ({ name, row, up }) => up && !row.fields.has("role") && db.find("DEVICE_NEIGHBOR", name) !== undefined,
  );
  const bare = wired.filter(({ lossless }) => lossless.length === 0);
  const usual = wired.filter(({ lossless }) => lossless.length > 0);
  if (bare.length === 0 || usual.length < USUAL_PER_ODD_PORT * bare.length) return [];
  return [
    finding(db, "port-without-pfc", {
      ...{ row: bare[0].qos, field: "pfc_enable", table: "PORT_QOS_MAP" },
      found: `no class at ${several(bare.map(({ name }) => name))}`,
      expected: `pfc_enable, as at ${several(usual.map(({ name }) => name))}`,
      mend: "Its host or switch gets no PAUSE frame, and its RoCE packets are lost: add pfc_enable.",
    }),
  ];
}

/** The maps that select a packet's class, group and queue. */
const MAPS = ["dscp_to_tc_map", "tc_to_pg_map", "tc_to_queue_map"] as const;

/**
 * Finds ports without a map that other ports have. Only ports with lossless classes are compared. Without the map all
 * packets of the port are in class, group or queue 0.
 */
function bare({ db, ports }: SonicSwitch): Finding[] {
  const live = ports.filter(({ up, lossless }) => up && lossless.length > 0);
  const all = db.find("PORT_QOS_MAP", "global");
  return MAPS.flatMap((field): Finding[] => {
    const without = live.filter(({ qos }) => !(qos?.fields.has(field) ?? false));
    const [first] = without;
    if (without.length === 0 || without.length === live.length || (all?.fields.has(field) ?? false)) return [];
    return [
      finding(db, "port-without-map", {
        ...{ row: first.qos, found: `no ${field} at ${several(without.map(({ name }) => name))}` },
        expected: `${field}, as other ports with lossless classes have`,
        mend: `Without it every packet of the port is in ${field.split("_")[2]} 0, which PFC does not protect.`,
      }),
    ];
  });
}

/** Finds headroom of a class that PFC does not protect. */
function strayHeadroom(at: SonicSwitch): Finding[] {
  const { db, ports, groups } = at;
  const odd = ports.flatMap(({ name, up, lossless }) =>
    Array.from({ length: 8 }, (_, cls) => cls)
      .filter((cls) => up && !lossless.includes(cls) && isLossless(name, cls))
      .map((cls) => ({ name: `${name}|${cls}`, row: groups.get(`${name}|${cls}`) })),
  );
  return grouped(odd, ({ row }) => row?.key ?? "").map((group) =>
    finding(db, "headroom-without-pfc", {
      ...{
        row: group[0].row,
        field: "profile",
        found: `a lossless profile for ${several(group.map(({ name }) => name))}`,
      },
      expected: "one for classes of pfc_enable alone",
      mend: "Add the class to pfc_enable, or remove its headroom, which protects nothing.",
    }),
  );

  function isLossless(port: string, cls: number): boolean {
    const profile = profileOf(at, port, cls);
    return (db.number(profile, "xoff") ?? 0) > 0;
  }
}

/** Checks the maps of one row of PORT_QOS_MAP. */
function mapMistakes({ db }: SonicSwitch, qos: ConfigRow | undefined, lossless: readonly number[]): Finding[] {
  const found: Finding[] = [];
  const mapOf = (field: string, table: string): ConfigRow | undefined => db.find(table, db.field(qos, field) ?? "");
  const check = (row: ConfigRow | undefined, rule: string, what: string, why: string, of = "traffic class"): void => {
    for (const cls of row === undefined ? [] : lossless) {
      const to = db.field(row, String(cls));
      if (to === String(cls)) continue;
      found.push(
        finding(db, rule, {
          ...{ row, field: String(cls), found: to ?? "nothing" },
          expected: `${what} ${cls} for ${of} ${cls}, which PFC protects`,
          mend: why,
        }),
      );
    }
  };
  check(
    mapOf("tc_to_pg_map", "TC_TO_PRIORITY_GROUP_MAP"),
    "class-in-other-group",
    "priority group",
    "Otherwise its packets fill a group whose PAUSEs name another priority.",
  );
  check(
    mapOf("tc_to_queue_map", "TC_TO_QUEUE_MAP"),
    "class-in-other-queue",
    "queue",
    "Otherwise a PAUSE of the class pauses another queue.",
  );
  // A lossy class must not share the group or the queue of a lossless class.
  for (const [field, table, rule, what] of [
    ["tc_to_pg_map", "TC_TO_PRIORITY_GROUP_MAP", "class-in-other-group", "priority group"],
    ["tc_to_queue_map", "TC_TO_QUEUE_MAP", "class-in-other-queue", "queue"],
  ] as const) {
    const row = mapOf(field, table);
    for (const [cls, { text }] of row?.fields ?? []) {
      if (lossless.includes(Number(cls)) || !lossless.some((one) => text === String(one))) continue;
      found.push(
        finding(db, rule, {
          ...{ row, field: cls, found: text },
          expected: `a ${what} of lossy classes for traffic class ${cls}, which PFC does not protect`,
          mend: `Otherwise its packets share the ${what} of class ${text}, and both are paused for each other.`,
        }),
      );
    }
  }
  check(
    mapOf("pfc_to_queue_map", "MAP_PFC_PRIORITY_TO_QUEUE"),
    "priority-stops-other-queue",
    "queue",
    "Otherwise a PAUSE of that priority pauses a queue without its packets.",
    "PFC's priority",
  );
  check(
    mapOf("pfc_to_pg_map", "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP"),
    "group-pauses-other-priority",
    "priority group",
    "Otherwise that priority is paused for the occupancy of another group.",
    "PFC's priority",
  );
  const dscp = dscpMapOf(db, qos);
  if (dscp === undefined) return found;
  const reached = new Set([...dscp.fields.values()].flatMap(({ text }) => classesOf(text) ?? []));
  const idle = lossless.filter((cls) => !reached.has(cls));
  if (idle.length > 0)
    found.push(
      finding(db, "no-dscp-for-lossless-class", {
        ...{ row: dscp, found: `none for class ${idle.join()}` },
        expected: "a DSCP for each class that PFC protects",
        mend: "RoCE then travels in a lossy class and is dropped: map its DSCP, such as 3 or 26.",
      }),
    );
  return found;
}
