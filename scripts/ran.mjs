import { spawnSync } from "node:child_process";

/**
 * Runs a program to its end, as `spawnSync` does with text output. Throws if the program could not start or was stopped by a limit in
 * `options`, for example for lack of memory. `spawnSync` itself only returns that error, with the status null and no output.
 */
export function ran(program, args, options = {}) {
  const result = spawnSync(program, args, { encoding: "utf8", ...options });
  if (result.error) throw new Error(`${program} did not run: ${result.error.message}`);
  return result;
}
