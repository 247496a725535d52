import { expect, test } from "vitest";
import { defineReadings, tried, triedOf } from "./readings.ts";

const readings = defineReadings({
  acks: { asks: "Which class?", options: { control: "", data: "" }, chosen: "control", why: "" },
  q: { asks: "Which bytes?", options: { one: "", apart: "", none: "" }, chosen: "one", why: "" },
  tc: { asks: "How long?", options: { four: "", eight: "" }, chosen: "four", why: "" },
});
const single = [{ acks: "data" }, { q: "apart" }, { q: "none" }, { tc: "eight" }];

test("the chosen answers, each other one alone, then presets", () => {
  const preset = { q: "apart", tc: "eight" };
  expect(tried(readings, { both: preset })).toEqual([{}, ...single, preset]);
});

test("pairs: each once, never two answers to one question; of one reading only those with it", () => {
  const withAcks = single.slice(1).map((other) => ({ acks: "data", ...other }));
  const others = [
    { q: "apart", tc: "eight" },
    { q: "none", tc: "eight" },
  ];
  expect(tried(readings, {}, true)).toEqual([{}, ...single, ...withAcks, ...others]);
  expect(tried(readings, {}, "acks")).toEqual([{}, ...single, ...withAcks]);
});

test("one reading: the chosen answers, then its others", () => {
  expect(triedOf(readings, "q")).toEqual([{}, { q: "apart" }, { q: "none" }]);
});
