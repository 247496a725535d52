/**
 * The values of a config that a scenario can express. They come with the rows of the config that set them, so that a
 * scenario's changes can be written back.
 */
import type { Bytes } from "../../base/units.ts";
import { classesOf, shown, type ConfigRow } from "./config-db.ts";
import {
  alphaFrom,
  alphaOf,
  dscpMapOf,
  isFixed,
  isReckoned,
  linkOf,
  lookedUp,
  marksGreen,
  profileOf,
  reckoned,
  type SonicPort,
  type SonicSwitch,
} from "./switch-of.ts";
import { watchdogsOf, type Watchdog } from "./watchdog.ts";

/** Headroom of ports with one speed and cable length, and the profiles that set it. */
export interface PortProfile {
  /** Port speed, Mbit/s. */
  readonly speed: number;
  /** Cable length, m. */
  readonly cable: number;
  readonly xoff: Bytes;
  /** The rows of profiles that set the headroom. Empty if SONiC calculates it. */
  readonly rows: readonly ConfigRow[];
}

export interface Facts {
  readonly lossless: readonly number[];
  /** Rows of PORT_QOS_MAP that set the lossless classes. */
  readonly qos: readonly ConfigRow[];
  readonly profiles: readonly ConfigRow[];
  readonly alpha: number | undefined;
  readonly staticThreshold: Bytes | undefined;
  /** The headroom of a lossless queue, one entry for each combination of port speed and cable length. */
  readonly byPort: readonly PortProfile[];
  /** The largest headroom in `byPort`. Undefined if the config sets none. */
  readonly headroom: Bytes | undefined;
  /** The shared headroom pool: its bytes, or its oversubscription ratio; undefined if there is none. */
  readonly sharedPool: { readonly bytes: Bytes | undefined; readonly ratio: number } | undefined;
  readonly resumeOffset: Bytes;
  /** Memory that all queues share, bytes. */
  readonly pool: Bytes | undefined;
  readonly marks:
    { readonly row: ConfigRow; readonly kmin: Bytes; readonly kmax: Bytes; readonly percent: number } | undefined;
  /** Weight of each class. */
  readonly weights: ReadonlyMap<number, { readonly row: ConfigRow; readonly weight: number }>;
  readonly strict: readonly number[];
  /** Class of each DSCP; undefined if there is no map. */
  readonly dscp: { readonly row: ConfigRow; readonly map: ReadonlyMap<number, number> } | undefined;
  readonly watchdogs: readonly Watchdog[];
  readonly payload: Bytes;
  /** The largest MTU of all ports that are up, limited to 64 to 9216 bytes. */
  readonly mtu: Bytes;
  readonly notes: readonly string[];
}

const unique = <Value>(values: readonly (Value | undefined)[]): Value[] => [
  ...new Set(values.filter((value): value is Value & {} => value !== undefined)),
];

export function factsOf(at: SonicSwitch): Facts {
  const { db } = at;
  const notes: string[] = [];
  const ports = at.ports.filter(({ up }) => up);
  const lossless = unique(ports.flatMap((port) => port.lossless)).sort((a, b) => a - b);
  if (ports.some((port) => port.lossless.join() !== lossless.join()))
    notes.push(`Ports differ in pfc_enable; here classes ${lossless.join(", ")} are lossless at all of them.`);
  const queues = ports.flatMap((port) => port.lossless.map((cls) => ({ port, cls })));
  const profiles = unique(queues.map(({ port, cls }) => profileOf(at, port.name, cls)));
  const byPort = headroomByPort(at, queues, notes);
  const [parameter] = db.rows("DEFAULT_LOSSLESS_BUFFER_PARAMETER");
  const made =
    profiles.length > 0 ? [] : ports.flatMap((port) => (port.lossless.length > 0 ? (lookedUp(at, port) ?? []) : []));
  const powers = made.filter((one) => !isFixed(at, one)).map(({ threshold }) => alphaFrom(threshold));
  const usual = [...powers, alphaOf(db, parameter, "default_dynamic_th")];
  const own = unique(profiles.length === 0 ? usual : profiles.map((row) => alphaOf(db, row, "dynamic_th")));
  if (own.length > 1 && made.length === 0)
    notes.push(`Profiles differ in dynamic_th; here alpha is ${own[0]} everywhere.`);
  const looked = made.filter((one) => isFixed(at, one)).map(({ threshold }) => threshold);
  const fixed = unique([...profiles.map((row) => db.number(row, "static_th")), ...looked]);
  const wred = unique(
    queues.map(({ port, cls }) =>
      db.find("WRED_PROFILE", db.field(at.queues.get(`${port.name}|${cls}`), "wred_profile") ?? ""),
    ),
  );
  if (wred.length > 1)
    notes.push(`Lossless queues have ${wred.length} WRED profiles; here all have ${shown(wred[0].key)}.`);
  return {
    ...{ lossless, profiles, alpha: own[0], staticThreshold: fixed[0], ...schedule(at, notes) },
    qos: unique(ports.map(({ qos }) => qos)),
    byPort,
    headroom: byPort.length === 0 ? undefined : Math.max(...byPort.map(({ xoff }) => xoff)),
    sharedPool: sharedPoolOf(at),
    resumeOffset: profiles.length === 0 ? (made.at(0)?.xonOffset ?? 0) : (db.number(profiles[0], "xon_offset") ?? 0),
    pool: db.number(at.pool, "size"),
    marks: marksOf(at, wred[0], notes),
    dscp: dscpOf(at, notes),
    watchdogs: watchdogsOf(at, notes),
    payload: Math.max(64, Math.min(9000, at.losslessMtu)),
    mtu: Math.max(
      64,
      Math.min(
        9216,
        ports.reduce((most, { mtu }) => Math.max(most, mtu), 0),
      ),
    ),
    notes,
  };
}

interface Queue {
  readonly port: SonicPort;
  readonly cls: number;
}

/** Returns the headroom of lossless queues by speed and cable length. SONiC selects a profile by these two values. */
function headroomByPort(at: SonicSwitch, queues: readonly Queue[], notes: string[]): PortProfile[] {
  const found = new Map<string, { speed: number; cable: number; xoff: Bytes; rows: ConfigRow[] }>();
  for (const { port, cls } of queues) {
    const named = profileOf(at, port.name, cls);
    const row = isReckoned(at, named) ? undefined : named;
    const xoff = row === undefined ? (lookedUp(at, port) ?? reckoned(at, port))?.xoff : at.db.number(row, "xoff");
    if (xoff === undefined) continue;
    const { speed, metres } = linkOf(port);
    const key = `${speed} ${metres}`;
    const before = found.get(key);
    if (before === undefined) {
      found.set(key, { speed, cable: metres, xoff, rows: row === undefined ? [] : [row] });
      continue;
    }
    if (before.xoff !== xoff)
      notes.push(
        `Profiles of ports of ${speed} Mbit/s and ${metres} m differ in xoff; here all of them have the largest, ${Math.max(before.xoff, xoff)} B.`,
      );
    before.xoff = Math.max(before.xoff, xoff);
    if (row !== undefined && !before.rows.includes(row)) before.rows.push(row);
  }
  return [...found.values()];
}

function sharedPoolOf({ db, pool, sharedHeadroom }: SonicSwitch): Facts["sharedPool"] {
  if (!sharedHeadroom) return undefined;
  const [parameter] = db.rows("DEFAULT_LOSSLESS_BUFFER_PARAMETER");
  const ratio = Number(db.field(parameter, "over_subscribe_ratio") ?? 0);
  const bytes = db.number(pool, "xoff") ?? 0;
  return { bytes: bytes > 0 ? bytes : undefined, ratio: ratio >= 1 ? Math.min(1000, ratio) : 2 };
}

/** Among the ports that are up and have lossless classes, returns the DSCP map of the first port that has such a map. */
function dscpOf({ db, ports }: SonicSwitch, notes: string[]): Facts["dscp"] {
  const rows = unique(
    ports.filter(({ up, lossless }) => up && lossless.length > 0).map(({ qos }) => dscpMapOf(db, qos)),
  );
  if (rows.length === 0) return undefined;
  const [row] = rows;
  if (rows.length > 1) notes.push(`Ports differ in dscp_to_tc_map; here all have ${shown(row.key)}.`);
  const map = new Map<number, number>();
  for (const [name, { text }] of row.fields) {
    const [dscp, cls] = [/^\d{1,2}$/.test(name) ? Number(name) : 64, classesOf(text)?.[0]];
    if (dscp < 64 && cls !== undefined) map.set(dscp, cls);
  }
  return map.size === 0 ? undefined : { row, map };
}

function marksOf({ db }: SonicSwitch, row: ConfigRow | undefined, notes: string[]): Facts["marks"] {
  if (row === undefined || (db.field(row, "ecn") ?? "ecn_none") === "ecn_none") return undefined;
  if (!marksGreen(db, row)) {
    notes.push(
      `WRED_PROFILE ${shown(row.key)} marks no green packet: wred_green_enable is not true, or ecn leaves green out. So the switch here marks nothing.`,
    );
    return undefined;
  }
  const [kmin, kmax] = ["green_min_threshold", "green_max_threshold"].map((name) => db.number(row, name));
  if (kmin === undefined || kmax === undefined) return undefined;
  return { row, kmin, kmax, percent: Math.min(100, db.number(row, "green_drop_probability") ?? 100) };
}

/** Returns the scheduling of the first port that is up. If other ports differ, a note says so. */
function schedule({ db, ports, queues }: SonicSwitch, notes: string[]): Pick<Facts, "weights" | "strict"> {
  const weights = new Map<number, { row: ConfigRow; weight: number }>();
  const strict: number[] = [];
  const kinds = ports
    .filter(({ up }) => up)
    .map(({ name }) =>
      Array.from({ length: 8 }, (_, cls) => db.field(queues.get(`${name}|${cls}`), "scheduler") ?? ""),
    );
  if (unique(kinds.map((kind) => kind.join())).length > 1)
    notes.push("Ports differ in their schedulers; here all have those of the first.");
  (kinds.at(0) ?? []).forEach((name, cls) => {
    const row = db.find("SCHEDULER", name);
    if (row === undefined) return;
    const weight = db.number(row, "weight");
    if (db.field(row, "type") === "STRICT") strict.push(cls);
    else if (weight !== undefined && weight >= 1 && weight <= 1000) weights.set(cls, { row, weight });
  });
  return { weights, strict };
}
