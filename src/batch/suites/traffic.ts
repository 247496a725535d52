/** The contract of kinds of traffic: the properties that every plan of flows has. */
import fc from "fast-check";
import { always } from "./always.ts";
import { defaults, ParamError, type ParamTable } from "../../base/params.ts";
import { stream } from "../../base/random.ts";
import { gbps, ms } from "../../base/units.ts";
import type { Plan, TrafficView } from "../../contracts/traffic.ts";
import { suite, type Check } from "./check.ts";
import { expect } from "./expect.ts";

interface Traffic {
  readonly params: ParamTable;
  readonly hosts?: Readonly<Record<string, { readonly many: boolean }>>;
  check?(values: Readonly<Record<string, unknown>>, view: TrafficView): void;
  create(values: Readonly<Record<string, unknown>>, view: TrafficView): Plan;
}

const HOSTS = 12;
const UNTIL = ms(2);
const CLASS = 3;

export function trafficChecks(module: Traffic): Check[] {
  const { test, checks } = suite();
  /** Calls `look` for plans that the module makes with its default parameters, random seeds and random numbers of hosts. */
  const each = (look: (plan: Plan, again: () => Plan) => void): void => {
    always(
      fc.property(fc.nat(1000), fc.integer({ min: 2, max: HOSTS }), (seed, count) => {
        const plan = planned(module, seed, count);
        if (plan !== undefined) look(plan, () => planned(module, seed, count) ?? plan);
      }),
      { numRuns: 50 },
    );
  };

  test("flows go from one host to another, in the class that they were given", () => {
    each(({ flows, trains }) => {
      for (const { source, destination, cls } of [...flows, ...trains]) {
        for (const host of [source, destination])
          expect(Number.isInteger(host) && host >= 0 && host < HOSTS).toBe(true);
        expect(source).not.toBe(destination);
        expect(cls).toBe(CLASS);
      }
    });
  });

  test("they have whole bytes, one or more, and start at a whole picosecond before the run ends", () => {
    each(({ flows, trains }) => {
      for (const { bytes, start } of [...flows, ...trains]) {
        expect(bytes === Infinity || (Number.isInteger(bytes) && bytes >= 1)).toBe(true);
        expect(Number.isInteger(start) && start >= 0 && start < UNTIL).toBe(true);
      }
    });
  });

  test("the same seed gives the same plan", () => {
    each((plan, again) => {
      expect(again()).toEqual(plan);
    });
  });
  return checks;
}

/** Plans the flows for a number of hosts. Returns undefined if the default values do not fit that number. */
function planned(module: Traffic, seed: number, count: number): Plan | undefined {
  const hosts = Array.from({ length: count }, (_, host) => host);
  const named = Object.entries(module.hosts ?? {}).map(([name, { many }]) => [name, many ? hosts : 0]);
  const values = { ...defaults(module.params), ...(Object.fromEntries(named) as object), cls: CLASS };
  const view: TrafficView = {
    hosts,
    until: UNTIL,
    rate: () => gbps(100),
    leafOf: () => HOSTS,
    stream: (purpose, component) => stream(seed, purpose, component),
  };
  try {
    module.check?.(values, view);
    return module.create(values, view);
  } catch (error) {
    if (error instanceof ParamError) return undefined;
    throw error;
  }
}
