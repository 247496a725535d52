/**
 * What a scenario says of what a config says: one value each, with every field of the config that it stands for, so that what a scenario
 * changes can be written back there.
 */
import { responseQuanta } from "../../theory/response.ts";
import type { Bytes } from "../../base/units.ts";
import type { ConfigRow } from "./config-db.ts";
import { alphaOf, profileOf, reckoned, type SonicSwitch } from "./switch-of.ts";

export interface Facts {
  readonly lossless: readonly number[];
  /** Rows of PORT_QOS_MAP that say so. */
  readonly qos: readonly ConfigRow[];
  readonly profiles: readonly ConfigRow[];
  readonly alpha: number | undefined;
  readonly staticThreshold: Bytes | undefined;
  /** Of each lossless queue, the largest of all ports; undefined: nobody says. */
  readonly headroom: Bytes | undefined;
  readonly resumeOffset: Bytes;
  /** Shared by all queues. */
  readonly pool: Bytes | undefined;
  readonly marks:
    { readonly row: ConfigRow; readonly kmin: Bytes; readonly kmax: Bytes; readonly percent: number } | undefined;
  /** Classes by weight. */
  readonly weights: ReadonlyMap<number, { readonly row: ConfigRow; readonly weight: number }>;
  readonly strict: readonly number[];
  /** Of the fastest port. */
  readonly reaction: number;
  readonly payload: Bytes;
  readonly notes: readonly string[];
}

const unique = <Value>(values: readonly (Value | undefined)[]): Value[] => [
  ...new Set(values.filter((value): value is Value & {} => value !== undefined)),
];

/** Of one switch. */
export function factsOf(at: SonicSwitch): Facts {
  const { db } = at;
  const notes: string[] = [];
  const ports = at.ports.filter(({ up }) => up);
  const lossless = unique(ports.flatMap((port) => port.lossless)).sort((a, b) => a - b);
  if (ports.some((port) => port.lossless.join() !== lossless.join()))
    notes.push(`Ports differ in pfc_enable; here classes ${lossless.join(", ")} are lossless at all of them.`);
  const queues = ports.flatMap((port) => port.lossless.map((cls) => ({ port, cls })));
  const profiles = unique(queues.map(({ port, cls }) => profileOf(at, port.name, cls)));
  const sizes = unique([
    ...profiles.map((row) => db.number(row, "xoff")),
    ...queues.map(({ port, cls }) =>
      profileOf(at, port.name, cls) === undefined ? reckoned(at, port)?.xoff : undefined,
    ),
  ]);
  if (sizes.length > 1)
    notes.push(
      `Profiles differ in xoff, ${sizes.sort((a, b) => a - b).join(", ")} B; here every port has the largest.`,
    );
  const [parameter] = db.rows("DEFAULT_LOSSLESS_BUFFER_PARAMETER");
  const alphas = unique([
    ...profiles.map((row) => alphaOf(db, row, "dynamic_th")),
    alphaOf(db, parameter, "default_dynamic_th"),
  ]);
  const own = profiles.length === 0 ? alphas : unique(profiles.map((row) => alphaOf(db, row, "dynamic_th")));
  if (own.length > 1) notes.push(`Profiles differ in dynamic_th; here alpha is ${own[0]} everywhere.`);
  const fixed = unique(profiles.map((row) => db.number(row, "static_th")));
  const wred = unique(
    queues.map(({ port, cls }) =>
      db.find("WRED_PROFILE", db.field(at.queues.get(`${port.name}|${cls}`), "wred_profile") ?? ""),
    ),
  );
  if (wred.length > 1) notes.push(`Lossless queues have ${wred.length} WRED profiles; here all have ${wred[0].key}.`);
  const [fastest] = ports.map(({ speed = 0 }) => speed).sort((a, b) => b - a);
  if (unique(ports.map(({ speed }) => speed)).length > 1)
    notes.push(
      "Ports differ in speed; a PAUSE takes as many quanta everywhere as at the fastest, which is never too few.",
    );
  return {
    ...{ lossless, profiles, alpha: own[0], staticThreshold: fixed[0], ...schedule(at, notes) },
    qos: unique(ports.map(({ qos }) => qos)),
    headroom: sizes.length === 0 ? undefined : Math.max(...sizes),
    resumeOffset: profiles.length === 0 ? 0 : (db.number(profiles[0], "xon_offset") ?? 0),
    pool: db.number(at.pool, "size"),
    marks: marksOf(at, wred[0]),
    reaction: fastest === undefined || fastest === 0 ? 60 : responseQuanta(fastest * 1e6),
    payload: Math.max(64, Math.min(9000, at.losslessMtu)),
    notes,
  };
}

function marksOf({ db }: SonicSwitch, row: ConfigRow | undefined): Facts["marks"] {
  if (row === undefined || (db.field(row, "ecn") ?? "ecn_none") === "ecn_none") return undefined;
  const [kmin, kmax] = ["green_min_threshold", "green_max_threshold"].map((name) => db.number(row, name));
  if (kmin === undefined || kmax === undefined) return undefined;
  return { row, kmin, kmax, percent: Math.min(100, db.number(row, "green_drop_probability") ?? 100) };
}

/** Of the first port: SONiC has the same at all. */
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
