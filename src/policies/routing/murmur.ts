/**
 * The hash by which HPCC's switches choose among equal paths: MurmurHash3, the 32-bit x86 variant.
 *
 * Taken over three words: both addresses and both ports, of the packet as it is, so the ACKs of a flow
 * hash their own direction. The seed is the switch's node id, so that two switches in a row choose
 * independently. Nothing is allocated; it may be asked for every packet.
 *
 * Source      Austin Appleby, MurmurHash3 (2008, public domain)
 * Defined in  docs/ns3-semantics.md (ns-3 semantics), section 10
 */

// Constants, not declarations, which an engine must take for variables.
/** `hash` with one 32-bit word mixed in. */
const mix = (hash: number, word: number): number => {
  let k = Math.imul(word, 0xcc9e2d51);
  k = (k << 15) | (k >>> 17);
  let h = hash ^ Math.imul(k, 0x1b873593);
  h = (h << 13) | (h >>> 19);
  return (Math.imul(h, 5) + 0xe6546b64) | 0;
};

const hash = (sip: number, dip: number, ports: number, seed: number): number => {
  let h = mix(mix(mix(seed, sip), dip), ports);
  h ^= 12; // bytes hashed
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
 * That hash modulo `count`, the number of next hops. In one function and cut to 32 bits, so that the division stays one of integers:
 * an engine reckons with a `count` of 0 otherwise, and NaN is a double.
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
