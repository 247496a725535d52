/** The order of the parts of a key. Stored rows are named by their keys, so this order must not change. */
import type { Key, Trial } from "../contract.ts";

/**
 * Returns the trials with the parts of each key in the given order. A figure needs this if the order of its loops over
 * settings differs from the order in which the keys name these settings.
 */
export const keyed = <K extends Key>(trials: readonly Trial<K>[], order: readonly (keyof K & string)[]): Trial<K>[] =>
  trials.map(({ key, scenario }) => ({
    key: Object.fromEntries(order.map((name) => [name, key[name]])) as unknown as K,
    scenario,
  }));
