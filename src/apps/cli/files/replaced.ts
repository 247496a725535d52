/** Settings that the values of `--vary` or `--row` replace. They would have no effect, so a comparison or a sweep refuses them. */
import { covers, merged, type Registry, type Setting } from "../../../run/lab/lab.ts";
import { commandLine } from "../terminal/shell.ts";

/**
 * The message for the first setting in `earlier` that `values` replaces. All entries of `values` set one path, such as
 * `buffer` in `--vary buffer=st,dt`. They also replace earlier settings below this path, such as `buffer.alpha=3`.
 * Undefined if no setting is replaced.
 */
export function replacedBy(
  tables: Registry,
  values: readonly Setting[],
  earlier: readonly Setting[],
): string | undefined {
  const [{ path }] = values;
  const lost = earlier.find((one) => covers(path, one.path));
  if (lost === undefined) return undefined;
  const what = `${lost.path} has no effect, because varying ${path} replaces it`;
  const both = covers(lost.path, path) ? [] : values.map((value) => merged(value, lost, tables));
  if (both.every((text) => text === undefined)) return `${what}. Remove one of them.`;
  const texts = both.map((text, k) => text ?? values[k].value);
  return `${what}. Write it into the values: ${commandLine("--vary", `${path}=${texts.join(",")}`)}.`;
}
