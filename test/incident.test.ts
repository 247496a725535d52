/**
 * Tests `xoff incident` on simulated incidents whose origin is known.
 *
 *   INCIDENTS=500 npx vitest run test/incident.test.ts     more incidents, with a table by kind
 */
import { expect, test } from "vitest";
import { shownCounters } from "../src/formats/sonic/show-counters.ts";
import { readScenario, type Results } from "../src/run/lab/lab.ts";
import { incidentFabric, type PortCounters } from "../src/theory/incident/counters.ts";
import { incidentOf, type LikelyOrigin } from "../src/theory/incident/origins.ts";
import { incident, KINDS, shown, type Incident } from "./incidents.ts";

const COUNT = Number(process.env["INCIDENTS"] ?? 10);

/** The likely origins, from the text of the switches alone. */
function originsOf(one: Incident, results: Results): readonly LikelyOrigin[] {
  const fabric = incidentFabric(readScenario(one.text, "incident.yaml").wiring);
  const counters = new Array<PortCounters | undefined>(fabric.ports.length).fill(undefined);
  for (const [node, text] of shown(one, results))
    for (const [name, of] of shownCounters(text, node).ports)
      counters[fabric.ports.findIndex((port) => port.name === name)] = of;
  return incidentOf(fabric, counters).origins;
}

/** True if the origin has the place of the incident. For a NIC, storm and slow receiver are one place. */
function isPlace({ kind, host, port }: Incident, origin: LikelyOrigin): boolean {
  const reversed = port.split("-").reverse().join("-");
  if (kind === "failed link") return origin.kind === kind && [port, reversed].includes(origin.place);
  if (kind === "ignored PAUSE") return origin.kind === kind && origin.place === port;
  return kind === "incast" ? origin.kind === kind && origin.place === port : origin.place === `${host}'s NIC`;
}

test(`${COUNT} incidents: at least 90% have their origin among the first three`, () => {
  const found = Array.from({ length: COUNT }, (_, k) => {
    const { one, results } = incident(k);
    const origins = originsOf(one, results);
    return { one, first: origins[0]?.kind ?? "none", rank: origins.findIndex((origin) => isPlace(one, origin)) };
  });
  const heads = [...KINDS, "overloaded link", "none"];
  const table = KINDS.map((kind) => {
    const own = found.filter(({ one }) => one.kind === kind);
    const within = (most: number): number => own.filter(({ rank }) => rank >= 0 && rank < most).length;
    const named = heads.map((head) => own.filter(({ first }) => first === head).length);
    return [kind, own.length, within(1), within(3), ...named].join(" | ");
  });
  if (COUNT >= 50) console.log([["kind", "count", "first", "first three", ...heads].join(" | "), ...table].join("\n"));
  const right = found.filter(({ rank }) => rank >= 0 && rank < 3).length;
  expect(right / COUNT, table.join("\n")).toBeGreaterThanOrEqual(0.9);
}, 3_600_000);
