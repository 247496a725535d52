/** The order of a key's parts. It is part of the names of a figure's rows, so it must not change. */
import type { Key, Trial } from "../contract.ts";

/**
 * The same trials, whose keys list their parts in this order. Needed if the trials are listed in another order than the
 * parts of the keys.
 */
export const keyed = <K extends Key>(trials: readonly Trial<K>[], order: readonly (keyof K & string)[]): Trial<K>[] =>
  trials.map(({ key, scenario }) => ({
    key: Object.fromEntries(order.map((name) => [name, key[name]])) as unknown as K,
    scenario,
  }));
