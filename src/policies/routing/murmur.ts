/**
 * The hash by which HPCC's switches select among equal paths: MurmurHash3, the 32-bit x86 variant.
 *
 * The input is three words of the packet: source address, destination address, and both ports in one word. ACKs of a
 * flow have addresses and ports in the opposite order. The seed is the node number of the switch, so two consecutive
 * switches choose independently. The hash runs for every packet, so it allocates no memory.
 *
 * Source      Austin Appleby, MurmurHash3 (2008, public domain).
 * Defined in  docs/ns3-semantics.md (ns-3 semantics), section 10.
 */

// These functions are constants. A JavaScript engine inlines function declarations less often, because their names can be
// reassigned like variables.
/** Mixes one 32-bit word into `hash`. */
const mix = (hash: number, word: number): number => {
  let k = Math.imul(word, 0xcc9e2d51);
  k = (k << 15) | (k >>> 17);
  let h = hash ^ Math.imul(k, 0x1b873593);
  h = (h << 13) | (h >>> 19);
  return (Math.imul(h, 5) + 0xe6546b64) | 0;
};

const hash = (sip: number, dip: number, ports: number, seed: number): number => {
  let h = mix(mix(mix(seed, sip), dip), ports);
  h ^= 12; // Number of bytes hashed.
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
};

/**
 * The hash of a packet, from 0 to 2^32 - 1.
 *
 * `sip` and `dip` are the addresses as 32-bit numbers. `ports` is the source port plus 65536 times the destination
 * port.
 */
export function ecmpHash(sip: number, dip: number, ports: number, seed: number): number {
  return hash(sip, dip, ports, seed) >>> 0;
}

/**
 * `ecmpHash` modulo `count`, the number of next hops. Hash and division are one function with a 32-bit result, so that the
 * division stays an integer division. For a `count` of 0 the remainder is NaN, a double. The conversion to 32 bits turns NaN
 * into 0, so the JavaScript engine needs no doubles.
 */
export const ecmpChoice = (sip: number, dip: number, ports: number, seed: number, count: number): number =>
  ((hash(sip, dip, ports, seed) >>> 0) % (count >>> 0)) | 0;

/**
 * The hash of one 32-bit word, from 0 to 2^32 - 1. It repeats the last steps of `hash` instead of sharing a function,
 * because `hash` runs for each packet.
 */
export function wordHash(word: number, seed: number): number {
  let h = mix(seed, word) ^ 4; // bytes hashed
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
