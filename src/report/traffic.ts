/** Which rows of a comparison have the same traffic: only these compete, and only these are compared seed by seed. */

/** The settings that determine the traffic: test/properties/same-traffic.test.ts shows that no other setting changes it. */
const DECIDING = /^(seed|until|limit|count|topology|traffic)\b/;

/** What was varied of the traffic: rows of equal text have the same traffic. */
export const trafficOf = (settings: Readonly<Record<string, string>>): string =>
  JSON.stringify(Object.entries(settings).filter(([path]) => DECIDING.test(path)));
