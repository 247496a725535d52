import { expect, test } from "vitest";
import { RowFailures, RowsError } from "./row-failures.ts";

function reported(failures: RowFailures): readonly string[] {
  try {
    failures.settle();
  } catch (error) {
    if (error instanceof RowsError) return [error.message, ...error.others];
  }
  return [];
}

test("a mistake of the file is reported once, with its rows; one of a setting names the setting itself", () => {
  const failures = new RowFailures("my.yaml");
  failures.add("buffer=st", ["my.yaml:3: too few hosts", "my.yaml:9: no such host"]);
  failures.add("buffer=dt", ["my.yaml:3: too few hosts", "my.yaml:9: no such host"]);
  failures.add("buffer=td", ["--vary buffer=td: no such policy"]);
  expect(reported(failures)).toEqual([
    "my.yaml:3: too few hosts (with buffer=st; buffer=dt)",
    "my.yaml:9: no such host",
    "--vary buffer=td: no such policy",
  ]);
});

test("no mistake: nothing is thrown; twenty mistakes are enough; of ten rows eight are named", () => {
  const failures = new RowFailures("my.yaml");
  expect(reported(failures)).toEqual([]);
  for (let k = 0; k < 10; k++) failures.add(`seed=${k}`, ["my.yaml:1: too slow"]);
  expect(reported(failures)).toEqual([
    `my.yaml:1: too slow (with ${Array.from({ length: 8 }, (_, k) => `seed=${k}`).join("; ")}; and 2 rows more)`,
  ]);
  expect(failures.isFull).toBe(false);
  for (let k = 0; k < 19; k++) failures.add("", [`--set a=${k}: no`]);
  expect(failures.isFull).toBe(true);
  expect(reported(failures)).toHaveLength(21);
  expect(reported(failures).at(-1)).toBe("my.yaml: only the first 20 mistakes are shown");
});
