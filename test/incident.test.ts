/**
 * Tests `xoff incident` on simulated incidents whose origin is known.
 *
 *   INCIDENTS=500 npx vitest run test/incident.test.ts     more incidents, with a table by kind
 */
import { expect, test } from "vitest";
import { shownCounters } from "../src/formats/sonic/show-counters.ts";
import { readScenario } from "../src/run/lab/lab.ts";
import { incidentFabric, type PortCounters } from "../src/theory/incident/counters.ts";
import { incidentOf, type LikelyOrigin } from "../src/theory/incident/origins.ts";
import { incident, KINDS, shown, type Incident } from "./incidents.ts";
import { apartIncident, CAUSES, type ApartIncident, type Cause } from "./incidents-apart.ts";

const COUNT = Number(process.env["INCIDENTS"] ?? 5);
/** The minimum share of incidents whose origin is among the first three. Among few incidents one may be missed. */
const LEAST_SHARE = COUNT < 50 ? 0.8 : 0.9;

/** The likely origins, found only from the text of the switches. */
function originsOf(scenario: string, texts: Iterable<readonly [string, string]>): readonly LikelyOrigin[] {
  const fabric = incidentFabric(readScenario(scenario, "incident.yaml").wiring);
  const counters = new Array<PortCounters | undefined>(fabric.ports.length).fill(undefined);
  for (const [node, text] of texts)
    for (const [name, of] of shownCounters(text, node)[0].ports)
      counters[fabric.ports.findIndex((port) => port.name === name)] = of;
  return incidentOf(fabric, counters).origins;
}

/**
 * True if the origin has the place of the incident. A storm and a slow receiver at the same NIC count as the same
 * place.
 */
function isPlace({ kind, host, port }: Incident, origin: LikelyOrigin): boolean {
  const reversed = port.split("-").reverse().join("-");
  if (kind === "failed link") return origin.kind === kind && [port, reversed].includes(origin.place);
  if (kind === "ignored PAUSE") return origin.kind === kind && origin.place === port;
  return kind === "incast" ? origin.kind === kind && origin.place === port : origin.place === `${host}'s NIC`;
}

interface Ranked {
  /** The kind of the incident. */
  readonly kind: string;
  /** The kind of the first origin in the list, and the position of the true origin. -1: not in the list. */
  readonly first: string;
  readonly rank: number;
}

/** Checks the share of origins among the first three. Prints a table by kind if there are many incidents. */
function check(found: readonly Ranked[], kinds: readonly string[]): void {
  const heads = [...KINDS, "overloaded link", "none"];
  const table = kinds.map((kind) => {
    const own = found.filter((one) => one.kind === kind);
    const within = (most: number): number => own.filter(({ rank }) => rank >= 0 && rank < most).length;
    const named = heads.map((head) => own.filter(({ first }) => first === head).length);
    return [kind, own.length, within(1), within(3), ...named].join(" | ");
  });
  if (COUNT >= 50) console.log([["kind", "count", "first", "first three", ...heads].join(" | "), ...table].join("\n"));
  const right = found.filter(({ rank }) => rank >= 0 && rank < 3).length;
  expect(right / found.length, table.join("\n")).toBeGreaterThanOrEqual(LEAST_SHARE);
}

test(`${COUNT} incidents: most have their origin among the first three`, () => {
  const found = Array.from({ length: COUNT }, (_, k): Ranked => {
    const { one, results } = incident(k);
    const origins = originsOf(one.text, shown(one, results));
    const rank = origins.findIndex((origin) => isPlace(one, origin));
    return { kind: one.kind, first: origins[0]?.kind ?? "none", rank };
  });
  check(found, KINDS);
}, 3_600_000);

/** The kinds by which an origin of this cause counts as found at its place. */
const FOUND_AS: Readonly<Record<Cause, readonly string[]>> = {
  "slow receiver": ["slow receiver", "pause storm"],
  "pause storm": ["slow receiver", "pause storm"],
  incast: ["incast"],
  "link flap": ["failed link"],
  "misconfigured class": ["ignored PAUSE"],
};

function isFound({ cause, place }: ApartIncident, origin: LikelyOrigin): boolean {
  if (!FOUND_AS[cause].includes(origin.kind)) return false;
  const places = {
    "slow receiver": [`${place}'s NIC`],
    "pause storm": [`${place}'s NIC`],
    incast: [place],
    "link flap": [place, place.split("-").reverse().join("-")],
    "misconfigured class": [place],
  }[cause];
  return places.includes(origin.place);
}

test(`${COUNT} incidents of the generator apart: most have their origin among the first three`, () => {
  const found = Array.from({ length: COUNT }, (_, k): Ranked => {
    const one = apartIncident(k);
    const origins = originsOf(one.text, one.shown);
    return {
      ...{ kind: one.cause, first: origins[0]?.kind ?? "none" },
      rank: origins.findIndex((origin) => isFound(one, origin)),
    };
  });
  check(found, CAUSES);
}, 3_600_000);
