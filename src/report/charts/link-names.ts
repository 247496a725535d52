/** What people call one direction of a link: "h0 → sw0", with the port where two nodes share several links. */
import type { LabelledRun } from "../labelled-run.ts";

/** The name of what `node` sends by `port` to `peer`. */
export function linkNamer({ tables }: LabelledRun): (node: string, port: number, peer: string) => string {
  const { node, peer } = tables.ports.columns;
  const links = new Map<string, number>();
  for (let row = 0; row < tables.ports.rows; row++) {
    const link = `${node[row]}\n${peer[row]}`;
    links.set(link, (links.get(link) ?? 0) + 1);
  }
  return (from, port, to) =>
    (links.get(`${from}\n${to}`) ?? 0) > 1 ? `${from} → ${to} (port ${port})` : `${from} → ${to}`;
}
