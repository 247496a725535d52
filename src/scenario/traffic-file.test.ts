import { expect, test } from "vitest";

import * as tables from "../policies/policies.ts";
import { readScenario } from "./read.ts";

const files: Record<string, string> = {
  "lab/flow.txt": "2\n0 2 3 100 64000 0.000001\n1 2 4 100 1500 0.000002\n",
  "lab/bad.txt": "1\n0 2 3 100 64 KB\n",
  "lab/flows.csv": "to,from,size_KB,start_us,class\nh2,h0,64,0.5,4\n\nh2,h1,1.5,2,\n",
  "lab/unit.csv": "from,to,size,start_us\nh0,h1,1,1\n",
  "lab/name.csv": "from,to,size_MB,start_us\nh0,h1,1,0\nh0,hl,1,1\n",
  "lab/two.cm":
    "# two\nNodes 3\nConnections 2\n0->2 id 1 start 500000 size 64000 prio 7\n1->2 id 2 start 0 size 1500 prio 7\n",
  "lab/first.cm": "Nodes 3\nConnections 2\n0->2 start 0 size 1 prio 7\n1->2 start 0 size 1500\n",
  "lab/waits.cm": "Nodes 3\nConnections 1\n0->2 id 1 trigger 1 size 64000\n",
  "lab/fails.cm":
    "Nodes 3\nConnections 1\nFailures 1\n0->2 start 0 size 64000\nfailure switch_type AGG switch_id 4 link_id 0\n",
  "lab/far.txt": "1\n0 9 3 100 64 0\n",
};
const read = (traffic: string) =>
  readScenario(
    `until: 1ms\ntopology: { kind: star, hosts: 3 }\ntraffic: [${traffic}]`,
    "lab/x.yaml",
    tables,
    (path) => {
      if (files[path] === undefined) throw new Error("no such file");
      return files[path];
    },
  );

test("a flow file is a list of flows: hosts by id, priority groups as classes, starts cut to whole nanoseconds, as there", () => {
  const [{ values }] = read("{ kind: flows, path: flow.txt }").traffic;
  expect(values["list"]).toMatchObject([
    { from: 0, to: 2, size: 64_000, start: 999_000, class: 3 },
    { from: 1, to: 2, size: 1500, start: 1_999_000, class: 4 },
  ]);
});

test("mistakes have their place: in the flow file, or in the scenario", () => {
  expect(() => read("{ kind: flows, path: bad.txt }")).toThrow(
    'lab/bad.txt:2:14: expected a start from 0 to 9000 seconds, got "KB"',
  );
  expect(() => read("{ kind: flows, path: none.txt }")).toThrow(
    'lab/x.yaml:3:32: traffic[0].path: expected a readable file, got "none.txt"',
  );
  expect(() => read("{ kind: flows, path: far.txt }")).toThrow('lab/far.txt:2:3: expected a host from 0 to 3, got "9"');
  expect(() => read("{ kind: flows, path: flow.txt, list: [] }")).toThrow("traffic[0]: expected either path or list");
  expect(() => read("{ kind: trace, goal: ring.goal }")).toThrow(
    /traffic\[0\]\.goal: expected the lines of GOAL, got "ring\.goal".* path: ring\.goal/,
  );
});

test("a table: columns in any order, units in the header; a class or the entry's", () => {
  const [{ values }] = read("{ kind: flows, path: flows.csv, class: 1 }").traffic;
  expect(values["list"]).toMatchObject([
    { from: 0, to: 2, size: 64_000, start: 500_000, class: 4 },
    { from: 1, to: 2, size: 1500, start: 2_000_000 },
  ]);
  expect(values["cls"]).toBe(1);
  expect(() => read("{ kind: flows, path: unit.csv }")).toThrow("lab/unit.csv:1: expected a header such as");
  expect(() => read("{ kind: flows, path: name.csv }")).toThrow(
    'lab/name.csv:3: expected the name of a host, got "hl"',
  );
});

test.each([
  ["\ufeff# made by hand\r\nSRC;DST;Size_kb;Start_US\r\nh0;h2;64;0.5\r\n"],
  ['"from","to","size_KB","start_us"\n"h0","h2","64","0.5"\n'],
  ["start_ns\tdestination\tsource\tsize_bytes\n500\th2\th0\t64000\n# end\n"],
])("a table as programs write it: %j", (text) => {
  files["lab/odd.csv"] = text;
  const [{ values }] = read("{ kind: flows, path: odd.csv }").traffic;
  expect(values["list"]).toMatchObject([{ from: 0, to: 2, size: 64_000, start: 500_000 }]);
});

test("a connection matrix of htsim: starts in ps, failed links as faults of links that this topology has", () => {
  const [{ values }] = read("{ kind: flows, path: two.cm }").traffic;
  expect(values["list"]).toMatchObject([
    { from: 0, to: 2, size: 64_000, start: 500_000 },
    { from: 1, to: 2, size: 1500, start: 0 },
  ]);
  expect(() => read("{ kind: flows, path: waits.cm }")).toThrow(
    'lab/waits.cm:3: expected a line "trigger id 1 oneshot", got none for this trigger',
  );
  expect(() => read("{ kind: flows, path: fails.cm }")).toThrow(
    "lab/fails.cm:5: expected link 0 of agg4 to a core, got no such switch in this topology",
  );
  expect(read("{ kind: flows, path: first.cm }").warnings).toEqual([
    expect.stringMatching(/^lab\/first\.cm:4: prio is not modelled/),
  ]);
});
