import { isMap, isSeq, parseDocument } from "yaml";

/**
 * Writes a value into a scenario's text and keeps its comments and all other text. An example of `path` is
 * `["policies", "buffer", "alpha"]`.
 *
 * A policy that is only a name, such as `buffer: dt`, becomes a map first. If a role has a list of policies, the value
 * goes to the first one. This module is loaded when the user first moves a control, because the YAML library is large.
 */
export function withValue(text: string, path: readonly (string | number)[], value: unknown, name: string): string {
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
