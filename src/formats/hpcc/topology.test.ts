import fc from "fast-check";
import { expect, test } from "vitest";
import { parityCases, parityText } from "../../../test/parity/files.ts";
import { InputError } from "./input-error.ts";
import { parseTopology } from "./topology.ts";

const parse = (text: string) => parseTopology(text, "topology.txt");
/** Hosts 0 and 1 at switch 2. */
const star = (...links: string[]) => ["3 1 2", "2", ...links].join("\n");
const [first, second] = ["0 2 100Gbps 1us 0", "1 2 100Gbps 1us 0"];

test.each(parityCases)("the topology of %s is read whole", (name) => {
  const text = parityText(`cases/${name}/topology.txt`);
  const { nodes, switches, links } = parse(text);
  expect([nodes, switches.length, links.length].join(" ")).toBe(text.split("\n")[0]);
});

test("R7: three links that lose a packet in a thousand", () => {
  const { links } = parse(parityText("cases/R7_loss_dcqcn/topology.txt"));
  expect(links.map((link) => link.errorRate)).toEqual([0.001, 0.001, 0.001]);
});

test("rates and delays come out as the simulator's integers, links in the file's order with their lines", () => {
  expect(parse(star("2 0 400Gbps 0.6us 0.5", "1 2 1000Mb/s 0.000001s 0"))).toEqual({
    nodes: 3,
    switches: [2],
    links: [
      { a: 2, b: 0, bps: 400e9, delayNs: 599, errorRate: 0.5, line: 3 },
      { a: 1, b: 2, bps: 1e9, delayNs: 999, errorRate: 0, line: 4 },
    ],
  });
});

test("CRLF, blank lines, no switch at all and prose after the last link are fine", () => {
  expect(parse(star(first, second).replaceAll("\n", "\r\n\r\n")).links.length).toBe(2);
  expect(parse("2 0 1\n\n0 1 1Gbps 1ns 0\n").switches).toEqual([]);
  expect(parse(star(first, second, "", "First line: nodes, switches, links", "src dst 100")).links.length).toBe(2);
});

test.each([
  ["an unknown unit", star(first, "1 2 100Gbs 1us 0"), '4:5: expected a rate such as 100Gbps, found "100Gbs". Units'],
  ["a rate of zero", star("0 2 0Gbps 1us 0"), '3:5: expected a rate from 1bps to 9000000Gbps, found "0Gbps"'],
  [
    "an unknown unit of delay",
    star("0 2 1Gbps 1sec 0"),
    '3:11: expected a delay such as 1000ns, found "1sec". Units are',
  ],
  [
    "a negative delay",
    star("0 2 1Gbps -1us 0"),
    '3:11: expected a delay such as 1000ns, found "-1us". A delay must be ze',
  ],
  ["a delay of hours", star("0 2 1Gbps 9001s 0"), '3:11: expected a delay up to 9000s, found "9001s"'],
  ["swapped fields", star("0 2 1us 1Gbps 0"), '3:5: expected a rate such as 100Gbps, found "1us"'],
  ["an error rate of 2", star("0 2 1Gbps 1us 2"), '3:15: expected an error rate from 0 to 1, found "2"'],
  ["an error rate of nan", star("0 2 1Gbps 1us nan"), '3:15: expected an error rate from 0 to 1, found "nan"'],
  ["an unknown node", star("0 3 1Gbps 1us 0"), '3:3: expected a node from 0 to 2, found "3"'],
  ["a negative node", star("-1 2 1Gbps 1us 0"), '3:1: expected a node from 0 to 2, found "-1"'],
  ["a link to itself", star("2 2 1Gbps 1us 0"), '3:3: expected a node other than 2, found "2". A link joins'],
  ["a missing field", star("0 2 1Gbps 1us", second), '3: expected "src dst rate delay error_rate", found 4 fields'],
  ["a field too many", star(`${first} 7`), '3: expected "src dst rate delay error_rate", found more than 5 fields'],
  [
    "too few links",
    star(first),
    "3: expected link 2 of 2, found the end of the file. Line 1 declares this number, and the",
  ],
  ["too few switches", "3 2 2\n1\n2 0 1bps 1s 0", '3:3: expected a new line after switch 2 of 2, found "0". Line 1'],
  ["too many switches", "3 1 2\n2 1\n", '2:3: expected a new line after switch 1 of 1, found "1". Line 1 declares'],
  ["an unknown switch", "3 1 2\n3\n", '2:1: expected switch 1 of 1, an id from 0 to 2, found "3". Line 1 declares'],
  ["no switch list", "3 1 2\n", "1: expected switch 1 of 1, an id from 0 to 2, found the end of the file. Line 1"],
  ["no node", "0 0 0\n", '1:1: expected a number of nodes from 1 to 65536, found "0"'],
  ["no host", "3 3 2\n", '1:3: expected a number of switches from 0 to 2, found "3"'],
  ["no link", "3 1 0\n2\n", '1:5: expected a number of links of 1 or more, found "0"'],
  ["70,000 nodes", "70000 1 2\n", '1:1: expected a number of nodes from 1 to 65536, found "70000"'],
  ["SimAI's header", "1280 8 128 128 2528 A100\n", '1: expected "nodes switches links", found the header of SimAI'],
  ["ns3-datacenter's", "4 1 1 3\n3\n", '1: expected "nodes switches links", found the header of ns3-datacenter'],
  ["nothing", "", '1: expected "nodes switches links", found the end of the file'],
  ["a comment", "# fat tree\n3 1 2\n", '1:1: expected a number of nodes from 1 to 65536, found "#". The simulator has'],
])("%s is refused on its line", (_, text, message) => {
  expect(() => parse(text)).toThrow(`topology.txt:${message}`);
});

test("a line of 100 MB and a promise of 10^15 links fail at once, with at most 40 characters of what was found", () => {
  expect(() => parse("1".repeat(100_000_000))).toThrow(/in "1{40}\.\.\."$/);
  expect(() => parse(star("9".repeat(100_000_000)))).toThrow(/in "9{40}\.\.\."$/);
  expect(() => parse(`3 1 1000000000000000\n2\n${first}`)).toThrow(
    "expected link 2 of 1000000000000000, found the end",
  );
});

test("whatever stands in the file, it is read or refused with an InputError of a bounded size", () => {
  const word = fc.oneof(
    fc.nat(5).map(String),
    fc.constantFrom("100Gbps", "1us", "0.5", "-1", "\n", "\n", "#", "\r\n", "1e9", "\0\ufffd", "0 2 100Gbps 1us 0\n"),
    fc.string({ unit: "binary" }),
  );
  fc.assert(
    fc.property(fc.array(word), fc.constantFrom("", "3 1 2\n2\n", "2 0 1\n"), (words, start) => {
      try {
        const { nodes, links } = parse(start + words.join(" "));
        expect(links.every((link) => link.a < nodes && link.b < nodes && link.bps > 0)).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(InputError);
        expect((error as InputError).message.length).toBeLessThan(700);
      }
    }),
    { numRuns: 1000 },
  );
});

test("links beyond the count are not read, with a warning, as HPCC's own mix/topology.txt needs", () => {
  const warnings: string[] = [];
  const warn = (warning: string): void => void warnings.push(warning);
  expect(parseTopology(star(first, second, "0 3 100Gbps 1us 0"), "t.txt", { warn }).links.length).toBe(2);
  expect(warnings).toEqual(["t.txt:5: not read, as in the simulator: line 1 counts 2 links."]);
});

test("links side by side, hosts without a link, bare rates and delays are read", () => {
  const { nodes, links } = parse(`5 1 3\n2\n${first}\n2 0 25000000000.0 0.000001 0\n${second}`);
  expect([nodes, links.length]).toEqual([5, 3]);
  expect(links[1]).toMatchObject({ a: 2, b: 0, bps: 25e9, delayNs: 999 });
});

test.each(["4 1 1 3", "4 1 1 3 25000000000 25000000000"])("ns3-datacenter's header counts ToRs, too: %s", (header) => {
  const text = `${header}\n3\n0 3 25000000000.0 1us 0\n1 3 1Gbps 1us 0\n2 3 1Gbps 1us 0\n`;
  expect(parseTopology(text, "t", { dialects: true })).toMatchObject({
    ...{ nodes: 4, switches: [3], dialect: "ns3-datacenter" },
    links: [{ bps: 25e9 }, {}, {}],
  });
});

test("SimAI's header counts NVSwitches apart, which are switches; only where it is asked for", () => {
  const text = [
    "6 2 1 1 5 A100",
    "4 5",
    "0 4 1Gbps 1us 0",
    "1 4 1Gbps 1us 0",
    "0 5 1Gbps 1us 0",
    "2 5 1Gbps 1us 0",
    "3 5 1Gbps 1us 0",
  ].join("\n");
  expect(parseTopology(text, "t", { dialects: true })).toMatchObject({ nodes: 6, switches: [4, 5] });
  expect(() => parse(text)).toThrow('"nodes switches links"');
});

test("a slow link is likely to lack its unit: a warning names the first", () => {
  const warnings: string[] = [];
  const warn = (warning: string): void => void warnings.push(warning);
  const { links } = parseTopology(star(first, "1 2 100 1us 0"), "t.txt", { warn });
  expect(links.map(({ bps }) => bps)).toEqual([100e9, 100]);
  expect(warnings).toEqual([
    "t.txt:4: this link has 100 bit/s: a rate without a unit is in bit/s, as in the simulator.",
  ]);
});

test("links may be parted over lines, as the simulator reads them; a warning names the first", () => {
  const warnings: string[] = [];
  const warn = (warning: string): void => void warnings.push(warning);
  const text = "4 1 3\n2\n0 2 1Gbps 1us 0\n1 2 1Gbps 1us 0\n3 2 1Gbps 1us 0\n";
  const links = (from: string) => parseTopology(from, "t.txt", { warn }).links.map(({ line: _, ...link }) => link);
  const whole = links(text);
  expect(links(text.replace("1 2 1Gbps", "1 2\n1Gbps"))).toEqual(whole);
  expect(links(text.replace("4 1 3", "4\n1\n3"))).toEqual(whole);
  expect(links(text.replace("2\n0 2 ", "2 0 2 "))).toEqual(whole);
  expect(warnings.map((warning) => warning.slice(0, 40))).toEqual([
    "t.txt:4: a row does not end with its lin",
    "t.txt:1: a row does not end with its lin",
    "t.txt:2: a row does not end with its lin",
  ]);
});

test("a field that is forgotten is told on its line, though the mistake shows further on", () => {
  expect(() => parseTopology("4 1 3\n2\n0 2 1Gbps 1us\n1 2 1Gbps 1us 0\n3 2 1Gbps 1us 0\n", "t.txt")).toThrow(
    't.txt:3: expected "src dst rate delay error_rate", found 4 fields in "0 2 1Gbps 1us". Words are read one after the other, ' +
      'as in the simulator, up to t.txt:4:5: expected a node from 0 to 3, found "1Gbps"',
  );
});
