/** Makes a policy of a random scenario: random values for some of its parameters, and random rows for parameters that are lists. */
import { policies, type Role } from "../../policies/policies.ts";
import type { PolicyRow, Row } from "../../scenario/tables.ts";
import { ns, us } from "../../base/units.ts";
import type { Draws } from "./random-values.ts";
import { drawValue, drawValues, type Spans, type Written } from "./values.ts";

const tables: Readonly<Record<Role, Readonly<Record<string, PolicyRow>>>> = policies;

/** Ranges of parameter values that have an effect within a few hundred microseconds on short flows. */
const SPANS: Spans = {
  ps: [ns(100), us(200)],
  delay: [ns(1), us(5)],
  bytes: [64, 500_000],
  bps: [1e8, 400e9],
  ratio: [0.01, 4],
  count: [1, 64],
  quanta: [1, 65_535],
};

/** Names of a role's policies that may apply to a whole network. Policies that need a link with memory of its own are left out. */
export const namesOf = (role: Role): string[] =>
  Object.entries(tables[role]).flatMap(([name, { needs }]) => (needs?.ownMemory === true ? [] : [name]));

/** Share of a policy's parameters that get a value, if the policy gets any. */
const SET = 0.3;

export function drawPolicy(role: Role, name: string, draws: Draws): unknown {
  if (draws.chance(0.4)) return name;
  const { params, lists = {} } = tables[role][name];
  const written: Written = { name, ...drawValues(params, draws, SPANS, SET) };
  for (const [list, row] of Object.entries(lists))
    if (draws.chance(0.7)) written[list] = Array.from({ length: draws.whole(1, 3) }, () => drawRow(row, draws, SPANS));
  return written;
}

/** Draws random values for a row of a list parameter. The row has all required fields and some optional ones. */
export function drawRow({ params, required = [] }: Row, draws: Draws, spans: Spans): Written {
  const must = required.filter((name) => Object.hasOwn(params, name));
  const row = drawValues(params, draws, spans, SET);
  for (const name of must) row[name] ??= drawValue(params[name], draws, spans);
  return row;
}
