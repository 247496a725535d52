import { expect, test } from "vitest";

import { defaults } from "../base/params.ts";
import { create, params } from "../policies/topology/star.ts";
import { HostNames } from "./hosts.ts";

const hosts = new HostNames(create({ ...defaults(params), hosts: 12, receivers: 2 }));

test.each([
  ["h3", [3]],
  ["r1", [12]],
  ["h8..h11", [8, 9, 10, 11]],
  ["h8..11", [8, 9, 10, 11]],
  ["h0 .. h1", [0, 1]],
  ["r1..r2", [12, 13]],
  ["all", [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]],
  [
    ["h5", "r1..r2", "h0"],
    [5, 12, 13, 0],
  ],
])("%j is %j", (given, numbers) => {
  expect(hosts.many(given, "from")).toEqual(numbers);
});

test.each([
  ["h12", 'from: expected the name of a host, h0 to r2, got "h12"'],
  ["hh1", 'from: expected the name of a host, h0 to r2, got "hh1". Did you mean "h1"?'],
  ["sw0", 'from: expected the name of a host, h0 to r2, got "sw0". It is a switch.'],
  ["h0..h12", 'from: expected the name of a host, h0 to r2, got "h12"'],
  ["h0..h999999999999", 'from: expected the name of a host, h0 to r2, got "h999999999999"'],
  [
    "h3..h1",
    'from: expected a range of hosts such as h1..h29, got "h3..h1". A range joins two hosts of one series: h1..h29.',
  ],
  ["h3..r1", 'from: expected a range of hosts such as h1..h29, got "h3..r1"'],
  ["h3..", 'from: expected a range of hosts such as h1..h29, got "h3.."'],
  [[], "from: expected at least one host, got []"],
  [["h1", "h0..h2"], 'from[1]: expected each host once, got "h0..h2". It is already in the list: remove it.'],
  [["h1", "x"], 'from[1]: expected the name of a host, h0 to r2, got "x"'],
])("%j is refused", (given, message) => {
  expect(() => hosts.many(given, "from")).toThrow(message);
});
