/** Groups the rows of a table that are about the same port, queue or flow. */

/**
 * Groups the rows whose node and number are equal. For queues the number is 8 times the port, plus the class. Groups are
 * in the order of their first rows.
 *
 * Tables have millions of rows. To save memory, no text is made for a key, and all groups are sections of one array.
 */
export function groupRows(node: readonly string[], number: (row: number) => number): Int32Array[] {
  const byNode = new Map<string, Map<number, number>>();
  const groupOf = new Int32Array(node.length);
  const sizes: number[] = [];
  for (let row = 0; row < node.length; row++) {
    let ofNode = byNode.get(node[row]);
    if (ofNode === undefined) byNode.set(node[row], (ofNode = new Map<number, number>()));
    const key = number(row);
    let group = ofNode.get(key);
    if (group === undefined) ofNode.set(key, (group = sizes.push(0) - 1));
    groupOf[row] = group;
    sizes[group]++;
  }
  const rows = new Int32Array(node.length);
  let end = 0;
  const groups = sizes.map((size) => rows.subarray(end, (end += size)));
  const filled = new Int32Array(sizes.length);
  groupOf.forEach((group, row) => {
    groups[group][filled[group]++] = row;
  });
  return groups;
}
