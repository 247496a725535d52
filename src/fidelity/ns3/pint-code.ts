/**
 * The encoding in which HPCC-PINT carries a utilisation U: the exponent p means U = base^p / 512 (docs/ns3-semantics.md,
 * section 15).
 *
 * The encoder rounds at random to one of the two nearest powers of the base, so that the mean is correct. It takes one draw of
 * `rand()` for each packet.
 */
import { log } from "../../base/math.ts";
import type { CRand } from "./c-rand.ts";

/** The smallest utilisation that the encoding can express is 1/512. */
const UNIT = 512;
/** A header has two bytes for the exponent p. */
const MAX_POWERS = 65_536;
/** Number of bits to which the exact value of base^p is cut. */
const KEPT_BITS = 256;

/**
 * Number of bytes in each packet for PINT's exponent p, which encodes the utilisation as a power of `base`. If the
 * result is 0, or 3 or more, the simulator writes no exponent.
 */
export function pintBytes(base: number): number {
  const powers = log(UNIT * UNIT) * (1 / log(base));
  const bits = Math.ceil(log(powers) / Math.LN2);
  return bits <= 0 ? 0 : Math.trunc((bits - 1) / 8) + 1;
}

export class PintCode {
  /** Bit mask of the part of the exponent p that a packet carries. */
  readonly mask: number;
  private readonly base: number;
  private readonly logFactor: number;
  private readonly powers = new Float64Array(MAX_POWERS);
  /** Number of powers computed so far. The last one has the exact value `exact` times 2^`exponent`. */
  private known = 0;
  private exact = 1n;
  private exponent = 0;
  /** The base in units of 2^-52. Every double above 1 is an integer multiple of this unit. */
  private readonly exactBase: bigint;

  constructor(base: number) {
    this.base = base;
    this.logFactor = 1 / log(base);
    this.mask = pintBytes(base) === 1 ? 0xff : 0xffff;
    this.exactBase = BigInt(Math.floor(base)) * 2n ** 52n + BigInt((base - Math.floor(base)) * 2 ** 52);
  }

  encode(utilisation: number, rand: CRand): number {
    const whole = Math.max(1, Math.ceil(utilisation * UNIT));
    const power = log(whole) * this.logFactor;
    const above = Math.ceil(power);
    const below = Math.floor(power);
    const low = this.power(below);
    const high = above === below ? low * this.base : this.power(above);
    const isAbove = (rand.next() & 0xffff) < ((whole - low) / (high - low)) * 65_536;
    return (isAbove ? above : below) & 0xffff;
  }

  decode(power: number): number {
    return this.power(power) / UNIT;
  }

  /** base^p, rounded once. */
  private power(p: number): number {
    while (this.known <= p) this.addPower();
    return this.powers[p];
  }

  private addPower(): void {
    if (this.known > 0) {
      this.exact *= this.exactBase;
      this.exponent -= 52;
      const excess = this.exact.toString(2).length - KEPT_BITS;
      if (excess > 0) {
        this.exact >>= BigInt(excess);
        this.exponent += excess;
      }
    }
    const scale = Number(1n << BigInt(Math.abs(this.exponent)));
    this.powers[this.known++] = this.exponent < 0 ? Number(this.exact) / scale : Number(this.exact) * scale;
  }
}
