/**
 * Identifies rows of a comparison with the same traffic. Only these are ranked against each other and compared seed by
 * seed.
 */

/**
 * The settings that determine the traffic. test/properties/same-traffic.test.ts shows that no other setting changes it.
 */
const DECIDING = /^(seed|until|limit|count|topology|traffic)\b/;

/** The varied settings of the traffic as text. Rows with equal text have the same traffic. */
export const trafficOf = (settings: Readonly<Record<string, string>>): string =>
  JSON.stringify(Object.entries(settings).filter(([path]) => DECIDING.test(path)));
