/**
 * Maps a code point (DSCP) of the IP header to a traffic class, so that traffic entries may name a DSCP as applications do.
 *
 *   classes: { dscp: [{ from: 24, to: 31, class: 3 }, "46, 46, 5"] }      traffic: [{ kind: incast, dscp: 26 }]
 *
 * A row is a map, or a text with the values of `from`, `to` and `class` in this order.
 *
 * If the scenario lists no mapping, the upper three bits of the code point are its class.
 *
 * Defined in RFC 2474, section 4.2.2 (class selectors). SONiC has such a mapping in its table DSCP_TO_TC_MAP.
 */
import { defineParams, ParamError } from "../base/params.ts";
import type { Scenario } from "./scenario.ts";
import type { Row } from "./tables.ts";

const MAX_DSCP = 63;
const codePoint = { unit: "count", default: 0, min: 0, max: MAX_DSCP, source: "RFC 2474" } as const;

export const dscpRow = {
  about: "Classes of DSCPs. Without a row, the upper three bits of a DSCP are its class.",
  params: defineParams({
    from: { ...codePoint, about: "The first DSCP." },
    to: { ...codePoint, about: "The last." },
    class: { unit: "count", default: 3, min: 0, max: 7, source: "802.1Q: eight classes", about: "Their class." },
  }),
  required: ["from", "to", "class"],
} satisfies Row;

interface DscpRow {
  readonly from: number;
  readonly to: number;
  readonly class: number;
}

/**
 * The class of each listed DSCP, or undefined if the scenario lists none. Throws `ParamError`, with its path relative to
 * `classes`, for a DSCP in two rows and for a row that ends below its first DSCP.
 */
export function dscpMap(rows: readonly DscpRow[]): ReadonlyMap<number, number> | undefined {
  if (rows.length === 0) return undefined;
  const map = new Map<number, number>();
  rows.forEach(({ from, to, class: cls }, k) => {
    if (to < from)
      throw new ParamError(`dscp[${k}].to`, `a DSCP from ${from}, where the row begins, to ${MAX_DSCP}`, to);
    for (let dscp = from; dscp <= to; dscp++) {
      if (map.has(dscp)) throw new ParamError(`dscp[${k}]`, "a DSCP in one row only", `DSCP ${dscp} in two rows`);
      map.set(dscp, cls);
    }
  });
  return map;
}

/** The class of a DSCP. Throws `ParamError` at `dscp` if the map has no class for that DSCP. */
export function classOfDscp(dscp: number, map: ReadonlyMap<number, number> | undefined): number {
  if (map === undefined) return dscp >> 3;
  const cls = map.get(dscp);
  if (cls === undefined) throw new ParamError("dscp", "a DSCP of classes.dscp", dscp);
  return cls;
}

/**
 * Returns a function that gives the DSCP of a packet, from the traffic entry of its flow and the packet's class. The
 * class of an ACK or a CNP may differ from the class of the flow's data.
 *
 * The DSCP is the first of these that exists:
 * - the DSCP that the entry names, if it belongs to the packet's class
 * - the class selector (the class in the upper three bits), if the map assigns it to that class
 * - the lowest DSCP that the map assigns to that class
 * - the class selector
 */
export function dscpsOf({
  traffic,
  dscp: map,
}: Pick<Scenario, "traffic" | "dscp">): (entry: number, cls: number) => number {
  const usual = Array.from({ length: 8 }, (_, cls) => {
    const selector = cls << 3;
    if (map === undefined || map.get(selector) === cls) return selector;
    const leading = [...map.keys()].filter((dscp) => map.get(dscp) === cls);
    return leading.length === 0 ? selector : Math.min(...leading);
  });
  return (entry, cls) => {
    const asked = traffic.at(entry)?.dscp;
    return asked !== undefined && classOfDscp(asked, map) === cls ? asked : usual[cls];
  };
}
