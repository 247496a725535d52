/**
 * Converts the position of a slider to a value and back. A wide range has a logarithmic scale. Values between the two
 * ends are rounded to two digits.
 */

export interface SliderScale {
  readonly min: number;
  readonly max: number;
  /** The default value. The slider covers only values near it (`REACH`). */
  readonly usual: number | undefined;
  readonly isWhole: boolean;
}

/** Number of steps of a slider. */
export const STEPS = 100;
/**
 * A slider covers values from 1/64 to 64 times the default, within the parameter's range. The number field next to it
 * accepts every other value of the range.
 */
const REACH = 64;

function ends({ min, max, usual }: SliderScale): { low: number; high: number; byFactors: boolean } {
  if (usual === undefined || usual <= 0) return { low: min, high: max, byFactors: min > 0 && max / min > 100 };
  const low = Math.max(min, usual / REACH);
  const high = Math.min(max, usual * REACH);
  return high / Math.max(low, 1e-12) > 20
    ? { low: Math.max(low, usual / REACH), high, byFactors: true }
    : { low: min, high, byFactors: false };
}

/** Position of a value on the slider, from 0 to `STEPS`. */
export function placeOf(value: number, scale: SliderScale): number {
  const { low, high, byFactors } = ends(scale);
  const share = byFactors
    ? Math.log(Math.max(value, low) / low) / Math.log(high / low)
    : (value - low) / Math.max(high - low, 1e-12);
  return Math.round(STEPS * Math.max(0, Math.min(1, share)));
}

export function fromPlace(place: number, scale: SliderScale): number {
  const { low, high, byFactors } = ends(scale);
  if (place <= 0) return low;
  if (place >= STEPS) return high;
  const exact = byFactors ? low * (high / low) ** (place / STEPS) : low + ((high - low) * place) / STEPS;
  const rounded = Number(exact.toPrecision(2));
  return Math.max(scale.min, Math.min(scale.max, scale.isWhole ? Math.round(rounded) : rounded));
}
