/**
 * The address that HPCC's simulator gives a host: 11.0.0.1 plus the host's id in the two middle bytes.
 *
 * So host 257 has 11.1.1.1. The id has 16 bits, which limits a fabric to 65,536 nodes. Addresses are unsigned 32-bit numbers.
 *
 * Defined in docs/ns3-semantics.md, section 2
 */

/** The maximum number of nodes of a topology file. With more nodes, some would have the same address. */
export const MAX_NODES = 65_536;

/** Returns the address of host `id`, 0 to 65,535. */
export function addressOfHost(id: number): number {
  return 0x0b000001 + id * 256;
}

/** Returns the host with this address. */
export function hostOfAddress(address: number): number {
  return (address >>> 8) & 0xffff;
}

/** Returns an address as the simulator prints it: eight hexadecimal digits. */
export function addressText(address: number): string {
  return address.toString(16).padStart(8, "0");
}
