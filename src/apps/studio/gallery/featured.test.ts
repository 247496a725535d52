import { expect, test } from "vitest";
import { figures, trialsOf } from "../lab/gallery.ts";
import { featured, titles } from "./featured.ts";

test.each(featured)("$id has the trials that its card names", ({ id, trials }) => {
  const labels = trialsOf(id).map(({ label }) => label);
  expect(labels).toEqual(expect.arrayContaining(trials.map(([label]) => label)));
});

test("every figure's paper has a title", () => {
  const papers = new Set(figures().map(({ id }) => id.split("/")[0]));
  expect(Object.keys(titles).sort()).toEqual([...papers].sort());
});
