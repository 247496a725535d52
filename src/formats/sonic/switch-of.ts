/** Collects the settings of a switch from its config: its ports with cables and priorities, its memory, thresholds and marking. */
import { standardHeadroom } from "../../theory/headroom-terms.ts";
import { sonicAsics, sonicHeadroom, type SonicAsic, type SonicHeadroom } from "../../theory/sonic-headroom.ts";
import type { Bytes } from "../../base/units.ts";
import type { LookedUp, ProfileLookup } from "./profile-lookup.ts";
import { byQueue, classList, type ConfigDb, type ConfigRow } from "./config-db.ts";

export interface SonicPort {
  readonly name: string;
  /** The name on the front panel, such as etp1. The config of a neighbour may name the port by its alias. */
  readonly alias: string | undefined;
  readonly row: ConfigRow;
  /** Port speed, Mbit/s; undefined if the config has none. */
  readonly speed: number | undefined;
  readonly lanes: number;
  readonly mtu: Bytes;
  readonly up: boolean;
  /** Length of the port's cable, m; undefined if the table CABLE_LENGTH has no valid entry for the port. */
  readonly cable: number | undefined;
  readonly cableRow: ConfigRow | undefined;
  readonly qos: ConfigRow | undefined;
  /** Classes that PFC protects. */
  readonly lossless: readonly number[];
  /** Classes of pfcwd_sw_enable; undefined if the port has no such field. */
  readonly watched: readonly number[] | undefined;
}

export interface SonicSwitch {
  readonly db: ConfigDb;
  readonly name: string;
  /** The model, such as ACS-MSN3700; empty if the config has none. */
  readonly hwsku: string;
  /** The ASIC with its parameters. Undefined if xoff has no parameters for it. */
  readonly asic: { readonly name: keyof typeof sonicAsics; readonly values: SonicAsic } | undefined;
  /** True if the buffer manager calculates the profiles itself. */
  readonly dynamic: boolean;
  readonly ports: readonly SonicPort[];
  readonly pool: ConfigRow | undefined;
  /** Rows of BUFFER_PG by "port|class". */
  readonly groups: ReadonlyMap<string, ConfigRow>;
  /** Rows of QUEUE by "port|class". */
  readonly queues: ReadonlyMap<string, ConfigRow>;
  readonly losslessMtu: Bytes;
  readonly smallPackets: number;
  readonly sharedHeadroom: boolean;
  /** Profiles that the traditional buffer manager creates if the config has none. */
  readonly lookup: ProfileLookup | undefined;
}

/** SONiC's default MTU of a port. */
const USUAL_MTU = 9100;
/** Percentage of small packets if the config has no LOSSLESS_TRAFFIC_PATTERN. It is the value in SONiC's own template of that table. */
const USUAL_SMALL_PACKETS = 50;
/** The speed of a port without a speed in the config, Mbit/s. */
export const USUAL_MBPS = 100_000;
/** The cable length of a port without a cable length in the config, m. */
export const USUAL_METRES = 40;

/** Returns speed (Mbit/s) and cable length (m) of the link at a port. */
export const linkOf = ({ speed, cable }: SonicPort): { readonly speed: number; readonly metres: number } => ({
  speed: speed ?? USUAL_MBPS,
  metres: cable === undefined || cable === 0 ? USUAL_METRES : cable,
});

export function switchOf(db: ConfigDb, lookup?: ProfileLookup): SonicSwitch {
  const meta = db.rows("DEVICE_METADATA").find(({ key }) => key === "localhost");
  const [pattern] = db.rows("LOSSLESS_TRAFFIC_PATTERN");
  const [parameter] = db.rows("DEFAULT_LOSSLESS_BUFFER_PARAMETER");
  const pool = db.find("BUFFER_POOL", "ingress_lossless_pool");
  const ratio = Number(db.field(parameter, "over_subscribe_ratio") ?? 0);
  const asic = asicOf(`${db.field(meta, "platform") ?? ""} ${db.field(meta, "hwsku") ?? ""}`);
  return {
    ...{ db, name: db.field(meta, "hostname") ?? "sonic", hwsku: db.field(meta, "hwsku") ?? "", pool, lookup },
    asic: asic === undefined ? undefined : { name: asic, values: sonicAsics[asic] },
    dynamic: db.field(meta, "buffer_model") === "dynamic",
    ports: portsOf(db),
    groups: byQueue(db, "BUFFER_PG"),
    queues: byQueue(db, "QUEUE"),
    losslessMtu: db.number(pattern, "mtu") ?? 1024,
    smallPackets: Math.min(100, db.number(pattern, "small_packet_percentage") ?? USUAL_SMALL_PACKETS),
    sharedHeadroom: (db.number(pool, "xoff") ?? 0) > 0 || ratio > 0,
  };
}

function portsOf(db: ConfigDb): SonicPort[] {
  const qos = new Map<string, ConfigRow>();
  for (const row of db.rows("PORT_QOS_MAP")) for (const port of row.key.split(",")) qos.set(port, row);
  const [cables] = db.rows("CABLE_LENGTH");
  return db
    .rows("PORT")
    .map((row): SonicPort => {
      const name = row.key;
      const own = qos.get(name);
      const lanes = db.field(row, "lanes");
      const length = db.field(cables, name);
      return {
        ...{ name, row, alias: db.field(row, "alias"), qos: own, cableRow: cables },
        speed: speedOf(db, row),
        lanes: lanes === undefined ? 1 : lanes.split(",").length,
        mtu: db.number(row, "mtu") ?? USUAL_MTU,
        up: db.field(row, "admin_status") === "up",
        cable: length === undefined || !/^\d{1,7}m$/.test(length) ? undefined : Number(length.slice(0, -1)),
        lossless: classesIn(db.field(own, "pfc_enable") ?? ""),
        watched:
          own?.fields.has("pfcwd_sw_enable") === true ? classesIn(db.field(own, "pfcwd_sw_enable") ?? "") : undefined,
      };
    })
    .sort((a, b) => numberIn(a.name) - numberIn(b.name) || (a.name < b.name ? -1 : 1));
}

/**
 * Returns the classes of a list such as "3,4" in ascending order. Parts of the list that SONiC cannot read are left
 * out.
 */
const classesIn = (text: string): number[] =>
  [...new Set(classList(text).flatMap((part) => part ?? []))].sort((a, b) => a - b);

/** Maximum speed of a scenario's link, Mbit/s. */
const MAX_SPEED = 1e7;

function speedOf(db: ConfigDb, row: ConfigRow): number | undefined {
  const speed = db.number(row, "speed");
  if (speed === undefined || (speed >= 1 && speed <= MAX_SPEED)) return speed;
  const at = row.fields.get("speed")?.node.start ?? 0;
  throw db.mistake(at, `a speed from 1 to ${MAX_SPEED} Mbit/s`, String(speed));
}

/** Returns the number in a port name: 12 for Ethernet12. */
const numberIn = (name: string): number => Number(/\d+/.exec(name)?.[0] ?? 0);

/** A threshold's exponent is from -`MAX_STEPS` to `MAX_STEPS`. SONiC's ASICs support no other. */
const MAX_STEPS = 10;

/** Returns the alpha of a threshold with this exponent. */
export const alphaFrom = (steps: number): number => (steps < 0 ? 1 / (1 << -steps) : 1 << steps);

/**
 * Returns the alpha of a threshold. A config states the exponent of a power of two. Throws `InputError` for a text that
 * is no exponent.
 */
export function alphaOf(db: ConfigDb, row: ConfigRow | undefined, field: string): number | undefined {
  const steps = db.number(row, field, true);
  if (steps === undefined) return undefined;
  const at = row?.fields.get(field)?.node.start ?? 0;
  if (Math.abs(steps) > MAX_STEPS) throw db.mistake(at, `-${MAX_STEPS} to ${MAX_STEPS} for ${field}`, String(steps));
  return alphaFrom(steps);
}

/**
 * Returns the ASIC of a platform. NVIDIA's SN2000 series has Spectrum-1, the SN3000 series Spectrum-2, and so on. Only the
 * SN5000 series has two generations (sonic-buildimage, platform/mellanox/asic_table.j2).
 */
function asicOf(platform: string): keyof typeof sonicAsics | undefined {
  const model = /(?:msn|sn|SN)([2-6])\d{3}/.exec(platform);
  if (model === null) return undefined;
  const [name, series] = model;
  // The SN5000 series begins with Spectrum-4. Its only model with Spectrum-5 is the SN5640.
  const generation = series === "6" ? 6 : /5640$/.test(name) ? 5 : Number(series) - 1;
  return `spectrum${generation}` as keyof typeof sonicAsics;
}

/**
 * Returns the profile of a lossless class at a port, as a row of the config. Undefined: the config has no such row,
 * because the class has no profile or because SONiC's buffer manager creates the profile when it starts.
 */
export function profileOf({ db, groups }: SonicSwitch, port: string, cls: number): ConfigRow | undefined {
  const name = db.field(groups.get(`${port}|${cls}`), "profile");
  return name === undefined || name === "NULL" ? undefined : db.find("BUFFER_PROFILE", name);
}

/** The threshold of a lossless group: a share of the free pool, or a number of bytes. */
export type GroupThreshold = { readonly alpha: number } | { readonly bytes: Bytes };

/** Returns the threshold of a lossless class at a port. Undefined: the config does not set it. */
export function thresholdOf(at: SonicSwitch, port: SonicPort, cls: number): GroupThreshold | undefined {
  const { db, dynamic } = at;
  const profile = profileOf(at, port.name, cls);
  const isMade = at.groups.get(`${port.name}|${cls}`) === undefined;
  const made = isMade ? lookedUp(at, port) : undefined;
  const fixed = db.number(profile, "static_th");
  if (fixed !== undefined) return { bytes: fixed };
  const usual = dynamic
    ? alphaOf(db, db.rows("DEFAULT_LOSSLESS_BUFFER_PARAMETER").at(0), "default_dynamic_th")
    : undefined;
  if (made !== undefined && isFixed(at, made)) return { bytes: made.threshold };
  const alpha = alphaOf(db, profile, "dynamic_th") ?? (made === undefined ? usual : alphaFrom(made.threshold));
  return alpha === undefined ? undefined : { alpha };
}

/**
 * Returns the occupancy of the pool at which a single sender of this class is paused, bytes; undefined if the config
 * does not set it.
 */
export function pauseThreshold(at: SonicSwitch, port: SonicPort, cls: number): Bytes | undefined {
  const { db, pool } = at;
  const threshold = thresholdOf(at, port, cls);
  if (threshold === undefined || "bytes" in threshold) return threshold?.bytes;
  const { alpha } = threshold;
  const own = db.find("BUFFER_POOL", db.field(profileOf(at, port.name, cls), "pool") ?? "") ?? pool;
  const size = db.number(own, "size");
  return size === undefined ? undefined : (alpha * size) / (1 + alpha);
}

/** The classes into which a ToR moves lossless packets that it sends through the other ToR of its pair. */
const REMAPPED: readonly number[] = [2, 6];

/**
 * Returns the classes that carry only tunnelled packets between the two ToRs of a pair. SONiC's template sets pfc_enable to 2,3,4,6 but
 * pfcwd_sw_enable only to 3,4 on the ports that carry these packets. On all other ports both are 3,4. The difference is intended.
 *
 * Source: sonic-buildimage files/build_templates/qos_config.j2 (tunnel_qos_remap)
 */
export const remappedClasses = ({ ports }: SonicSwitch): readonly number[] =>
  ports.some(({ lossless, watched }) => lossless.join() === "2,3,4,6" && watched?.join() === "3,4") ? REMAPPED : [];

/**
 * True if SONiC calculates the headroom of `profile`. SONiC does so in the dynamic buffer model, if the profile has no
 * headroom (xoff) of its own and its headroom_type is "dynamic".
 */
export const isReckoned = ({ db, dynamic }: SonicSwitch, profile: ConfigRow | undefined): boolean =>
  dynamic && db.field(profile, "headroom_type") === "dynamic" && profile?.fields.has("xoff") !== true;

/**
 * True if the traditional buffer manager creates all lossless groups when it starts. This holds if the config has
 * neither a row of BUFFER_PG for any of them, nor a profile with headroom (xoff). A profile is ignored if a row of
 * BUFFER_QUEUE uses it: with virtual output queues such a profile has an xoff, too.
 */
export function isToBeMade({ db, dynamic, ports, groups }: SonicSwitch): boolean {
  const ofQueues = new Set(
    db.rows("BUFFER_QUEUE").map((row) => db.find("BUFFER_PROFILE", db.field(row, "profile") ?? "")),
  );
  return (
    !dynamic &&
    ports.every(({ name, lossless }) => lossless.every((cls) => !groups.has(`${name}|${cls}`))) &&
    db.rows("BUFFER_PROFILE").every((row) => (db.number(row, "xoff") ?? 0) === 0 || ofQueues.has(row))
  );
}

/**
 * Returns the profile of a port in the lookup file. Undefined if this file is missing or has no line for the port's speed and cable length,
 * and always in the dynamic model.
 */
export const lookedUp = ({ lookup, dynamic }: SonicSwitch, { speed, cable }: SonicPort): LookedUp | undefined =>
  dynamic ? undefined : lookup?.get(`${speed} ${cable}`);

/**
 * True if the threshold of a looked-up profile is in bytes. As in SONiC's buffer manager, the mode of the pool decides
 * this. A number outside of -10 to 10 cannot be the exponent n of alpha = 2^n, so it is in bytes, too.
 */
export const isFixed = ({ db, pool }: SonicSwitch, { threshold }: LookedUp): boolean =>
  db.field(pool, "mode") === "static" || Math.abs(threshold) > MAX_STEPS;

/** Returns the DSCP map of a port: its own, or the global one. */
export const dscpMapOf = (db: ConfigDb, qos: ConfigRow | undefined): ConfigRow | undefined =>
  db.find(
    "DSCP_TO_TC_MAP",
    db.field(qos, "dscp_to_tc_map") ?? db.field(db.find("PORT_QOS_MAP", "global"), "dscp_to_tc_map") ?? "",
  );

/** Returns the headroom that SONiC would calculate for the port; undefined if ASIC, speed or cable length is unknown. */
export function reckoned(
  { asic, losslessMtu, smallPackets, sharedHeadroom }: SonicSwitch,
  port: SonicPort,
): SonicHeadroom | undefined {
  const { speed, cable, mtu, lanes } = port;
  if (asic === undefined || speed === undefined || cable === undefined) return undefined;
  const link = { rate: speed * 1e6, metres: cable, mtu, lanes, gearbox: 0 };
  return sonicHeadroom(asic.values, { ...link, losslessMtu, smallPackets, sharedHeadroom });
}

/**
 * Returns the headroom that lint requires, bytes: the smaller one of the requirement of 802.1Qbb and SONiC's
 * calculation for the ASIC. So a config passes if it meets one of the two.
 */
export function needOf(at: SonicSwitch, port: SonicPort, speed: number, cable: number): Bytes {
  const standard = standardHeadroom({ rate: speed * 1e6, metres: cable, mtu: port.mtu }).xoff;
  return Math.min(standard, reckoned(at, port)?.xoff ?? standard);
}

/**
 * True if a WRED profile marks green packets, which all packets are by default. SONiC's orchagent sets SAI_WRED_ATTR_GREEN_ENABLE only from
 * wred_green_enable, and SAI's default is false.
 */
export const marksGreen = (db: ConfigDb, wred: ConfigRow): boolean =>
  /all|green/.test(db.field(wred, "ecn") ?? "") && db.field(wred, "wred_green_enable") === "true";
