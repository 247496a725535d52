import { expect, test } from "vitest";
import { parityCases, parityText } from "../../../test/parity/files.ts";
import { parseFlows, type FlowReading } from "./flows.ts";
import { parseTopology } from "./topology.ts";

/** Hosts 0, 1 and 3 at switch 2. */
const star = parseTopology("4 1 3\n2\n0 2 1Gbps 1us 0\n1 2 1Gbps 1us 0\n3 2 1Gbps 1us 0", "topology.txt");
const parse = (text: string) => parseFlows(text, "flow.txt", star);

test.each(parityCases)("the flows of %s are read whole", (name) => {
  const topology = parseTopology(parityText(`cases/${name}/topology.txt`), "topology.txt");
  const text = parityText(`cases/${name}/flow.txt`);
  const flows = parseFlows(text, "flow.txt", topology);
  expect(flows.length).toBe(Number(text.split("\n")[0]));
  expect(flows.every((flow, i) => flow.pg === 3 && flow.line === i + 2)).toBe(true);
});

test("a start of 2.000000433 s is 2,000,000,432 ns, as the simulator cuts it", () => {
  expect(parse("2\n0 1 3 100 64000 2\n3 1 0 65535 1 2.000000433\n")).toEqual([
    { src: 0, dst: 1, pg: 3, dport: 100, size: 64_000, startNs: 2_000_000_000, line: 2 },
    { src: 3, dst: 1, pg: 0, dport: 65_535, size: 1, startNs: 2_000_000_432, line: 3 },
  ]);
});

test("rows may be parted over lines, or share one, as the simulator reads them; a warning names the first", () => {
  const warnings: string[] = [];
  const whole = parse("2\n0 1 3 100 9 2\n1 0 3 100 9 3\n");
  const texts = [
    "2\n0 1 3\n100 9 2\n1 0 3 100\n\n9 3\n",
    "2 0 1 3 100 9 2 1 0 3 100 9 3",
    "2\n0 1 3 100 9 2 1\n0 3 100 9 3",
  ];
  for (const text of texts) {
    const read = parseFlows(text, "flow.txt", star, (warning) => void warnings.push(warning));
    expect(read.map(({ line: _, ...flow }) => flow)).toEqual(whole.map(({ line: _, ...flow }) => flow));
  }
  const said = "a row does not end with its line. Words are read one after the other, as in the simulator.";
  expect(warnings).toEqual([`flow.txt:2: ${said}`, `flow.txt:1: ${said}`, `flow.txt:2: ${said}`]);
});

test("a count of 0 in front of flows, which the simulator does not read either, is told", () => {
  const warnings: string[] = [];
  expect(parseFlows("0 1 3 100 9 0", "flow.txt", star, (warning) => void warnings.push(warning))).toEqual([]);
  expect(warnings).toContain("flow.txt:1: not read, as in the simulator: line 1 counts 0 flows.");
});

test("no flow, equal starts, and lines beyond the count, which the simulator does not read either", () => {
  expect(parse("0\n")).toEqual([]);
  expect(parse("1\n0 1 3 100 9 2\n1 0 3 100 9 1\n\nFirst line: # of flows\n").length).toBe(1);
  expect(parse("2\n0 1 3 100 9 2e-3\n1 0 3 100 9 0.002").length).toBe(2);
});

test.each([
  [
    "4 GiB",
    "1\n0 1 3 100 4294967296 0",
    '2:11: expected a size from 0 to 4294967295, in bytes without a unit, found "4294967296". The',
  ],
  [
    "an earlier start",
    "2\n0 1 3 1 9 2\n0 1 3 1 9 1.9",
    "3:11: expected a start not before 2000000000 ns, that of the flow",
  ],
  ["a negative start", "1\n0 1 3 100 9 -1", '2:13: expected a start from 0 to 9000 seconds, found "-1"'],
  ["a start with unit", "1\n0 1 3 100 9 2s", '2:13: expected a start from 0 to 9000 seconds, found "2s"'],
  ["a switch that sends", "1\n2 1 3 100 9 0", '2:1: expected a host, found "2". Node 2 is a switch.'],
  ["a switch that receives", "1\n0 2 3 100 9 0", '2:3: expected a host, found "2". Node 2 is a switch.'],
  ["an unknown host", "1\n0 4 3 100 9 0", '2:3: expected a host from 0 to 3, found "4"'],
  ["a flow to itself", "1\n1 1 3 100 9 0", '2:3: expected a host other than 1, found "1". A flow goes from one host'],
  ["class 8", "1\n0 1 8 100 9 0", '2:5: expected a priority group from 0 to 7, found "8"'],
  [
    "far too few flows",
    "300000\n0 1 3 100 9 0\n",
    "2: expected flow 2 of 300000, found the end of the file. Line 1 declares",
  ],
  ["fewer flows, and prose", "3\n0 1 3 100 9 0\nFirst line: # of flows", '3: expected "src dst pg dport size start"'],
  ["a missing field", "2\n0 1 3 100 9\n0 1 3 100 9 0", '2: expected "src dst pg dport size start", found 5 fields'],
  ["nothing", "", "1: expected the number of flows, found the end of the file"],
  ["no text", "\0\u0001\u0002", '1:1: expected the number of flows, found "\\u0000\\u0001\\u0002"'],
])("%s is refused on its line", (_, text, message) => {
  expect(() => parse(text)).toThrow(`flow.txt:${message}`);
});

/** Parses flows, and collects the warnings about them. */
function heard(text: string, reading?: FlowReading) {
  const warnings: string[] = [];
  return { flows: parseFlows(text, "flow.txt", star, (warning) => void warnings.push(warning), reading), warnings };
}

test("the file ends early: the simulator starts the last flow for each line that is missing", () => {
  const { flows, warnings } = heard("4\n0 1 3 100 9 1\n1 0 3 101 8 2\n");
  expect(flows.map(({ src, size, startNs }) => [src, size, startNs])).toEqual([
    [0, 9, 1e9],
    [1, 8, 2e9],
    [1, 8, 2e9],
    [1, 8, 2e9],
  ]);
  expect(warnings).toEqual([
    "flow.txt:1: 4 flows counted, 2 listed: the last one starts 2 more times, as in the simulator.",
  ]);
});

test("a flow of size 0 is one; a port beyond 16 bits is cut", () => {
  const { flows, warnings } = heard("2\n0 1 3 65636 9 1\n1 0 3 101 0 2\n");
  expect(flows.map(({ dport, size }) => [dport, size])).toEqual([
    [100, 9],
    [101, 0],
  ]);
  expect(warnings).toEqual([
    "flow.txt:2: the destination port is above 65535 and loses its upper bits, as in the simulator.",
    "flow.txt:3: the flow of size 0 sends nothing and never finishes.",
  ]);
});

test("ns3-datacenter counts 64 bits, and starts what is late with the flow above", () => {
  const { flows, warnings } = heard("2\n0 1 3 100 1000000000000 0.5\n1 0 3 101 8 0.25\n", { wide: true, late: true });
  expect(flows.map(({ size, startNs }) => [size, startNs])).toEqual([
    [1e12, 5e8],
    [8, 5e8],
  ]);
  expect(warnings).toEqual([
    "flow.txt:3: the flow is listed after a later one and starts with it, as in the simulator.",
  ]);
});
