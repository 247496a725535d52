/**
 * Draws values for a parameter table, spelled as in a scenario. No parameter is named here, so a new parameter is covered as soon as its
 * table has a row for it.
 *
 * Most parameters are left out. A drawn value is one of three:
 *
 * - an end of its range
 * - a value near the default
 * - a value from a range whose values have an effect in a run of a few hundred microseconds (`Spans`)
 */
import { spell } from "../../base/param-text.ts";
import type { DerivedParam, NumberParam, NumberUnit, Param, ParamTable } from "../../base/params.ts";
import type { Draws } from "./random-values.ts";

/** The lower and upper end of a range of values, in base units. The lower end is above 0. */
type Span = readonly [number, number];
export type Spans = Readonly<Record<NumberUnit, Span>>;

export type Spelled = string | number | boolean;
/** A scenario, or a YAML mapping in it, as an object of field names and values. */
export type Written = Record<string, unknown>;

const END = 0.08;
const NEAR_DEFAULT = 0.4;
/** Maximum factor between the default and a value near it. */
const NEAR = 8;

/** Draws a value for a numeric parameter, in base units. */
export function drawNumber(param: NumberParam | DerivedParam, draws: Draws, spans: Spans): number {
  const { unit, min, max } = param;
  const [from, to] = spans[unit];
  const inRange = (value: number): number => {
    const fit = Math.min(max, Math.max(min, value));
    return unit === "ratio" ? Number(fit.toPrecision(3)) : Math.round(fit);
  };
  if (draws.chance(END)) return draws.chance(0.5) ? min : max <= to * NEAR ? max : inRange(to);
  if ("default" in param && param.default > 0 && draws.chance(NEAR_DEFAULT))
    return inRange(draws.scaled(param.default / NEAR, param.default * NEAR));
  return inRange(draws.scaled(from, to));
}

export function drawValue(param: Param, draws: Draws, spans: Spans): Spelled {
  if (param.unit === "flag") return draws.chance(0.5);
  if (param.unit === "choice") return draws.pick(param.choices);
  return spell(drawNumber(param, draws, spans), param.unit);
}

/** Draws values for some parameters of a table. Each parameter gets a value with the given probability. */
export function drawValues(table: ParamTable, draws: Draws, spans: Spans, probability: number): Written {
  const written: Written = {};
  for (const [name, param] of Object.entries(table))
    if (draws.chance(probability)) written[name] = drawValue(param, draws, spans);
  return written;
}
