/**
 * What `fast-check` is to the tests (vitest.config.ts): the same, with one seed. A change that fails is at fault itself then, not the luck of its
 * draw. `DRAWS=7 npm test` draws others, by the seed 7.
 */
import fc from "fast-check";

export * from "fast-check";
fc.configureGlobal({ seed: Number(process.env.DRAWS ?? 20_130_812) });
export default fc;
