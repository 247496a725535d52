/**
 * Stores a number for each entry of a switch's lists of candidates. The numbers start at 0, and are reset to 0 when
 * routes change.
 */
export function perGroupState(nodes: number): (here: number, ports: Int32Array) => Int32Array {
  const lists = new Array<Int32Array | undefined>(nodes).fill(undefined);
  const kept = new Array<Int32Array>(nodes).fill(new Int32Array(0));
  return (here, ports) => {
    if (lists[here] !== ports) {
      lists[here] = ports;
      kept[here] = new Int32Array(ports.length);
    }
    return kept[here];
  };
}
