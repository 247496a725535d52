import { draft, edit } from "../state/drafts.ts";

/**
 * Writes a control's value into the current scenario's text. An example of `path` is `["policies", "buffer", "alpha"]`.
 * `name` is the policy's name, for a text such as `buffer: dt` that must become a map.
 */
export async function put(path: readonly (string | number)[], value: unknown, name: string): Promise<void> {
  const { withValue } = await import("./set-value.ts");
  const text = draft.value?.text;
  if (text !== undefined) edit(withValue(text, path, value, name));
}
