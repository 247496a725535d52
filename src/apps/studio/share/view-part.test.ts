import fc from "fast-check";
import { expect, test } from "vitest";
import { viewPartIn, viewText, type ViewPart } from "./view-part.ts";

test("an address gives back what the page shows", () => {
  const view: ViewPart = {
    time: 4_800_123.456,
    shown: [1e6, 3.25e6],
    tab: "events",
    port: "sw0-h0",
    why: { kind: "pause", row: 12, run: "DT 2 & more/less" },
  };
  expect(viewText(view)).toContain("&t=4800123.456&z=1000000-3250000&tab=events&port=sw0-h0&why=pause%2F12");
  expect(viewPartIn(`#s=abc${viewText(view)}`)).toEqual(view);
  expect(viewPartIn("#s=abc")).toEqual({});
});

test.each(["&t=-1&z=3-1&tab=none&port=&why=pause/x/y", "&t=NaN&z=1&why=node/1/a", "&t=1e999", "&why=flow/1/"])(
  "%s is left out",
  (text) => {
    expect(viewPartIn(`#s=abc${text}`)).toEqual({});
  },
);

test("no text breaks the reading", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const view = viewPartIn(`#s=abc&${text}`);
      expect(viewPartIn(`#s=abc${viewText(view)}`)).toEqual(view);
    }),
  );
});
