/** Changes values in the text of a scenario. Comments and all other lines stay. */
import { parseDocument } from "yaml";

export interface Edit {
  readonly path: readonly (string | number)[];
  readonly value: unknown;
}

/** Returns `text` with the edits applied in their order. The text must be a valid scenario. */
export function edited(text: string, edits: readonly Edit[]): string {
  const document = parseDocument(text);
  for (const { path, value } of edits) document.setIn(path, document.createNode(value, { flow: true }));
  return document.toString({ lineWidth: 120 });
}
