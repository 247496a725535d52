/**
 * Writes `qlen.txt`, a histogram of the queue length of each switch port. Each bin is 1000 bytes wide and has the number of samples since
 * the start. The example is the dump at 2.1 s, with a row for port 1 of switch 3. Ten samples are below 1000 bytes, and one is from 1000 to
 * 1999.
 *
 *   time: 2100000000
 *   3 1 10 1
 *
 * A sample is taken every 100 ns within the window that the config sets. A dump is written only at multiples of 100 ms. The caller of
 * `qlenDump` passes one of these times, and the counts at this time. A row ends with the highest bin that is not zero.
 *
 * Defined in docs/ns3-semantics.md, section 17
 */

/**
 * Samples of one port. Each entry of `counts` is a bin of 1000 bytes: the first counts samples of 0 to 999 bytes, the
 * second of 1000 to 1999.
 */
export interface QueueCounts {
  readonly node: number;
  readonly port: number;
  /** Zeros at the end are not printed, so the array may be longer than needed. */
  readonly counts: ArrayLike<number>;
}

/** Returns one dump with its newlines. As in the simulator, rows are ordered by switch, then by port. */
export function qlenDump(timeNs: number, rows: Iterable<QueueCounts>): string {
  let text = `time: ${timeNs}\n`;
  for (const { node, port, counts } of rows) {
    let bins = counts.length;
    while (bins > 0 && counts[bins - 1] === 0) bins--;
    text += `${node} ${port}`;
    for (let bin = 0; bin < bins; bin++) text += ` ${counts[bin]}`;
    text += "\n";
  }
  return text;
}
