/** What people call one direction of a link: "h0 → sw0", with the port where two nodes share several links. */
import type { Tables } from "./tables.ts";

/** The name of what `node` sends by `port` to `peer`. */
export function linkNamer({
  tables: { ports },
}: {
  readonly tables: Pick<Tables, "ports">;
}): (node: string, port: number, peer: string) => string {
  const { node, peer } = ports.columns;
  const links = new Map<string, number>();
  for (let row = 0; row < ports.rows; row++) {
    const link = `${node[row]}\n${peer[row]}`;
    links.set(link, (links.get(link) ?? 0) + 1);
  }
  return (from, port, to) =>
    (links.get(`${from}\n${to}`) ?? 0) > 1 ? `${from} → ${to} (port ${port})` : `${from} → ${to}`;
}
