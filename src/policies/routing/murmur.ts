/**
 * The hash by which HPCC's switches select among equal paths: MurmurHash3, the 32-bit x86 variant.
 *
 * Its input is three words of the packet: both addresses and both ports. The ACKs of a flow hash their own direction. The seed is the
 * switch's node id, so that two consecutive switches choose independently. The hash allocates nothing, since it runs for every packet.
 *
 * Source      Austin Appleby, MurmurHash3 (2008, public domain).
 * Defined in  docs/ns3-semantics.md (ns-3 semantics), section 10.
 */

// Constants instead of function declarations, because a JavaScript engine treats declarations as variables.
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
 * Hash of a packet, 0 to 2^32 - 1.
 *
 * `sip` and `dip` are the addresses as 32-bit numbers; `ports` is source port + 65536 * destination port.
 */
export function ecmpHash(sip: number, dip: number, ports: number, seed: number): number {
  return hash(sip, dip, ports, seed) >>> 0;
}

/**
 * `ecmpHash` modulo `count`, the number of next hops. It is one function, cut to 32 bits, so that the division stays an integer division.
 * Otherwise the JavaScript engine must allow for a `count` of 0, whose NaN is a double.
 */
export const ecmpChoice = (sip: number, dip: number, ports: number, seed: number, count: number): number =>
  ((hash(sip, dip, ports, seed) >>> 0) % (count >>> 0)) | 0;

/** Hash of one 32-bit word, 0 to 2^32 - 1. `hash` runs for each packet, so it does not share its last steps by a call. */
export function wordHash(word: number, seed: number): number {
  let h = mix(seed, word) ^ 4; // bytes hashed
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
