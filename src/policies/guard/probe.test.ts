import { expect, test } from "vitest";
import type { ProbeColumns, ProbeModule } from "../../contracts/probe.ts";
import { checkColumns, checkedProbe } from "./probe.ts";

const columns: ProbeColumns = { n: { unit: "count", about: "how many" } };
const probe = (more: object = {}): ProbeModule => ({ of: "port", columns, create: () => ({}), ...more });

test.each<[string, object, string]>([
  ["a column without a unit", { columns: { n: { about: "n" } } }, "columns.n"],
  ["one of a unit that there is not", { columns: { n: { unit: "km", about: "n" } } }, "columns.n"],
  ["one that says nothing", { columns: { n: { unit: "count" } } }, "columns.n"],
  ["one that the table has already", { columns: { port: { unit: "count", about: "n" } } }, "columns.port"],
  ["one whose unit the table adds", { columns: { n_ns: { unit: "ps", about: "n" } } }, "columns.n_ns"],
  ["a choice of nothing", { columns: { n: { unit: "choice", about: "n" } } }, "columns.n"],
  ["rows of flows that are of one node", { of: "flow", local: true }, "local"],
])("%s is a mistake, with its place", (_what, more, at) => {
  checkColumns(probe());
  expect(() => {
    checkColumns(probe(more));
  }).toThrow(expect.objectContaining({ at }) as Error);
});

test.each([
  ["nothing", undefined, "got nothing"],
  ["no hook", { every: 5 }, "got one without"],
  ["a hook that there is not", { onSampel() {} }, 'got onSampel. Did you mean "onSample"?'],
  ["a hook that is no function", { onSample: 3 }, "expected onSample to be a function, got number"],
])("create that answers %s", (_what, made, message) => {
  const checked = checkedProbe("my.ts", probe({ create: () => made }));
  expect(() => checked.create({}, {} as never)).toThrow(message);
});
