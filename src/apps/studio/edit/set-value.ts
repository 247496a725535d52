/** A value put into a scenario's text, its comments and the rest of it left as they are. Loaded when a control is first moved. */
import { isMap, isSeq, parseDocument } from "yaml";

/** `path` as in `["policies", "buffer", "alpha"]`. A policy that is its name alone becomes a map first; of a list of them the first is meant. */
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
