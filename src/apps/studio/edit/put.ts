/** A value put into the current scenario's text by a control. */
import { draft, edit } from "../state/drafts.ts";

/** `path` as in `["policies", "buffer", "alpha"]`; `name`: of the policy that has that parameter, where its name is all that the text says. */
export async function put(path: readonly string[], value: unknown, name: string): Promise<void> {
  const { withValue } = await import("./set-value.ts");
  const text = draft.value?.text;
  if (text !== undefined) edit(withValue(text, path, value, name));
}
