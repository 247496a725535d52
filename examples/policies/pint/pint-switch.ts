/**
 * PINT at the switch: one byte of telemetry on each packet, the utilisation of the busiest link of its path on a logarithmic scale.
 *
 *   each packet    U <- U (T - t) / T + queue t / (B T T) + bytes / (B T),  t: time since the port's last packet, at most T
 *   code           the nearest power `base`^(code - 1) * `least`, 0 below it; the packet keeps the largest code
 *
 * B is the rate of the port. U counts wire bytes, so a full link without a queue has U = 1.
 *
 * Paper    Ben Basat et al., SIGCOMM 2020: section 4.3 (values that are aggregated on the path). The average is that of HPCC-PINT.
 * Differs  the rounding is to the nearest code. The paper's is random.
 */
import { defineParams, us, type DetectionPolicy, type DetectionView, type Signal, type Values } from "xoff/policy";

export const role = "detection";
export const about = "a byte of utilisation on each packet (PINT)";
export const gives: readonly Signal[] = [];

export const params = defineParams({
  base: {
    unit: "ratio",
    default: 1.05,
    min: 1.001,
    max: 2,
    source: "HPCC-PINT",
    about: "Ratio of neighbouring codes.",
  },
  least: { unit: "ratio", default: 0.001, min: 1e-6, max: 1, source: "own", about: "Utilisation of code 1." },
  rtt: { unit: "ps", default: us(10), min: us(0.1), max: us(1e6), source: "own", about: "T: span of the average." },
});

const CODES = 256;

/** The utilisation of each code. Both ends compute it: a byte is all that a packet carries. */
export function scale(base: number, least: number): Float64Array {
  const values = new Float64Array(CODES);
  values[1] = least;
  for (let code = 2; code < CODES; code++) values[code] = values[code - 1] * base;
  return values;
}

export function create({ base, least, rtt }: Values<typeof params>, view: DetectionView): DetectionPolicy {
  const { at } = view.words(1);
  const values = scale(base, least);
  /** The middle of two codes on the logarithmic scale: the smallest value that is rounded up. */
  const half = Math.sqrt(base);
  const load = new Float64Array(view.ports);
  const lastAt = new Float64Array(view.ports);
  const lastSent = new Float64Array(view.ports);

  function codeOf(value: number): number {
    let code = 0;
    for (let step = CODES / 2; step >= 1; step /= 2)
      if (code + step < CODES && value * half >= values[code + step]) code += step;
    return code;
  }

  return {
    stamp(port, packet) {
      const perRtt = (view.rate(port) * rtt) / 8e12;
      const sent = view.sent(port);
      const span = Math.min(rtt, view.now - lastAt[port]) / rtt;
      const bytes = sent - lastSent[port] + view.wireOverhead;
      load[port] += (view.queued(port) / perRtt - load[port]) * span + bytes / perRtt;
      lastAt[port] = view.now;
      lastSent[port] = sent;
      const code = codeOf(load[port]);
      if (code > at[packet]) at[packet] = code;
    },
  };
}
