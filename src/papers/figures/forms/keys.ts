/** The order of the parts of a key. Stored rows are named by their keys, so this order must not change. */
import type { Key, Trial } from "../contract.ts";

/**
 * Returns the trials with the parts of each key in the given order. Without this function the parts have the order of the
 * figure's loops over settings. A figure needs this function if the names of its
 * stored rows have their parts in another order.
 */
export const keyed = <K extends Key>(trials: readonly Trial<K>[], order: readonly (keyof K & string)[]): Trial<K>[] =>
  trials.map(({ key, scenario }) => ({
    key: Object.fromEntries(order.map((name) => [name, key[name]])) as unknown as K,
    scenario,
  }));
