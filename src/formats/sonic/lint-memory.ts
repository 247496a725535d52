/** Finds mistakes in the memory of a config: headroom, pools and thresholds. */
import { formatCount } from "../../base/format.ts";
import type { Bytes } from "../../base/units.ts";
import { finding, grouped, several, type Finding } from "./finding.ts";
import type { ConfigDb, ConfigRow } from "./config-db.ts";
import { isTabled, profileRow } from "../../theory/sonic-lookup.ts";
import { memoryOf } from "./asic-memory.ts";
import { holdsWith, lookupFindings, MAX_ALPHA } from "./lint-lookup.ts";
import {
  alphaOf,
  isReckoned,
  isToBeMade,
  lookedUp,
  needOf,
  profileOf,
  type SonicPort,
  type SonicSwitch,
} from "./switch-of.ts";

const bytes = (count: Bytes): string => `${formatCount(Math.ceil(count))} B`;

/** True for a profile of a lossy pool. Lossless classes that use one are reported by another rule. */
const isLossy = (db: ConfigDb, profile: ConfigRow): boolean => /lossy/.test(db.field(profile, "pool") ?? "");

const losslessOf = ({ ports }: SonicSwitch): { readonly port: SonicPort; readonly cls: number }[] =>
  ports.filter(({ up }) => up).flatMap((port) => port.lossless.map((cls) => ({ port, cls })));

/**
 * Finds lossless classes without headroom. Each lossless class of a port needs a group, a profile of that group, and
 * enough headroom in the profile.
 */
export function headroomMistakes(at: SonicSwitch): Finding[] {
  const { db, groups, dynamic } = at;
  const bare = losslessOf(at).filter(({ port, cls }) => !groups.has(`${port.name}|${cls}`));
  const isMade = !dynamic && (at.lookup !== undefined || isToBeMade(at));
  const without = isMade ? [] : bare;
  const missing = grouped(without, ({ port }) => port.qos?.key ?? "").map((group): Finding => {
    const [{ port }] = group;
    const names = group.map((one) => `${one.port.name}|${one.cls}`);
    return finding(db, "lossless-without-headroom", {
      ...{ row: port.qos, field: "pfc_enable" },
      found: `no row for ${several(names)}`,
      expected: "a row of BUFFER_PG for each class that PFC protects",
      mend: `Add BUFFER_PG ${names[0]} with a lossless profile${dynamic ? ', or "NULL" for one that SONiC calculates' : ""}.`,
    });
  });
  const empty = losslessOf(at).flatMap(({ port, cls }) => {
    const row = groups.get(`${port.name}|${cls}`);
    const name = db.field(row, "profile") ?? "";
    const isMade = dynamic && name === "NULL";
    return row === undefined || isMade || (name !== "NULL" && name !== "") ? [] : [{ row, name, port, cls }];
  });
  for (const [{ row, name, port, cls }] of grouped(empty, ({ row: { key } }) => key))
    missing.push(
      finding(db, "lossless-without-headroom", {
        ...{ row, field: "profile", found: name === "" ? "no profile" : name },
        expected: `a lossless profile for ${port.name}|${cls}, which PFC protects`,
        mend: dynamic
          ? 'Set profile to "NULL", and SONiC calculates one.'
          : 'Name one: only with buffer_model "dynamic" SONiC calculates one for "NULL".',
      }),
    );
  const used = losslessOf(at).flatMap(({ port, cls }) => {
    const profile = profileOf(at, port.name, cls);
    return profile === undefined ? [] : [{ port, cls, profile }];
  });
  const small = grouped(used, ({ profile, port }) => `${profile.key} ${port.speed} ${port.cable} ${port.mtu}`).flatMap(
    ([one]): Finding[] => {
      const { port, profile, cls } = one;
      const pool = db.field(profile, "pool") ?? "";
      if (isLossy(db, profile))
        return [
          finding(db, "lossless-without-headroom", {
            ...{ row: groups.get(`${port.name}|${cls}`), field: "profile", found: `${profile.key}, of ${pool}` },
            expected: `a lossless profile for ${port.name}|${cls}, which PFC protects`,
            mend: "Give the group a pg_lossless profile.",
          }),
        ];
      const xoff = db.number(profile, "xoff") ?? 0;
      if (isReckoned(at, profile)) return [];
      if (xoff === 0)
        return [
          finding(db, "lossless-without-headroom", {
            ...{ row: profile, field: "xoff", found: profile.fields.has("xoff") ? "0" : "no xoff" },
            expected: `headroom above 0 for ${port.name}|${cls}, which PFC protects`,
            mend: "Set xoff and size, which the command xoff headroom computes.",
          }),
        ];
      const size = db.number(profile, "size");
      // On NVIDIA's ASICs `size` must include the headroom `xoff`, unless a shared headroom pool has it. Other ASICs are not checked:
      // there `size` is the memory of a priority group before it pauses, and headroom is separate.
      if (at.asic !== undefined && !at.sharedHeadroom && size !== undefined && size < xoff)
        return [
          finding(db, "headroom-not-reserved", {
            ...{ row: profile, field: "size", found: bytes(size) },
            expected: `xoff and xon or more, ${bytes(xoff + (db.number(profile, "xon") ?? 0))}, as there is no shared headroom pool`,
            mend: "Raise size, or give ingress_lossless_pool xoff.",
          }),
        ];
      const { speed, cable, mtu } = port;
      if (speed === undefined || cable === undefined) return [];
      const need = needOf(at, port, speed, cable);
      if (xoff >= need) return [];
      const source = sourceOf(at, port, xoff);
      const holds = source === undefined ? undefined : holdsWith(at, port, xoff);
      if (source !== undefined && holds !== undefined)
        return [
          finding(db, "headroom-below-worst-case", {
            ...{ row: profile, field: "xoff", found: `${bytes(xoff)}${source}` },
            ...{ expected: `${bytes(need)} for the worst case at ${port.name}`, mend: holds, isNote: true },
          }),
        ];
      return [
        finding(db, "headroom-too-small", {
          ...{ row: profile, field: "xoff", found: bytes(xoff) },
          expected: `${bytes(need)} or more, as may follow a PAUSE at ${port.name} (${speed} Mbit/s, ${cable} m, MTU ${mtu})`,
          mend: "Raise xoff, and size by as much, or shorten the cable.",
        }),
      ];
    },
  );
  return [...missing, ...small, ...lookupFindings(at, at.lookup === undefined ? [] : bare.map(({ port }) => port))];
}

/**
 * Returns a phrase that follows the headroom `xoff` in a message: the vendor's formula or table that gives this
 * headroom.
 *
 * - Undefined: SONiC has a formula for the ASIC, but no formula or table gives this headroom.
 * - Empty: SONiC has no formula for the ASIC. Then only the worst case of 802.1Qbb is known, and the vendor may use less
 *   headroom.
 */
function sourceOf(at: SonicSwitch, port: SonicPort, xoff: Bytes): string | undefined {
  const { asic } = at;
  const { speed, cable, lanes } = port;
  if (lookedUp(at, port)?.xoff === xoff) return ", as in pg_profile_lookup.ini";
  if (asic === undefined) return "";
  if (speed === undefined || cable === undefined || !isTabled(asic.name)) return undefined;
  return profileRow(asic.name, speed * 1e6, cable, lanes).xoff === xoff ? ", as in NVIDIA's tables" : undefined;
}

/**
 * Finds ports whose profile was made for another speed or cable length, and ports without a speed or a cable length. A
 * profile is valid for one speed and one cable length.
 */
export function profileMistakes(at: SonicSwitch): Finding[] {
  const { db, dynamic } = at;
  const ports = at.ports.filter(({ up, lossless }) => up && lossless.length > 0);
  const found: Finding[] = [];
  const isLossless = at.ports.some(({ lossless }) => lossless.length > 0);
  if (isLossless && at.ports.every(({ up }) => !up))
    found.push(
      finding(db, "no-port-up", {
        ...{ row: undefined, table: "PORT", found: `${at.ports.length} ports, none of them up` },
        expected: "ports with admin_status up",
        mend: "SONiC leaves a port down by default, so no port is lossless.",
      }),
    );
  found.push(...stateless(at));
  for (const [{ row, mtu }, ...others] of grouped(
    ports.filter((port) => port.mtu < at.losslessMtu && db.rows("LOSSLESS_TRAFFIC_PATTERN").length > 0),
    ({ mtu: size }) => String(size),
  ))
    found.push(
      finding(db, "mtu-too-small", {
        ...{ row, field: "mtu", found: `${mtu} B at ${several([row.key, ...others.map(({ name }) => name)])}` },
        expected: `at least the mtu of LOSSLESS_TRAFFIC_PATTERN, ${bytes(at.losslessMtu)}`,
        mend: "The port drops larger packets: raise its mtu.",
      }),
    );
  for (const [{ row }, ...others] of grouped(
    ports.filter(({ speed }) => speed === undefined),
    () => "",
  ))
    found.push(
      finding(db, "no-speed", {
        ...{ row, field: "speed", found: db.field(row, "speed") ?? "no speed" },
        expected: `a speed, for ${several([row.key, ...others.map(({ name }) => name)])}`,
        mend: "SONiC makes no profile for a port without a speed: set speed in Mbit/s.",
      }),
    );
  for (const group of grouped(
    ports.filter(({ cable }) => cable === undefined || cable === 0),
    ({ cable }) => String(cable),
  )) {
    const [{ name, cableRow, cable }] = group;
    const names = several(group.map((port) => port.name));
    found.push(
      finding(db, "no-cable-length", {
        ...{ row: cableRow, field: name, table: "CABLE_LENGTH" },
        found: cable === 0 ? "0m" : (db.field(cableRow, name) ?? "none"),
        expected: `a length such as 5m for ${names}`,
        mend: "Without one, or with 0m, SONiC makes no lossless profile and PFC has no headroom.",
      }),
    );
  }
  const named = ports.flatMap((port) => port.lossless.map((cls) => ({ port, profile: profileOf(at, port.name, cls) })));
  for (const [{ port, profile }] of grouped(
    named,
    ({ port: one, profile: row }) => `${row?.key} ${one.speed} ${one.cable}`,
  )) {
    const [, speed, cable] = /^pg_lossless_(\d+)_(\d+)m_/.exec(profile?.key ?? "") ?? [];
    if (profile === undefined || speed === undefined || port.speed === undefined || port.cable === undefined) continue;
    if (Number(speed) === port.speed && Number(cable) === port.cable) continue;
    const group = at.groups.get(`${port.name}|${port.lossless[0]}`);
    found.push(
      finding(db, "no-profile-for-speed-and-cable", {
        ...{ row: group, field: "profile", found: profile.key },
        expected: `the profile of ${port.speed} Mbit/s and ${port.cable}m, which ${port.name} has`,
        mend: dynamic
          ? 'Set profile to "NULL", and SONiC calculates one.'
          : "Add a line for that speed and length to pg_profile_lookup.ini, and name its profile.",
      }),
    );
  }
  return found;
}

/** Finds ports that have a neighbour and lossless classes, but no admin_status. Without it SONiC leaves a port down. */
function stateless({ db, ports }: SonicSwitch): Finding[] {
  const bare = ports.filter(
    ({ name, row, lossless }) =>
      lossless.length > 0 && !row.fields.has("admin_status") && db.find("DEVICE_NEIGHBOR", name) !== undefined,
  );
  // The rule `no-port-up` already reports a config in which no port is up.
  if (bare.length === 0 || ports.every(({ up }) => !up)) return [];
  const [{ row }] = bare;
  return [
    finding(db, "port-without-admin-status", {
      ...{ row, found: `none at ${several(bare.map(({ name }) => name))}` },
      expected: "admin_status of each port with a neighbour and lossless classes",
      mend: "SONiC leaves such a port down: set admin_status up.",
    }),
  ];
}

/**
 * Finds missing thresholds, and thresholds that let one queue take most of the pool. Also finds thresholds that the
 * pool's mode does not support.
 */
export function thresholdMistakes(at: SonicSwitch): Finding[] {
  const { db } = at;
  const profiles = losslessOf(at).flatMap(({ port, cls }) => profileOf(at, port.name, cls) ?? []);
  const lossless = [...new Set(profiles)].filter((row) => !isLossy(db, row));
  const found = lossless.flatMap((row): Finding[] => {
    const dynamic = alphaOf(db, row, "dynamic_th");
    const fixed = db.number(row, "static_th");
    const pool = db.find("BUFFER_POOL", db.field(row, "pool") ?? "");
    const size = db.number(pool, "size");
    const mode = db.field(pool, "mode");
    if (dynamic !== undefined && dynamic > MAX_ALPHA)
      return [greedy(row, "dynamic_th", `alpha ${dynamic}: ${share(dynamic)}% of the pool for one queue`)];
    if (fixed !== undefined && size !== undefined && fixed >= size)
      return [greedy(row, "static_th", `${bytes(fixed)}, all of the pool's ${bytes(size)}`)];
    if (dynamic === undefined && fixed === undefined && !at.dynamic)
      return [
        finding(db, "no-threshold", {
          ...{ row, found: "neither dynamic_th nor static_th" },
          expected: `${mode === "static" ? "static_th" : "dynamic_th"}, the threshold beyond which a group pauses`,
          mend: "SONiC makes no profile without a threshold: set dynamic_th 0, which is alpha 1.",
        }),
      ];
    const other = mode === "static" ? dynamic !== undefined : mode === "dynamic" && fixed !== undefined;
    if (!other) return [];
    const field = mode === "static" ? "dynamic_th" : "static_th";
    return [
      finding(db, "threshold-of-other-mode", {
        ...{ row, field, found: `${field} ${db.field(row, field)}` },
        expected: `${mode}_th, as its pool is ${mode}`,
        mend: `Set ${mode}_th, or make the pool ${mode === "static" ? "dynamic" : "static"}.`,
      }),
    ];
  });
  const [parameter] = db.rows("DEFAULT_LOSSLESS_BUFFER_PARAMETER");
  const usual = alphaOf(db, parameter, "default_dynamic_th");
  if (usual !== undefined && usual > MAX_ALPHA)
    found.push(greedy(parameter, "default_dynamic_th", `alpha ${usual}: ${share(usual)}% of the pool for one queue`));
  if (at.dynamic && usual === undefined)
    found.push(
      finding(db, "dynamic-model-incomplete", {
        ...{ row: parameter, table: "DEFAULT_LOSSLESS_BUFFER_PARAMETER", found: "none" },
        expected: "default_dynamic_th, which the dynamic buffer model waits for",
        mend: "Without it no lossless profile is made: add AZURE with default_dynamic_th 0.",
      }),
    );
  return found;

  function greedy(row: (typeof profiles)[number], field: string, what: string): Finding {
    return finding(db, "alpha-takes-the-pool", {
      ...{ row, field, found: what },
      expected: `a threshold that leaves room for other queues, alpha ${MAX_ALPHA} (dynamic_th 1) or less`,
      mend: "One congested queue can then pause all others: lower the threshold.",
    });
  }
}

const share = (alpha: number): number => Math.round((100 * alpha) / (1 + alpha));

/** Finds a missing lossless pool, and a pool whose size does not fit its reservations or the memory of the switch. */
export function poolMistakes(at: SonicSwitch): Finding[] {
  const { db, pool, asic, sharedHeadroom } = at;
  if (pool === undefined) {
    if (at.dynamic || losslessOf(at).length === 0) return [];
    return [
      finding(db, "no-lossless-pool", {
        ...{ row: undefined, table: "BUFFER_POOL", found: "none" },
        expected: "ingress_lossless_pool, as PFC protects classes",
        mend: "Add it with type ingress, mode dynamic and a size.",
      }),
    ];
  }
  const size = db.number(pool, "size");
  const shared = db.number(pool, "xoff") ?? 0;
  const reserved = losslessOf(at).map(({ port, cls }) => {
    const profile = profileOf(at, port.name, cls);
    const made = at.groups.has(`${port.name}|${cls}`) ? undefined : lookedUp(at, port);
    return made ?? { xoff: db.number(profile, "xoff") ?? 0, size: db.number(profile, "size") ?? 0 };
  });
  const sum = reserved.reduce((total, one) => total + one.size, 0);
  const largest = reserved.reduce((most, one) => Math.max(most, one.xoff), 0);
  const found: Finding[] = [];
  if (sharedHeadroom && shared > 0 && shared < largest)
    found.push(
      finding(db, "shared-headroom-too-small", {
        ...{ row: pool, field: "xoff", found: bytes(shared) },
        expected: `${bytes(largest)} or more, the need of a single class`,
        mend: "Raise xoff of the pool, or lower over_subscribe_ratio.",
      }),
    );
  if (size === undefined) {
    if (at.dynamic) return found;
    const mend = 'Only with buffer_model "dynamic" SONiC calculates it: set size, bytes.';
    const content = { row: pool, found: "no size", expected: "a size of the pool that lossless groups share", mend };
    return [...found, finding(db, "no-lossless-pool", content)];
  }
  if (shared > size)
    found.push(
      finding(db, "shared-headroom-too-large", {
        ...{ row: pool, field: "xoff", found: bytes(shared) },
        expected: `at most the size of the pool, ${bytes(size)}`,
        mend: "The headroom is larger than the memory it supplements: correct the digits of xoff or size.",
      }),
    );
  const board = memoryOf(at.hwsku);
  if (board !== undefined && size > board.memory)
    found.push(
      finding(db, "pool-beyond-memory", {
        ...{ row: pool, field: "size", found: bytes(size) },
        expected: `at most ${bytes(board.memory)}, the memory of ${board.asic}`,
        mend: "SONiC cannot create the pool, so no class is lossless: correct the digits of size.",
      }),
    );
  const memory = asic?.values.memory;
  const over = memory === undefined ? sum > size : size + shared + sum > memory;
  if (over)
    found.push(
      finding(db, "pool-overcommitted", {
        ...{ row: pool, field: "size" },
        found: `${bytes(size)}${shared > 0 ? `, ${bytes(shared)} of shared headroom` : ""} and ${bytes(sum)} reserved by ${reserved.length} lossless groups`,
        expected:
          memory === undefined
            ? "reservations up to the size of the pool"
            : `at most ${bytes(memory)} together, the memory of ${asic?.name}`,
        mend: "Reduce the pool by the reservations, or share the headroom.",
      }),
    );
  return found;
}
