import { expect, expectTypeOf, test } from "vitest";

import { checkValues, defaults, defineParams, ParamError, type PolicyModule, type Values } from "./params.ts";

const params = defineParams({
  alpha: { unit: "ratio", default: 1, min: 1 / 128, max: 16, source: "lab", about: "Share of free memory." },
  kmin: { unit: "bytes", default: 5000, min: 0, max: 1e9, source: "zhu15", about: "Marking begins." },
  timer: { unit: "ps", derived: "one base round trip", min: 1, max: 1e12, source: "lab", about: "Period." },
  mode: { unit: "choice", choices: ["onoff", "timer"], default: "timer", source: "802.1Qbb", about: "How to pause." },
  literal: { unit: "flag", default: false, source: "lab", about: "As printed." },
});

/** The full text of the error that `given` causes. */
function mistake(given: Record<string, unknown>, at = "policies.buffer"): string {
  try {
    checkValues(params, given, at);
  } catch (error) {
    if (error instanceof ParamError) return error.message;
    throw error;
  }
  return "none";
}

test("the table types its values: number, number or undefined where derived, the choices, boolean", () => {
  expectTypeOf<Values<typeof params>>().toEqualTypeOf<{
    readonly alpha: number;
    readonly kmin: number;
    readonly timer: number | undefined;
    readonly mode: "onoff" | "timer";
    readonly literal: boolean;
  }>();
});

test("nothing given: every default, and undefined for what is derived", () => {
  const expected = { alpha: 1, kmin: 5000, timer: undefined, mode: "timer", literal: false };
  expect(defaults(params)).toEqual(expected);
  expect(checkValues(params, { kmin: undefined }, "")).toEqual(expected);
});

test("what is given stands, both ends of a range included", () => {
  const given = { alpha: 1 / 128, kmin: 1e9, timer: 2e6, mode: "onoff", literal: true };
  expect(checkValues(params, given, "")).toEqual(given);
});

test.each([
  [{ alpha: 32 }, "policies.buffer.alpha: expected a number from 0.0078125 to 16, got 32"],
  [{ alpha: NaN }, "policies.buffer.alpha: expected a number from 0.0078125 to 16, got NaN"],
  [{ alpha: "1" }, 'policies.buffer.alpha: expected a number from 0.0078125 to 16, got "1"'],
  [{ kmin: 0.5 }, "policies.buffer.kmin: expected a whole number of bytes from 0 to 1000000000, got 0.5"],
  [{ kmin: -1 }, "policies.buffer.kmin: expected a whole number of bytes from 0 to 1000000000, got -1"],
  [{ kmin: null }, "policies.buffer.kmin: expected a whole number of bytes from 0 to 1000000000, got null"],
  [{ mode: "tiemr" }, 'policies.buffer.mode: expected one of onoff, timer, got "tiemr". Did you mean "timer"?'],
  [{ mode: 3 }, "policies.buffer.mode: expected one of onoff, timer, got 3"],
  [{ literal: "yes" }, 'policies.buffer.literal: expected true or false, got "yes"'],
  [
    { apha: 1 },
    'policies.buffer.apha: expected one of alpha, kmin, timer, mode, literal, got 1. Did you mean "alpha"?',
  ],
  [{ toString: 1 }, "policies.buffer.toString: expected one of alpha, kmin, timer, mode, literal, got 1"],
])("%j is refused by path, range and value", (given, message) => {
  expect(mistake(given)).toBe(message);
});

test("without a path the name stands alone, and a table without parameters says so", () => {
  expect(mistake({ alpha: 17 }, "")).toMatch(/^alpha: expected/);
  expect(() => checkValues({}, { alpha: 1 }, "policies.link")).toThrow(
    "policies.link.alpha: expected no parameters, got 1",
  );
});

test("the parts of an error can be read apart, to be shown beside a line of the scenario", () => {
  const error = new ParamError("kmax", "a size", 5, "Say 5KB.");
  expect(error).toMatchObject({ at: "kmax", expected: "a size", got: 5, hint: "Say 5KB." });
});

test("a table whose default breaks its own range cannot be defined", () => {
  const broken = { unit: "count", default: 0, min: 1, max: 8, source: "lab", about: "Ports." } as const;
  const row = (given: object): Parameters<typeof defineParams>[0][string] =>
    ({ about: "x", source: "lab", default: 0.5, ...given }) as never;
  expect(() => defineParams({ share: row({ kind: "ratio" }) })).toThrow(
    "unit of share: expected one of ps, delay, bytes, bps, ratio, count, quanta, choice, flag, got nothing",
  );
  expect(() => defineParams({ share: row({ unit: "ratios" }) })).toThrow('Did you mean "ratio"?');
  expect(() => defineParams({ share: row({ unit: "ratio", max: 1 }) })).toThrow(
    "min of share: expected a number, got nothing",
  );
  expect(() => defineParams({ ports: broken })).toThrow("default of ports: expected a whole number from 1 to 8, got 0");
});

test("a module's own typed create fits the registry's type and can be called with checked values", () => {
  const module = {
    about: "a share of free memory",
    params,
    create: (p: Values<typeof params>, view: { free: number }) => ({ threshold: () => p.alpha * view.free }),
  };
  const registry = { dt: module } satisfies Record<string, PolicyModule<{ free: number }, { threshold(): number }>>;
  const entry: PolicyModule<{ free: number }, { threshold(): number }> = registry.dt;
  expect(entry.create(checkValues(entry.params, { alpha: 2 }, ""), { free: 10 }).threshold()).toBe(20);
});
