import { isMap, isSeq, parseDocument } from "yaml";

/**
 * Writes a value into a scenario's text and keeps its comments and all other text. An example of `path` is `["policies", "buffer",
 * "alpha"]`.
 *
 * A policy that is written as its name alone becomes a map first. In a list of policies, the first one changes. The module is loaded when a
 * control first moves.
 */
export function withValue(text: string, path: readonly string[], value: unknown, name: string): string {
  const document = parseDocument(text);
  const field = path[path.length - 1];
  const owner: (string | number)[] = path.slice(0, -1);
  if (path[0] === "policies" && owner.length > 1) {
    if (isSeq(document.getIn(owner))) owner.push(0);
    if (!isMap(document.getIn(owner))) document.setIn(owner, document.createNode({ name }, { flow: true }));
  }
  document.setIn([...owner, field], value);
  return document.toString({ lineWidth: 0, flowCollectionPadding: true });
}
