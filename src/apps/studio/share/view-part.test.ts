import fc from "fast-check";
import { expect, test } from "vitest";
import { KINDS } from "../events/events.ts";
import { viewPartIn, viewText, type ViewPart } from "./view-part.ts";

test("an address gives back what the page shows", () => {
  const view: ViewPart = {
    time: 4_800_123.456,
    shown: [1e6, 3.25e6],
    tab: "events",
    port: "sw0-h0",
    pinnedFlows: [3, 17],
    pinnedPorts: ["sw0-h1", "a/b, c-sw0#2"],
    pod: 2,
    fabric: [0.25, 0.515625],
    of: "SPFC, copy",
    find: "h0",
    kinds: ["PAUSE", "flow end"],
    sort: "length",
    compared: [1, 0],
    why: { kind: "pause", row: 12, run: "DT 2 & more/less" },
  };
  expect(viewText(view)).toContain("&t=4800123.456&z=1000000-3250000&tab=events&port=sw0-h0&pin=flow%2F3&pin=");
  expect(viewPartIn(`#s=abc${viewText(view)}`)).toEqual(view);
  expect(viewPartIn("#s=abc")).toEqual({});
});

test("an empty list of kinds shows no event, and a full one is the first view", () => {
  expect(viewPartIn("#s=abc&kinds=")).toEqual({ kinds: [] });
  expect(viewPartIn(`#s=abc&kinds=${KINDS.join(",")}`)).toEqual({});
});

test("a link of 10,000 pins pins 16 flows and 16 ports, each once", () => {
  const pins = Array.from({ length: 5000 }, (_, k) => `&pin=flow/${k >> 1}&pin=port/sw0-h${k >> 1}`);
  const { pinnedFlows = [], pinnedPorts = [] } = viewPartIn(`#s=abc${pins.join("")}`);
  expect(pinnedFlows).toEqual(Array.from({ length: 16 }, (_, k) => k));
  expect(pinnedPorts).toEqual(Array.from({ length: 16 }, (_, k) => `sw0-h${k}`));
});

test.each([
  "&t=-1&z=3-1&tab=none&port=&why=pause/x/y",
  "&t=NaN&z=1&why=node/1/a",
  "&t=1e999",
  "&why=flow/1/",
  "&pod=-1&fabric=0.5-0.25&fabric=0-2&diff=0-9&sort=name",
  "&pin=flow/x&pin=host/h0&pod=1e9",
  `&pin=port/${"a".repeat(301)}&of=${"a".repeat(301)}`,
])("%s is left out", (text) => {
  expect(viewPartIn(`#s=abc${text}`)).toEqual({});
});

test("no text breaks the reading", () => {
  const value = fc.oneof(fc.string(), fc.constantFrom("1", "0-1", "0.5-1", "flow/1", "port/a", "PAUSE,drop", "length"));
  const name = fc.constantFrom(..."t z tab port pin pod fabric of find kinds sort diff why".split(" "));
  const part = fc.tuple(name, value).map(([a, b]) => `${a}=${encodeURIComponent(b)}`);
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(part).map((parts) => parts.join("&")),
      ),
      (text) => {
        const view = viewPartIn(`#s=abc&${text}`);
        expect(viewPartIn(`#s=abc${viewText(view)}`)).toEqual(view);
      },
    ),
  );
});
