/** Reads `xoff tune --vary`: a parameter with a range, or with a list of values. */
import { didYouMean, type NumberUnit } from "../../../base/params.ts";
import { MAX_DIMENSIONS } from "../../../batch/tune/halton.ts";
import { levels } from "../../../batch/tune/levels.ts";
import {
  parseQuantity,
  pathOf,
  pathText,
  QuantityError,
  readVariation,
  type Scenario,
  type Setting,
} from "../../../run/lab/lab.ts";
import { valueAt } from "../../../run/lab/authoring.ts";
import { trafficOf } from "../../../report/traffic.ts";
import { build, mistakesOf, type ScenarioFile } from "../files/scenario-file.ts";
import { EXIT, Failure } from "../terminal/exit.ts";
import { knobWith, paramsOf, policiesOf, USUAL, type Knob, type Usual } from "./knobs.ts";

const mistake = (from: string, what: string): Failure => new Failure(`${from}: ${what}`, EXIT.input);

/** The scenario of a search, and the settings that all its runs share. */
interface Given {
  readonly file: ScenarioFile;
  readonly scenario: Scenario;
  readonly set: readonly Setting[];
}

export function variedKnobs(vary: readonly string[], given: Given): Knob[] {
  const knobs = vary.map((text) => knobOf(text, given));
  const paths = knobs.map(({ path }) => plainPath(path));
  const twice = paths.find((path, k) => paths.indexOf(path) < k);
  if (twice !== undefined)
    throw mistake("--vary", `expected each parameter once, got ${twice} twice. Remove one of them.`);
  if (knobs.length > MAX_DIMENSIONS)
    throw mistake("--vary", `expected at most ${MAX_DIMENSIONS} parameters, got ${knobs.length}. Vary fewer at once.`);
  return knobs;
}

/** A canonical spelling of a path: without "policies", and with "[0]" for an entry of a list. */
const plainPath = (path: string): string => pathText(pathOf(path)).replace(/^policies\./, "");

function knobOf(text: string, given: Given): Knob {
  const from = `--vary ${text}`;
  const [, path = "", low = "", high] = /^\s*([^=]+?)\s*=\s*([^,]+?)\.\.([^,]+?)\s*$/.exec(text) ?? [];
  if (high === undefined) {
    const settings = mistakesOf("--vary", () => readVariation("--vary", text));
    const { unit, value } = presentOf(from, settings[0].path, settings[0].value, given);
    return knobWith(
      settings[0].path,
      unit,
      settings.map((one) => parsed(from, one.value, unit)),
      value,
    );
  }
  const { unit, value, usual } = presentOf(from, path, low, given);
  const range = { ...usual, unit, low: parsed(from, low, unit), high: parsed(from, high, unit) };
  if (range.high > range.low) return knobWith(path, unit, levels(range, value), value);
  throw mistake(from, `expected a range that goes up, got ${low}..${high}. Write its lower end first.`);
}

interface Present {
  readonly unit: NumberUnit;
  readonly value: number;
  readonly usual?: Usual | undefined;
}

/**
 * The present value and the unit of the field at a path. `example` is a value from --vary. If the field is no policy
 * parameter, its unit is that of `example`.
 */
function presentOf(from: string, path: string, example: string, given: Given): Present {
  const { file, scenario, set } = given;
  const plain = plainPath(path);
  if (trafficOf({ [plain]: "" }) !== trafficOf({}))
    throw mistake(
      from,
      `expected a parameter that keeps the traffic, because all settings need the same flows, got ${path}. Use xoff compare for it.`,
    );
  const [role, ...rest] = pathOf(plain);
  const policy = policiesOf(scenario, String(role))[typeof rest[0] === "number" ? rest[0] : 0];
  const name = String(rest.at(-1));
  const params = policy === undefined ? {} : paramsOf(file, String(role), policy.name);
  const param = rest.length === 0 ? undefined : params[name];
  if (policy !== undefined && param === undefined && rest.length === 1 && typeof rest[0] === "string")
    throw mistake(
      from,
      `expected a parameter of ${policy.name}, got ${name}. ${didYouMean(name, Object.keys(params)) ?? `It has: ${Object.keys(params).join(", ")}.`}`,
    );
  if (policy !== undefined && param !== undefined && param.unit !== "choice" && param.unit !== "flag") {
    const value = policy.values[name];
    if (typeof value !== "number") throw unset(from, path, example, given);
    return { unit: param.unit, value, usual: USUAL[String(role)]?.[policy.name]?.[name] };
  }
  const unit = UNITS.find((one) => quantity(example, one) !== undefined);
  if (unit === undefined)
    throw mistake(
      from,
      `expected numbers with their units, such as detection.kmin=100KB..1600KB, got ${example}. Use xoff compare for policies.`,
    );
  const last = set.findLast((setting) => plainPath(setting.path) === plain)?.value;
  const text = last ?? valueAt(file.text, path)?.replace(/^"(.*)"$/, "$1");
  if (text === undefined || text === "null") throw unset(from, path, example, given);
  return { unit, value: parsed(from, text, unit) };
}

/**
 * The error for a field without a present value: neither the scenario nor the default of a policy gives one. Also the error
 * for a path that no scenario has.
 */
function unset(from: string, path: string, example: string, { file, set }: Given): Failure {
  try {
    build(file, [...set, { path, value: example, from }]);
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  return mistake(
    from,
    `expected a field with a present value, got ${path}. Add it to the scenario, or for example --set ${path}=${example}.`,
  );
}

/** Units for a field that is no policy parameter. They are tried in this order. */
const UNITS: readonly NumberUnit[] = ["ratio", "bytes", "bps", "ps", "delay"];

function quantity(text: string, unit: NumberUnit): number | undefined {
  try {
    return parseQuantity(unit, text);
  } catch (error) {
    if (error instanceof QuantityError) return undefined;
    throw error;
  }
}

function parsed(from: string, text: string, unit: NumberUnit): number {
  try {
    return parseQuantity(unit, text);
  } catch (error) {
    throw error instanceof QuantityError ? mistake(from, error.message) : error;
  }
}
