/** The order of the parts of a key, which is part of the names of a figure's rows. */
import type { Key, Trial } from "../contract.ts";

/** The same trials, whose keys list their parts in this order. Figures need it where their loops have another order than their keys. */
export const keyed = <K extends Key>(trials: readonly Trial<K>[], order: readonly (keyof K & string)[]): Trial<K>[] =>
  trials.map(({ key, scenario }) => ({
    key: Object.fromEntries(order.map((name) => [name, key[name]])) as unknown as K,
    scenario,
  }));
