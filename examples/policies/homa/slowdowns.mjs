/**
 * Prints the 99% slowdown of round trips by message size, for a run of `cluster.yaml`.
 *
 *   node slowdowns.mjs <folder of the run> <size>,<size>,...      sizes in bytes: the largest of each row
 *
 * The authors measured echoes: a message and an answer of the same size. The slowdown of an echo is the mean of the slowdowns of two messages.
 * Here the second message of a pair is another one of the same row, drawn with a fixed seed. Messages count from 2 ms on.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { stream } from "xoff/policy";

const [folder, sizes] = process.argv.slice(2);
const bounds = sizes.split(",").map(Number);
const [head, ...lines] = readFileSync(join(folder, "flows.csv"), "utf8").trim().split("\n");
const names = head.split(",");
const [size, start, slowdown, completion] = ["size_bytes", "start_ns", "slowdown", "fct_ns"].map((name) =>
  names.indexOf(name),
);
const rows = bounds.map(() => []);
for (const line of lines) {
  const cells = line.split(",");
  const row = bounds.findIndex((bound) => Number(cells[size]) <= bound);
  if (row >= 0 && Number(cells[start]) >= 2e6 && Number(cells[completion]) > 0) rows[row].push(Number(cells[slowdown]));
}
const draw = stream(1, "second messages of round trips");
rows.forEach((of, row) => {
  const trips = of.map((one) => (one + of[draw.int(of.length)]) / 2).sort((a, b) => a - b);
  const tail = trips[Math.floor(trips.length * 0.99)]?.toFixed(2) ?? "-";
  console.log(`${row === 0 ? 1 : bounds[row - 1] + 1} to ${bounds[row]} B: ${tail} of ${of.length} messages`);
});
