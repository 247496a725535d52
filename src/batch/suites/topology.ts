/** The contract of topologies: the properties that every wiring has. */
import fc from "fast-check";
import { always } from "./always.ts";
import { ParamError, type ParamTable } from "../../base/params.ts";
import type { Wiring } from "../../contracts/topology.ts";
import { anyValues } from "./any-values.ts";
import { suite, type Check } from "./check.ts";
import { expect } from "./expect.ts";

interface Topology {
  readonly params: ParamTable;
  create(values: Readonly<Record<string, unknown>>): Wiring;
}

/** Maximum number of nodes of a tested wiring. Larger wirings take long and test nothing new. */
const MAX_NODES = 5000;

export function topologyChecks(module: Topology): Check[] {
  const { test, checks } = suite();
  /** Calls `look` for wirings of the topology with random parameter values. */
  const each = (look: (wiring: Wiring, again: () => Wiring) => void): void => {
    always(
      fc.property(anyValues(small(module.params)), (values) => {
        const wiring = wired(module, values);
        if (wiring !== undefined && wiring.names.length <= MAX_NODES) look(wiring, () => module.create(values));
      }),
      { numRuns: 30 },
    );
  };

  test("hosts have the lowest numbers, and each node a name of its own", () => {
    each(({ names, isSwitch }) => {
      expect(isSwitch).toHaveLength(names.length);
      expect(new Set(names).size).toBe(names.length);
      const first = isSwitch.indexOf(true);
      if (first >= 0) expect(isSwitch.indexOf(false, first)).toBe(-1);
    });
  });

  test("links join two nodes that there are, at a rate above 0 and a delay of whole picoseconds", () => {
    each(({ names, links }) => {
      for (const { a, b, rate, delay } of links) {
        for (const end of [a, b]) expect(Number.isInteger(end) && end >= 0 && end < names.length).toBe(true);
        expect(a).not.toBe(b);
        expect(rate > 0 && rate < Infinity).toBe(true);
        expect(Number.isInteger(delay) && delay >= 0).toBe(true);
      }
    });
  });

  test("every host hangs on one link", () => {
    each(({ isSwitch, links }) => {
      const count = new Int32Array(isSwitch.length);
      for (const { a, b } of links) for (const end of [a, b]) count[end]++;
      isSwitch.forEach((is, node) => {
        if (!is) expect(count[node]).toBe(1);
      });
    });
  });

  test("the same values give the same wiring", () => {
    each((wiring, again) => {
      const { names, links } = again();
      expect(names).toEqual(wiring.names);
      expect(links).toEqual(wiring.links);
    });
  });
  return checks;
}

/** Builds the wiring for a set of values. Returns undefined if the topology rejects the values. */
function wired(module: Topology, values: Readonly<Record<string, unknown>>): Wiring | undefined {
  try {
    return module.create(values);
  } catch (error) {
    if (error instanceof ParamError) return undefined;
    throw error;
  }
}

/** Lowers the maximum of each parameter that counts something (unit `count`) to 12. So topologies are small and built quickly. */
const small = (params: ParamTable): ParamTable =>
  Object.fromEntries(
    Object.entries(params).map(([name, param]) =>
      param.unit === "count" ? [name, { ...param, max: Math.max(param.min, Math.min(param.max, 12)) }] : [name, param],
    ),
  );
