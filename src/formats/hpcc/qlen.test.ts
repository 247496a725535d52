import { expect, test } from "vitest";
import { parityText } from "../../../test/parity/files.ts";
import { qlenDump } from "./qlen.ts";

test("a row ends with the highest bin ever hit, however long the array", () => {
  const rows = [
    { node: 3, port: 1, counts: [10, 1] },
    { node: 3, port: 2, counts: Uint32Array.of(0, 0, 5, 0, 0) },
  ];
  expect(qlenDump(1_000_000, rows)).toBe("time: 1000000\n3 1 10 1\n3 2 0 0 5\n");
});

test("the dumps of R1_trace/qlen.txt, taken apart and printed again, are the same bytes", () => {
  const text = parityText("cases/R1_trace/qlen.txt");
  const dumps = text.split(/^time: /m).slice(1);
  const again = dumps.map((dump) => {
    const [time, ...rows] = dump.trimEnd().split("\n");
    const counts = rows.map((row) => row.split(" ").map(Number));
    return qlenDump(
      Number(time),
      counts.map(([node, port, ...counts]) => ({ node, port, counts })),
    );
  });
  expect(dumps.length).toBeGreaterThan(2);
  expect(again.join("")).toBe(text);
});
