/** Writes the changes of a scenario into the text of a config. The rest of the text stays the same. */
import type { Bytes } from "../../base/units.ts";
import type { ConfigDb, ConfigRow } from "./config-db.ts";
import type { Facts } from "./facts.ts";
import type { SonicSwitch } from "./switch-of.ts";
import { watchdogChanges, type WatchdogSaid } from "./watchdog.ts";

/** The scenario's values for settings of a config; undefined for values that a config cannot express. */
export interface Said {
  readonly lossless: readonly number[];
  readonly alpha: number | undefined;
  readonly staticThreshold: Bytes | undefined;
  /**
   * Returns the headroom of a lossless queue for a port speed (Mbit/s) and a cable length (m). Undefined: the scenario
   * computes headroom by a rule that a config cannot express.
   */
  readonly headroom: (speed: number, cable: number) => Bytes | undefined;
  /** The shared headroom pool: its bytes or its oversubscription ratio; undefined if each queue has its own headroom. */
  readonly sharedPool: Facts["sharedPool"];
  readonly resumeOffset: Bytes | undefined;
  readonly pool: Bytes | undefined;
  readonly marks: { readonly kmin: Bytes; readonly kmax: Bytes; readonly percent: number } | undefined;
  readonly weights: ReadonlyMap<number, number>;
  readonly dscp: ReadonlyMap<number, number> | undefined;
  readonly watchdogs: readonly WatchdogSaid[];
}

export interface Edit {
  readonly row: ConfigRow;
  readonly field: string;
  readonly value: string;
}

export interface Changes {
  readonly edits: readonly Edit[];
  /** One text for each change that the config cannot express. The text names the change and the reason. */
  readonly refused: readonly string[];
}

/** Alpha of an imported config without any threshold. */
const USUAL_ALPHA = 1;

export function changes(at: SonicSwitch, facts: Facts, said: Said): Changes {
  const { db, pool } = at;
  const edits: Edit[] = [];
  const refused: string[] = [];
  const put = (rows: readonly (ConfigRow | undefined)[], field: string, value: number | string): void => {
    const there = rows.filter((row) => row !== undefined);
    if (there.length === 0) refused.push(`${field} ${value}: the config has no row for this value.`);
    for (const row of there) edits.push({ row, field, value: String(value) });
  };
  if (said.lossless.join() !== facts.lossless.join())
    for (const field of ["pfc_enable", "pfcwd_sw_enable"])
      if (field === "pfc_enable" || facts.qos.some((row) => row.fields.has(field)))
        put(facts.qos, field, said.lossless.join());
  const alpha = facts.alpha ?? (facts.staticThreshold === undefined ? USUAL_ALPHA : undefined);
  if (said.alpha !== undefined && said.alpha !== alpha) {
    const steps = stepsOf(said.alpha);
    const [parameter] = db.rows("DEFAULT_LOSSLESS_BUFFER_PARAMETER");
    if (steps === undefined) refused.push(`alpha ${said.alpha}: SONiC takes powers of two, dynamic_th of -10 to 10.`);
    else if (facts.profiles.length > 0) put(facts.profiles, "dynamic_th", steps);
    else put([parameter], "default_dynamic_th", steps);
  }
  if (said.staticThreshold !== undefined && said.staticThreshold !== facts.staticThreshold)
    put(facts.profiles, "static_th", said.staticThreshold);
  for (const { row, now } of profilesChanged(facts, said, refused)) {
    const [size = 0, xoff = 0] = [db.number(row, "size"), db.number(row, "xoff")];
    put([row], "xoff", now);
    // Without a shared headroom pool, a `size` of at least `xoff` includes the headroom, so `size` changes by as much as `xoff`. With a
    // shared headroom pool, `size` excludes the headroom and stays the same.
    if (size >= xoff && facts.sharedPool === undefined) put([row], "size", size - xoff + now);
  }
  sharePool(facts, said);
  if (said.resumeOffset !== undefined && said.resumeOffset !== facts.resumeOffset)
    put(facts.profiles, "xon_offset", said.resumeOffset);
  if (said.pool !== undefined && facts.pool !== undefined && said.pool !== facts.pool) {
    if (said.pool > 0) put([pool], "size", said.pool);
    else refused.push("switch.memory: less than its headroom, so no pool is left.");
  }
  const { marks } = facts;
  if (said.marks !== undefined && marks === undefined)
    refused.push("red: the config marks nothing, so there is no profile to change.");
  if (said.marks !== undefined && marks !== undefined)
    for (const [field, now, before] of [
      ["min_threshold", said.marks.kmin, marks.kmin],
      ["max_threshold", said.marks.kmax, marks.kmax],
      ["drop_probability", said.marks.percent, marks.percent],
    ] as const)
      if (now !== before)
        for (const colour of ["green", "yellow", "red"])
          if (marks.row.fields.has(`${colour}_${field}`)) put([marks.row], `${colour}_${field}`, Math.round(now));
  for (const [cls, { row, weight }] of facts.weights) {
    const now = said.weights.get(cls);
    if (now === undefined || now === weight) continue;
    const shared = [...facts.weights].some(
      ([other, their]) => their.row === row && (said.weights.get(other) ?? now) !== now,
    );
    if (shared)
      refused.push(`The weight of class ${cls}: other classes also use scheduler ${row.key}, with another weight.`);
    else if (!Number.isInteger(now) || now < 1 || now > 100)
      refused.push(`The weight of class ${cls}, ${now}: SONiC takes 1 to 100.`);
    else put([row], "weight", now);
  }
  const dscp = facts.dscp;
  if (said.dscp !== undefined && dscp === undefined)
    refused.push("classes.dscp: the config has no DSCP_TO_TC_MAP that its ports use.");
  for (const [code, cls] of dscp === undefined ? [] : (said.dscp ?? []))
    if (dscp?.map.get(code) !== cls) put([dscp?.row], String(code), cls);
  const watchdogs = watchdogChanges(at, facts.watchdogs, said.watchdogs);
  for (const { row, field, value } of watchdogs.edits) put([row], field, value);
  refused.push(...watchdogs.refused);
  return { edits, refused };

  function sharePool({ sharedPool: before }: Facts, { sharedPool: now }: Said): void {
    const [parameter] = db.rows("DEFAULT_LOSSLESS_BUFFER_PARAMETER");
    if ((before === undefined) !== (now === undefined)) {
      const [has, wants] = before === undefined ? ["none", "one"] : ["one", "none"];
      refused.push(
        `headroom: the config has ${has === "one" ? "a" : "no"} shared headroom pool, and the scenario wants ${wants}. All profiles would change.`,
      );
    } else if (now?.bytes !== undefined && now.bytes !== before?.bytes) put([pool], "xoff", now.bytes);
    else if (
      now?.bytes === undefined &&
      now !== undefined &&
      (before?.bytes !== undefined || now.ratio !== before?.ratio)
    )
      put([parameter], "over_subscribe_ratio", now.ratio);
  }
}

/**
 * Returns the profiles whose xoff in the scenario differs from that in the config. A profile can only have one value. If its ports of
 * several speeds or cables require different values, the change is refused.
 */
function profilesChanged(
  { byPort }: Facts,
  { headroom }: Said,
  refused: string[],
): { readonly row: ConfigRow; readonly now: Bytes }[] {
  const changed = new Map<ConfigRow, { readonly row: ConfigRow; readonly now: Bytes }>();
  for (const { speed, cable, xoff, rows } of byPort) {
    const now = headroom(speed, cable);
    if (now === undefined || now === xoff) continue;
    const where = `xoff ${now} of ports of ${speed} Mbit/s and ${cable} m`;
    if (rows.length === 0) refused.push(`${where}: SONiC calculates it, so there is no profile to change.`);
    for (const row of rows) {
      const others = byPort.filter((one) => one.rows.includes(row) && headroom(one.speed, one.cable) !== now);
      if (others.length > 0) refused.push(`${where}: other ports also use profile ${row.key}, with another headroom.`);
      else changed.set(row, { row, now });
    }
  }
  return [...changed.values()];
}

/** Returns n if alpha is 2^n, because SONiC's config holds n. Undefined if alpha is no such power, or n is not from -10 to 10. */
export function stepsOf(alpha: number): number | undefined {
  for (let steps = -10; steps <= 10; steps++) if (alpha === (steps < 0 ? 1 / (1 << -steps) : 1 << steps)) return steps;
  return undefined;
}

/** Returns the config's text with the edited fields. */
export function edited({ text }: ConfigDb, edits: readonly Edit[]): string {
  const pieces = new Map<string, { start: number; end: number; put: string }>();
  for (const { row, field, value } of edits) {
    const there = row.fields.get(field)?.node;
    const key = `${row.node.start} ${field}`;
    if (there !== undefined) {
      const isNumber = there.kind === "scalar" && typeof there.value === "number";
      pieces.set(key, { start: there.start, end: there.end, put: isNumber ? value : JSON.stringify(value) });
      continue;
    }
    // A new field is inserted after the last field of the row, with the same indentation.
    const last = [...row.node.members.values()].at(-1);
    const at = last?.node.end ?? row.node.start + 1;
    const before =
      last === undefined ? "" : (/\s*$/.exec(text.slice(Math.max(0, last.start - 200), last.start))?.[0] ?? "");
    const comma = last === undefined ? "" : ",";
    pieces.set(key, { start: at, end: at, put: `${comma}${before}${JSON.stringify(field)}: ${JSON.stringify(value)}` });
  }
  const ordered = [...pieces.values()].sort((a, b) => a.start - b.start);
  let done = 0;
  let out = "";
  for (const { start, end, put } of ordered) {
    out += text.slice(done, start) + put;
    done = end;
  }
  return out + text.slice(done);
}
