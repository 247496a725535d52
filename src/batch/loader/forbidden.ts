/**
 * What a run may not know: the wall clock, chance that no seed decides, the machine's language, and functions of Math whose last bit differs
 * between engines. Code that is loaded finds these in their place: whoever names one gets an error that says what to use instead.
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

/** Names of globals that are kept away. */
export const forbiddenNames = Object.keys(why);

/** In place of the global of that name: whatever is done with it throws. */
export function forbidden(name: string): unknown {
  const fail = (): never => {
    throw new Error(`${name} differs from run to run: ${why[name]}`);
  };
  const nothing = function (): void {}; // may be called with `new`, too
  return new Proxy(nothing, { get: fail, set: fail, has: fail, apply: fail, construct: fail });
}

/** Of Math, those that are the same everywhere. */
export const exactNames = "abs ceil clz32 floor fround imul max min round sign sqrt trunc PI E LN2 LN10 SQRT2".split(
  " ",
);

const inexactNames = Object.getOwnPropertyNames(Math).filter((name) => !exactNames.includes(name));

/** Math without them. */
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
