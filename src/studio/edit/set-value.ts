/** A value put into a scenario's text, its comments and the rest of it left as they are. Loaded when a control is first moved. */
import { isMap, parseDocument } from "yaml";

/** `path` as in `["policies", "buffer", "alpha"]`. A policy that is its name alone becomes a map first. */
export function withValue(text: string, path: readonly string[], value: unknown, name: string): string {
  const document = parseDocument(text);
  const parent = path.slice(0, -1);
  if (parent.length > 0 && !isMap(document.getIn(parent))) {
    const map = document.createNode({ name }, { flow: true });
    document.setIn(parent, map);
  }
  document.setIn(path, value);
  return document.toString({ lineWidth: 0, flowCollectionPadding: true });
}
