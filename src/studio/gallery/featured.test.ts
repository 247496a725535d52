import { expect, test } from "vitest";
import { trialsOf } from "../lab/gallery.ts";
import { featured } from "./featured.ts";

test.each(featured)("$id has the trials that its card names", ({ id, trials }) => {
  const labels = trialsOf(id).map(({ label }) => label);
  expect(labels).toEqual(expect.arrayContaining(trials.map(([label]) => label)));
});
