/** Tests the settings for the end of a run and for the flows that count, with valid and invalid values. */
import { expect, test } from "vitest";
import { readScenario as read, setUp } from "../run/lab/lab.ts";
import { ms, us } from "../base/units.ts";

const incast = { kind: "incast", to: "h0" };
const poisson = { kind: "poisson", load: 0.1 };
const scenario = (fields: object, traffic: object = incast) =>
  read(JSON.stringify({ ...fields, topology: { kind: "star", hosts: 4 }, traffic: [traffic] }), "x.json");

test.each([
  [{ until: "1ms" }, { until: ms(1) }],
  [
    { until: "1ms", count: { to: "100us" } },
    { until: ms(1), count: { from: 0, to: us(100) } },
  ],
  [
    { until: "1ms", count: { from: "10us" } },
    { until: ms(1), count: { from: us(10), to: Infinity } },
  ],
  [
    { until: "done", limit: "5ms" },
    { until: ms(5), untilDone: true },
  ],
  [
    { until: "done", count: { to: "2ms" } },
    { until: ms(20), untilDone: true, count: { from: 0, to: ms(2) } },
  ],
  [
    { until: "done", limit: "3ms", count: { from: 0, to: "2ms" } },
    { until: ms(3), untilDone: true, count: { from: 0, to: ms(2) } },
  ],
])("%j", (fields, expected) => {
  const { until, untilDone, count } = scenario(fields);
  expect({ until, untilDone, count }).toEqual(expected);
});

test.each([
  [{ until: "dnoe" }, 'until: expected a time such as 2us, or done, got "dnoe". Did you mean "done"?'],
  [{ until: "1" }, 'until: expected a time such as 2us, or done, got "1". Add the unit: 1ns, 1us, 1ms?'],
  [{ until: ["done"] }, "until: expected a time such as 2us, or done, got a list"],
  [{ until: "done" }, "limit: expected a latest end of the run, got nothing. Or set count"],
  [
    { until: "1ms", limit: "2ms" },
    'limit: expected no `limit` next to a time as `until`, got "2ms". `limit` is only allowed with `until: done`',
  ],
  [{ until: "1ms", count: { to: "2ms" } }, 'count.to: expected at most the end of the run, 1 ms, got "2ms"'],
  [
    { until: "1ms", count: { from: "1ms" } },
    'count.from: expected a time before the end of the run at 1 ms, got "1ms"',
  ],
  [{ until: "1ms", count: { from: "9us", to: "9us" } }, "count.to: expected a time after count.from, 9 us"],
])("%j is a mistake", (fields, message) => {
  expect(() => scenario(fields)).toThrow(message);
});

test.each([
  ["poisson", poisson, "traffic[0].stop"],
  ["bursts", { kind: "bursts", to: "h0" }, "traffic[0].stop"],
  ["incasts at random moments", { ...incast, load: 0.1 }, "traffic[0].stop"],
  ["incasts at intervals", { ...incast, every: "10us" }, "traffic[0].count"],
])("a run that waits for all flows needs an end of %s", (_, traffic, at) => {
  expect(() => scenario({ until: "done", limit: "5ms" }, traffic)).toThrow(`${at}: expected an end of this traffic`);
  expect(() => scenario({ until: "done", limit: "5ms", count: { to: "1ms" } }, traffic)).not.toThrow();
  const end = at.endsWith("stop") ? { stop: "1ms" } : { count: 3 };
  expect(() => scenario({ until: "done", limit: "5ms" }, { ...traffic, ...end })).not.toThrow();
});

test.each([
  ["flows that never end", { until: "done", limit: "5ms" }, { kind: "long-lived", from: "h1", to: "h0" }],
  ["none in the time that counts", { until: "done", limit: "5ms", count: { from: "1us", to: "2us" } }, incast],
])("it needs flows to wait for, not %s", (_, fields, traffic) => {
  expect(() => setUp(scenario(fields, traffic))).toThrow("expected a time, or flows with an end");
});
