import { expect, test } from "vitest";
import { chakraBytes, type Written } from "../../../test/chakra.ts";
import { parseGoal } from "../goal/goal.ts";
import { parseGroups } from "./groups.ts";
import { parseChakra } from "./nodes.ts";
import { chakraToGoal } from "./to-goal.ts";

const traces = (...ranks: readonly (readonly Written[])[]) =>
  ranks.map((nodes, rank) => parseChakra(chakraBytes(nodes), `job.${rank}.et`));
const COMP = 4;
const SEND = 5;
const RECV = 6;
const COLL = 7;
const mistake = (make: () => unknown): string => {
  try {
    make();
  } catch (error) {
    return (error as Error).message;
  }
  return "";
};

test("a computation, then a message: durations in us, what waits, sizes and tags", () => {
  const [first, second] = [
    [
      { id: 7, type: COMP, duration: 5 },
      { id: 9, type: SEND, after: [7], attributes: { comm_dst: 1, comm_size: 3000, comm_tag: 4 } },
    ],
    [{ id: 7, type: RECV, attributes: { comm_src: 0, comm_size: 3000, comm_tag: 4 } }],
  ];
  const { text, notes } = chakraToGoal(traces(first, second));
  expect(text.replace(/^\/\/xoff.*\n/gm, "")).toBe(
    "num_ranks 2\nrank 0 {\nn7: calc 5000\nn9: send 3000b to 1 tag 4\nn9 requires n7\n}\nrank 1 {\nn7: recv 3000b from 0 tag 4\n}\n",
  );
  expect(notes[0]).toBe("2 ranks, 3 nodes: 1 calc, 1 send, 1 recv");
});

/** Total bytes that each rank sends, by destination rank. */
const sent = (text: string) => {
  const sums = new Map<string, number>();
  for (const operation of parseGoal(text, "x").operations)
    if (operation.kind === "send") {
      const way = `${operation.rank} to ${operation.peer}`;
      sums.set(way, (sums.get(way) ?? 0) + operation.bytes);
    }
  return Object.fromEntries(sums);
};
const all = (kind: number, more: object = {}): Written[] => [
  { id: 1, type: COLL, attributes: { comm_type: kind, comm_size: 3000, ...more } },
];

test("collectives: rings, and to each other rank", () => {
  const of = (kind: number) => sent(chakraToGoal(traces(all(kind), all(kind), all(kind))).text);
  expect(of(0)).toEqual({ "0 to 1": 4000, "1 to 2": 4000, "2 to 0": 4000 });
  expect(of(2)).toEqual({ "0 to 1": 6000, "1 to 2": 6000, "2 to 0": 6000 });
  expect(of(7)).toEqual({ "0 to 1": 2000, "1 to 2": 2000, "2 to 0": 2000 });
  const each = [0, 1, 2].flatMap((a) => [0, 1, 2].filter((b) => b !== a).map((b) => [`${a} to ${b}`, 1000]));
  expect(of(6)).toEqual(Object.fromEntries(each));
});

test("process groups by a file, and by PyTorch's metadata; a broadcast takes its time", () => {
  const inGroup = all(0, { pg_name: "5" });
  const told = parseGroups('{"5": [0, 2]}', "groups.json");
  expect(sent(chakraToGoal(traces(inGroup, [], inGroup), told).text)).toEqual({ "0 to 2": 3000, "2 to 0": 3000 });
  const recorded = { id: 0, type: 1, inputs: '["[{\\"pg_name\\": \\"5\\", \\"ranks\\": [0, 2]}]"]' };
  expect(sent(chakraToGoal(traces([recorded, ...inGroup], [], inGroup)).text)).toEqual({
    "0 to 2": 3000,
    "2 to 0": 3000,
  });
  const { text, notes } = chakraToGoal(traces([{ id: 1, type: COLL, duration: 8, attributes: { comm_type: 5 } }]));
  expect(text).toContain("n1: calc 8000");
  expect(notes.at(-1)).toContain("1 collectives of other kinds");
});

test("mistakes name the file, the node and what was expected", () => {
  const long = all(0, { comm_size: 4000 });
  const made: readonly (readonly [made: () => unknown, says: string])[] = [
    [() => parseChakra(new Uint8Array(), "a.0.et"), "a.0.et: expected an execution trace of Chakra"],
    [() => parseChakra(new TextEncoder().encode("num_ranks 2"), "a.0.et"), "bytes declared at byte 1, but 10 left"],
    [
      () =>
        traces([
          { id: 3, type: COMP },
          { id: 3, type: COMP },
        ]),
      "job.0.et: expected each id once, found a second node 3",
    ],
    [() => traces([{ id: 3, type: COMP, after: [8] }]), "found node 3, which waits for 8"],
    [
      () => chakraToGoal(traces(all(0), long)),
      "job.1.et: expected all-reduce of 3000 B, as node 1 of rank 0 is, found all-reduce of 4000 B",
    ],
    [() => chakraToGoal(traces(all(0), [])), "job.1.et: expected node 1 of rank 0 here too, found none"],
    [() => chakraToGoal(traces([], all(0))), "job.0.et: expected node 1 of rank 1 here too, found none"],
    [() => chakraToGoal(traces(all(0, { pg_name: "5" }))), "found no definition. A file of groups"],
    [() => chakraToGoal(traces(all(77))), "job.0.et: expected comm_type 0 to 9 in node 1, found 77"],
    [() => chakraToGoal(traces(all(0, { involved_dim: [true, false] }))), "found involved_dim true, false in node 1"],
    [
      () => chakraToGoal(traces([{ id: 1, type: SEND, attributes: { comm_dst: 1 } }], [])),
      "a comm_size of 1 or more in node 1 of rank 0, found no comm_size, as in 1 node of 1 rank",
    ],
    [
      () => chakraToGoal(traces([{ id: 1, type: SEND, attributes: { comm_dst: 1, comm_size: 9 } }], [])),
      "expected a recv in rank 1",
    ],
    [
      () => chakraToGoal(traces(all(0, { comm_size: 0 }), all(0, { comm_size: 0 }))),
      "job.0.et: expected a comm_size of 1 or more in node 1 of rank 0, found comm_size 0, as in 2 nodes of 2 ranks. A converter that mixes int64 and uint64 usually causes",
    ],
    [() => parseGroups("[]", "g.json"), 'g.json: expected groups such as {"1": [0, 1]}'],
  ];
  for (const [make, says] of made) expect(mistake(make)).toContain(says);
});
