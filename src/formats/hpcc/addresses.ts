/**
 * The address that HPCC's simulator gives a host: 11.0.0.1 plus its id in the two middle bytes.
 *
 * So host 257 is 11.1.1.1. Sixteen bits of id and no more: a fabric has at most 65,536 nodes.
 * Addresses are unsigned 32-bit numbers.
 *
 * Defined in  docs/ns3-semantics.md (ns-3 semantics), section 2
 */

/** Nodes that addresses can tell apart; no topology file may have more. */
export const MAX_NODES = 65_536;

/** Address of host `id`, 0 to 65,535. */
export function addressOfHost(id: number): number {
  return 0x0b000001 + id * 256;
}

/** The host whose address this is. */
export function hostOfAddress(address: number): number {
  return (address >>> 8) & 0xffff;
}

/** An address as the simulator prints it: eight hexadecimal digits. */
export function addressText(address: number): string {
  return address.toString(16).padStart(8, "0");
}
