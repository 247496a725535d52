/** Tests the command `xoff watchdog`: stored runs, and invalid options. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { build, Folder } from "./xoff.ts";

/** A NIC at a tenth of its rate pauses its switch for hundreds of microseconds. It repeats its frames every 26 us. */
const scenario = `
until: 1ms
topology: { kind: star, hosts: 3, rate: 10Gbps, delay: 100ns }
switch: { memory: 4MB }
policies: { link: { name: pfc, quanta: 1000 }, congestion: none }
traffic: [{ kind: long-lived, from: h0..h1, to: h2 }]
faults: [{ kind: slow-receiver, target: h2, rate: 1Gbps, memory: 128KiB, xon: 32KiB }]
`;

let at: Folder;
beforeAll(() => {
  build();
  at = new Folder();
  at.write("my.yaml", scenario);
});
afterAll(() => {
  at.remove();
});

test("the same command again repeats no run, neither those without a watchdog nor those with one", () => {
  const args = ["watchdog", "my.yaml", "--detection", "200us,10ms", "--poll", "100us", "--seeds", "2", "--out", "out"];
  const first = at.run(...args);
  expect(first.code, first.stderr).toBe(0);
  expect(first.stdout).toMatch(/^200 us +100 us .* 2 of 2 /m);
  const again = at.run(...args);
  expect([again.code, again.stdout]).toEqual([0, first.stdout]);
  // A watchdog of 200 us must repeat both runs, but one of 10 ms none.
  expect(again.stderr).toMatch(/^2 of 2 rows are complete already\n2 of 2 rows are complete already\n4 rows in out: /);
});

test.each([
  [["--poll", "2s", "--detection", "5s"], "Expected a time from 1us to 1s, such as 200ms."],
  [["--detection", "200ms,6s"], "Expected a time from 1us to 5s, such as 200ms."],
  [["--restoration", "61s"], "Expected a time from 1us to 60s, such as 200ms."],
])("%s is an error before the first run", (args, message) => {
  const { code, stderr } = at.run("watchdog", "my.yaml", "--storm", "h0", "--set", "until=10s", ...args);
  expect([code, stderr.split("\n")[0].endsWith(message)], stderr).toEqual([2, true]);
});
