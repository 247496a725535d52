/** Checks a property for randomly drawn values. */
import fc from "fast-check";

/**
 * The seed of the draws. It is fixed, so each test of a policy draws the same values, and its result changes only if
 * the policy changes.
 */
const SEED = 20_130_812;

/** Throws if `property` fails for a value. The message contains this value, and how to draw it again. */
export const always = <Drawn>(property: fc.IProperty<Drawn>, how?: fc.Parameters<Drawn>): void =>
  fc.assert(property, { seed: SEED, ...how });
