/** What a scenario says otherwise than a config, written into the config's own text: nothing else of it moves. */
import type { Bytes } from "../../base/units.ts";
import type { ConfigDb, ConfigRow } from "./config-db.ts";
import type { Facts } from "./facts.ts";

/** What a scenario says of what a config says; undefined: nothing that a config can. */
export interface Said {
  readonly lossless: readonly number[];
  readonly alpha: number | undefined;
  readonly staticThreshold: Bytes | undefined;
  readonly headroom: Bytes | undefined;
  readonly resumeOffset: Bytes | undefined;
  readonly pool: Bytes | undefined;
  readonly marks: { readonly kmin: Bytes; readonly kmax: Bytes; readonly percent: number } | undefined;
  readonly weights: ReadonlyMap<number, number>;
}

export interface Edit {
  readonly row: ConfigRow;
  readonly field: string;
  readonly value: string;
}

export interface Changes {
  readonly edits: readonly Edit[];
  /** What cannot be written, in sentences. */
  readonly refused: readonly string[];
}

/** `pool` is the row of ingress_lossless_pool. */
export function changes(db: ConfigDb, pool: ConfigRow | undefined, facts: Facts, said: Said): Changes {
  const edits: Edit[] = [];
  const refused: string[] = [];
  const put = (rows: readonly (ConfigRow | undefined)[], field: string, value: number | string): void => {
    const there = rows.filter((row) => row !== undefined);
    if (there.length === 0) refused.push(`${field} ${value}: the config has no row to say so.`);
    for (const row of there) edits.push({ row, field, value: String(value) });
  };
  if (said.lossless.join() !== facts.lossless.join())
    for (const field of ["pfc_enable", "pfcwd_sw_enable"])
      if (field === "pfc_enable" || facts.qos.some((row) => row.fields.has(field)))
        put(facts.qos, field, said.lossless.join());
  if (said.alpha !== undefined && said.alpha !== facts.alpha) {
    const steps = stepsOf(said.alpha);
    const [parameter] = db.rows("DEFAULT_LOSSLESS_BUFFER_PARAMETER");
    if (steps === undefined) refused.push(`alpha ${said.alpha}: SONiC takes powers of two, dynamic_th of -10 to 10.`);
    else if (facts.profiles.length > 0) put(facts.profiles, "dynamic_th", steps);
    else put([parameter], "default_dynamic_th", steps);
  }
  if (said.staticThreshold !== undefined && said.staticThreshold !== facts.staticThreshold)
    put(facts.profiles, "static_th", said.staticThreshold);
  if (said.headroom !== undefined && facts.headroom !== undefined && said.headroom !== facts.headroom) {
    put(facts.profiles, "xoff", said.headroom);
    for (const row of facts.profiles) {
      const [size = 0, xoff = 0] = [db.number(row, "size"), db.number(row, "xoff")];
      // What it reserves for more than its headroom stays.
      if (size >= xoff) put([row], "size", size - xoff + said.headroom);
    }
  }
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
      refused.push(`The weight of class ${cls}: other classes have scheduler ${row.key} too, and another weight.`);
    else if (!Number.isInteger(now) || now < 1 || now > 100)
      refused.push(`The weight of class ${cls}, ${now}: SONiC takes 1 to 100.`);
    else put([row], "weight", now);
  }
  return { edits, refused };
}

/** Powers of two as SONiC writes them. */
function stepsOf(alpha: number): number | undefined {
  for (let steps = -10; steps <= 10; steps++) if (alpha === (steps < 0 ? 1 / (1 << -steps) : 1 << steps)) return steps;
  return undefined;
}

/** The config's text with these fields. */
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
    // After the last field, with the blanks that stand before its key.
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
