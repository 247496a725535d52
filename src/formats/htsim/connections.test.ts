import { expect, test } from "vitest";
import { WINDOW_AND_BARRIER } from "../../../test/htsim.ts";
import { parseConnections } from "./connections.ts";

test("a multishot begins a flow each time, a barrier all when all are done", () => {
  const { flows, waiting, failures } = parseConnections(WINDOW_AND_BARRIER, "f.cm");
  expect(flows).toHaveLength(9);
  expect(waiting).toEqual([
    { flow: 2, others: [0, 1, 2], enough: 1 },
    { flow: 3, others: [0, 1, 2], enough: 2 },
    { flow: 4, others: [0, 1, 2], enough: 3 },
    { flow: 8, others: [5, 6, 7], enough: 3 },
  ]);
  expect(failures).toEqual([{ agg: 0, link: 1, line: 17 }]);
});

test("a oneshot begins all that name it", () => {
  const text = "Nodes 3\nConnections 3\nTriggers 1\n0->1 id 1 start 5 size 9 recv_done_trigger 4\n";
  const { waiting } = parseConnections(
    `${text}1->2 trigger 4 size 1\n1->0 size 2 trigger 4\ntrigger id 4 oneshot\n`,
    "f",
  );
  expect(waiting.map(({ flow, others, enough }) => [flow, others, enough])).toEqual([
    [1, [0], 1],
    [2, [0], 1],
  ]);
});

test.each([
  ["barrier count 3", "barrier count 2", "f.cm:16: expected 2 flows that activate barrier 2, found 3"],
  ["1 multishot", "1 oneshot", "f.cm:15: expected one flow that activates oneshot 1, found 3"],
  ["multishot", "manyshot", "f.cm:15:14: expected id, count or a kind of trigger, each once"],
  ["barrier count 3", "barrier", 'f.cm:16: expected "trigger id 1 oneshot", "multishot" or "barrier count 2"'],
  ["7->1 id 20", "8->1 id 20", "f.cm:14: expected flows from or to h8 that activate trigger 2, which starts this flow"],
  ["0->9 id 5 trigger 1", "0->9 id 5 trigger 7", 'f.cm:10: expected a line "trigger id 7 oneshot", found none'],
  ["0->9 id 5 trigger 1", "0->9 id 5 trigger 1 start 0", "f.cm:10: expected either start or trigger"],
  ["Triggers 2", "Triggers 3", "f.cm: expected 3 triggers, as declared in the first lines, found 2"],
  ["Connections 9\n", "", 'f.cm:5:1: expected Connections and their number, found "0->4"'],
  ["AGG", "TOR", 'f.cm:17:21: expected AGG, found "TOR". htsim aborts at TOR'],
  ["link_id 1", "", 'f.cm:17: expected "failure switch_type AGG switch_id 0 link_id 1"'],
  [
    "0->5 id 2",
    "0->5 flow 2",
    "f.cm:7:6: expected id, prio, start, size, trigger, send_done_trigger, recv_done_trigger, addon",
  ],
])("%s as %s", (before, after, message) => {
  expect(() => parseConnections(WINDOW_AND_BARRIER.replace(before, after), "f.cm")).toThrow(message);
});

test("starts with decimals, sizes of 0 that never end, and prio, of which a warning is all that comes", () => {
  const warnings: string[] = [];
  const text =
    "Nodes 4\nConnections 3\n0->1 start 0.000000 size 0\n1->2 start 1500.75 size 2000.0 prio 1\n2->3 start 1e3 size 5 prio 2\n";
  const { flows } = parseConnections(text, "f.cm", (warning) => void warnings.push(warning));
  expect(flows.map(({ start, size }) => [start, size])).toEqual([
    [0, 0],
    [1500, 2000],
    [1000, 5],
  ]);
  expect(warnings).toEqual([expect.stringMatching(/^f\.cm:4: prio is not modelled: htsim's receivers pull by it/)]);
});

test("a flow that waits for one without end never starts, nor do those behind it: a warning, and the others run", () => {
  const warnings: string[] = [];
  const { flows, waiting } = parseConnections(
    `Nodes 4
Connections 5
Triggers 3
0->1 id 1 start 0 size 0 send_done_trigger 1
0->2 id 2 trigger 1 size 5 send_done_trigger 2
0->3 id 3 trigger 2 size 6
2->1 id 4 start 7 size 8 send_done_trigger 3
2->3 id 5 trigger 3 size 9
trigger id 1 oneshot
trigger id 2 oneshot
trigger id 3 oneshot
`,
    "f.cm",
    (warning) => void warnings.push(warning),
  );
  expect(flows.map(({ size }) => size)).toEqual([0, 8, 9]);
  expect(waiting).toEqual([{ flow: 2, others: [1], enough: 1 }]);
  expect(warnings).toEqual([
    "f.cm:5: this flow never starts, as in htsim: no flow ends that activates trigger 1. It is left out, and 1 more flow like it.",
  ]);
});

test("a file of flows that never start is refused", () => {
  const text =
    "Nodes 4\nConnections 1\nTriggers 1\n0->1 id 1 trigger 1 size 5 send_done_trigger 1\ntrigger id 1 oneshot\n";
  expect(() => parseConnections(text, "f.cm")).toThrow(
    "f.cm:4: expected a flow that starts, found only flows that wait",
  );
});

test("addon stands alone and changes nothing", () => {
  const warnings: string[] = [];
  const text = "Nodes 4\nConnections 1\n0->1 id 1 addon start 5 size 9\n";
  const { flows } = parseConnections(text, "f.cm", (warning) => void warnings.push(warning));
  expect(flows.map(({ start, size }) => [start, size])).toEqual([[5, 9]]);
  expect(warnings).toEqual(["f.cm:3: addon has no effect, as in htsim, whose programs do not use it."]);
});
