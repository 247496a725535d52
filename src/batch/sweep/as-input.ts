/** Mistakes of whoever wrote the scenario or the code that it names, as the threads of a pool tell them. */
import { ParamError, PolicyError, ScenarioError } from "../../run/lab/lab.ts";
import { TaskError } from "./thread.ts";

/** What `work` answers. Throws `TaskError` for such a mistake. */
export async function asInput<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ScenarioError || error instanceof ParamError || error instanceof PolicyError)
      throw new TaskError(error.message, "input");
    throw error;
  }
}
