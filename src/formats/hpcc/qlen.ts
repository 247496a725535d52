/**
 * `qlen.txt`: how often each switch port was seen with 0, 1, 2, ... kilobytes queued, counted since the start.
 *
 *   time: 1000000
 *   3 1 10 1            switch 3, port 1: ten samples below 1000 bytes, one from 1000 to 1999
 *
 * A sample is taken each 100 ns within the window that the config sets, a dump only at times that
 * 100 ms divides; who counts keeps to that. A row ends with the highest bin ever hit.
 *
 * Defined in  docs/ns3-semantics.md (ns-3 semantics), section 17
 */

/** What one port was seen with; `counts[k]` samples lay from k * 1000 to k * 1000 + 999 bytes. */
export interface QueueCounts {
  readonly node: number;
  readonly port: number;
  /** May be longer than needed: zeros at its end are not printed. */
  readonly counts: ArrayLike<number>;
}

/** One dump, with its newlines; rows ascend by switch, then port, as the simulator's do. */
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
