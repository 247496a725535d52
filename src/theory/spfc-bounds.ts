/**
 * SPFC's flow model: the departure rates of a victim port and of a burst port, and the values of K that distinguish them.
 *
 * N burst ports and a victim port share a congested output. A share epsilon of the victim port's traffic leaves there, the rest elsewhere.
 * SPFC classifies a port as a victim if its departure rate is above C / K. Rates are shares of the line rate C:
 *
 *   burst    1 / (N + 1)                        eq. 5
 *   victim   1 - epsilon + 1 / (N + 1)          eq. 6
 *   N + 1 > K > (N + 1) / ((1 - epsilon) (N + 1) + 1)          eq. 8: the rate 1 / K lies between
 *
 * So a K distinguishes the ports if N > K - 1 and epsilon < 1 - 1 / K + 1 / (N + 1). K = 5 requires N > 4 and epsilon < 0.8 + 1 / (N + 1).
 * The text counts N = 4 as covered, too (docs/errata.md).
 *
 * Paper: spfc, section IV-C and appendix.
 */

/** Eq. 5 and 6: departure rates as shares of the line rate, while the output is congested. */
export function departureRates(bursts: number, epsilon: number): { burst: number; victim: number } {
  const share = 1 / (bursts + 1);
  return { burst: share, victim: 1 - epsilon + share };
}

/**
 * The rates if the output is one FIFO, as in a switch without queues by ingress. A FIFO shares its output in proportion to arrivals. Packets
 * for this output arrive at rate 1 at each of the N burst ports, and at rate epsilon at the victim port. Eq. 5 and 6 give each port an equal
 * share instead. So the FIFO and the equations agree only at epsilon = 1.
 */
export function fifoRates(bursts: number, epsilon: number): { burst: number; victim: number } {
  const share = 1 / (bursts + epsilon);
  return { burst: share, victim: 1 - epsilon + epsilon * share };
}

/** Eq. 8: the bounds of K. K must lie strictly between them. */
export function kBounds(bursts: number, epsilon: number): { above: number; below: number } {
  const { burst, victim } = departureRates(bursts, epsilon);
  return { above: 1 / victim, below: 1 / burst };
}

/** True if this K distinguishes a victim port from a burst port. */
export function covers(k: number, bursts: number, epsilon: number): boolean {
  const { above, below } = kBounds(bursts, epsilon);
  return above < k && k < below;
}

/** The smallest number N of burst ports with which this K classifies burst ports correctly: N > K - 1. */
export function fewestBursts(k: number): number {
  return Math.floor(k - 1) + 1;
}

/** The share of congested traffic above which a victim port is classified as a burst port. Above 1: never. */
export function epsilonLimit(k: number, bursts: number): number {
  return 1 - 1 / k + 1 / (bursts + 1);
}
