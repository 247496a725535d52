/**
 * Finds the tables with which a scenario was read. They hold the known policies, topologies and other modules, by name.
 * Only a scenario with modules from files has its own tables.
 */
import { ParamError } from "../../base/params.ts";
import { fixedParts, type FixedPart } from "../../scenario/fixed-parts.ts";
import { builtIn, type Registry } from "../../scenario/registry/tables.ts";
import type { Scenario } from "../../scenario/scenario.ts";

/**
 * The key is the scenario's list of modules. A changed copy such as `{ ...scenario, seed: 2 }` has the same list, so it
 * finds its tables.
 */
const readWith = new WeakMap<NonNullable<Scenario["modules"]>, Registry>();

/** Stores `tables`, with the functions of the modules, for as long as the scenario exists. */
export function rememberTables(scenario: Scenario, tables: Registry): void {
  if (scenario.modules !== undefined) readWith.set(scenario.modules, tables);
}

/**
 * True if this thread loaded the modules of the scenario. A scenario that was sent to another thread has no functions
 * there.
 */
export const hasTables = (scenario: Scenario): boolean =>
  scenario.modules === undefined || readWith.has(scenario.modules);

/** The tables that the scenario was read with. Throws `ParamError` if its modules were not loaded in this thread. */
export function tablesReadWith(scenario: Scenario): Registry {
  if (scenario.modules === undefined) return builtIn;
  const tables = readWith.get(scenario.modules);
  if (tables !== undefined) return tables;
  const names = scenario.modules.map(({ name }) => name).join(", ");
  throw new ParamError(
    "modules",
    `the code of ${names}, loaded in this thread`,
    "a copy of the scenario without code",
    "Read it here, with readScenarioFile of xoff/node or with `own`. `run` and `runHere` load the code of a copy themselves.",
  );
}

/**
 * The parts of a scenario that are the same under every seed. A comparison over seeds names them if the seed changes no
 * result.
 */
export const fixedPartsOf = (scenario: Scenario): FixedPart[] => fixedParts(scenario, tablesReadWith(scenario));
