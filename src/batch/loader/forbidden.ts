/**
 * The globals that code of a run must not use: the wall clock, unseeded randomness and the machine's locale. Functions of Math whose last
 * bit differs between engines are also forbidden. The loader replaces each of them by a stub. A use of the stub throws an error that says
 * what to use instead.
 */
const OUTSIDE = "a run depends only on its scenario";
const CLOCK = "use simulated time, view.now in picoseconds";
const TIMER = "use view.timer";
const CHANCE = "draw from the view, or from stream(seed, purpose) of xoff/policy";
const MEMORY = "it depends on garbage collection";
const LATER = "it acts at no time of the run: use view.timer";

const why: Readonly<Record<string, string>> = {
  ...{ Date: CLOCK, performance: CLOCK, Temporal: CLOCK },
  ...{ setTimeout: TIMER, setInterval: TIMER, setImmediate: TIMER, queueMicrotask: TIMER },
  ...{ crypto: CHANCE, Intl: "it depends on the language of the machine" },
  ...{ Promise: LATER, WeakRef: MEMORY, FinalizationRegistry: MEMORY },
  ...{ process: OUTSIDE, require: OUTSIDE, fetch: OUTSIDE, navigator: OUTSIDE, globalThis: OUTSIDE, Function: OUTSIDE },
};

/** Names of the forbidden globals. */
export const forbiddenNames = Object.keys(why);

/** Returns the stub that replaces the global `name`. Any use of the stub throws. */
export function forbidden(name: string): unknown {
  const fail = (): never => {
    throw new Error(`${name} differs from run to run: ${why[name]}`);
  };
  const nothing = function (): void {}; // A function expression, so that `new` can also be applied to it.
  return new Proxy(nothing, { get: fail, set: fail, has: fail, apply: fail, construct: fail });
}

/** The members of Math whose results are the same on all engines. */
export const exactNames = "abs ceil clz32 floor fround imul max min round sign sqrt trunc PI E LN2 LN10 SQRT2".split(
  " ",
);

const inexactNames = Object.getOwnPropertyNames(Math).filter((name) => !exactNames.includes(name));

/** A replacement for the global `Math`. Functions whose results differ between engines throw an error. */
export const exactMath: unknown = Object.freeze(
  Object.fromEntries(
    [...exactNames, ...inexactNames].map((name) => [
      name,
      inexactNames.includes(name) ? failing(name) : Reflect.get(Math, name),
    ]),
  ),
);

function failing(name: string): () => never {
  return () => {
    if (name === "random") throw new Error(`Math.random differs from run to run: ${CHANCE}`);
    const mend = "use + - * / and Math.sqrt, or exp, log and pow of xoff/policy";
    throw new Error(`Math.${name} differs between engines in its last bit: ${mend}`);
  };
}
