/** Groups the rows of a table by their subject. */

/**
 * Groups rows of equal node and number, such as port * 8 + class, in the order in which each group first occurs.
 *
 * Tables have millions of rows. So no key joins text and number, and the groups are sections of one array.
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
