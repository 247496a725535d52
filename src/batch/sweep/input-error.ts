/** Marks mistakes in the scenario, or in code that it names, so that a pool's thread reports them as the user's. */
import { ParamError, PolicyError, ScenarioError } from "../../run/lab/lab.ts";
import { TaskError } from "./thread.ts";

/** Returns the result of `work`. Throws `TaskError` if the scenario or its code has a mistake. */
export async function asInput<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ScenarioError || error instanceof ParamError || error instanceof PolicyError)
      throw new TaskError(error.message, "input");
    throw error;
  }
}
