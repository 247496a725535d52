/**
 * Computes the hash that names a run: the SHA-256 of everything that determines the run's result.
 *
 * The input is the checked scenario as JSON with sorted keys: base units, defaults filled in, topology wired. Two files that differ only in
 * wording, order or units have the same hash.
 *
 * The command line and the browser compute the same hash. The browser offers no synchronous hash function, so SHA-256 is written out here.
 *
 * These parts do not count:
 * - the scenario's name and its `about`
 * - warnings about files that the scenario names, and the list of settings without effect
 * - the kind and parameters of the topology, because its wiring counts
 * - the DSCP by which traffic names its class
 *
 * Modules from files count by their bytes, not by their location.
 *
 * Source: FIPS 180-4
 */
import type { Scenario } from "./scenario.ts";

/** The hash of a scenario: 64 hexadecimal digits. */
export function scenarioHash(scenario: Scenario): string {
  const {
    name: _name,
    about: _about,
    topology: _topology,
    dscp: _dscp,
    warnings: _warnings,
    unused: _unused,
    modules,
    ...decides
  } = scenario;
  const files = modules?.map(({ section, role, name, hash }) => ({ section, role, name, hash }));
  const traffic = scenario.traffic.map(({ kind, values }) => ({ kind, values }));
  return sha256(canonical({ ...decides, traffic, modules: files }));
}

/** A value as JSON with sorted keys. Undefined fields are left out, a map becomes the list of its entries, and infinities become text. */
function canonical(value: unknown): string {
  if (typeof value === "number" && !Number.isFinite(value)) return JSON.stringify(String(value));
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (value instanceof Map) return canonical([...(value as ReadonlyMap<unknown, unknown>)]);
  if (Array.isArray(value)) return `[${value.map((one) => canonical(one ?? null)).join(",")}]`;
  const fields = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`);
  return `{${fields.join(",")}}`;
}

/** The SHA-256 of a text. Printable ASCII characters are one byte. All others, also line breaks, are first written as \uXXXX. */
export function sha256(text: string): string {
  const ascii = text.replace(/[^\x20-\x7e]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const length = ascii.length;
  const blocks = Math.ceil((length + 9) / 64);
  const words = new Uint32Array(blocks * 16);
  for (let k = 0; k < length; k++) words[k >> 2] |= ascii.charCodeAt(k) << (24 - 8 * (k & 3));
  words[length >> 2] |= 0x80 << (24 - 8 * (length & 3));
  words[words.length - 2] = Math.floor(length / 2 ** 29);
  words[words.length - 1] = length << 3;

  const state = Uint32Array.from(INITIAL);
  const w = new Uint32Array(64);
  for (let block = 0; block < blocks; block++) {
    w.set(words.subarray(block * 16, block * 16 + 16));
    for (let t = 16; t < 64; t++) {
      const [early, late] = [w[t - 15], w[t - 2]];
      const s0 = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
      const s1 = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
      w[t] = w[t - 16] + s0 + w[t - 7] + s1;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let t = 0; t < 64; t++) {
      const t1 = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[t] + w[t];
      const t2 = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) >>> 0, c, b, a, (t1 + t2) >>> 0];
    }
    [a, b, c, d, e, f, g, h].forEach((value, k) => (state[k] += value));
  }
  return Array.from(state, (word) => word.toString(16).padStart(8, "0")).join("");
}

/** `word`, 32 bits, rotated right by `by` bits. */
const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/**
 * Constants of SHA-256: the first 32 bits of the fractional parts of roots of the first primes. ROUND holds cube roots, INITIAL holds
 * square roots.
 */
// prettier-ignore
const ROUND = Uint32Array.of(
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
);
// prettier-ignore
const INITIAL = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];
