import { expect, test } from "vitest";
import { optionsFor } from "./contract-members.ts";

const all = {
  congestion: [{ of: "CongestionView", name: "setRate", type: "(flow, rate) => void", about: "Sets the rate." }],
  buffer: [{ of: "BufferView", name: "memory", type: "Bytes", about: "The memory." }],
};

test("a file of a role gets the members of its contract", () => {
  expect(optionsFor(all, 'import {} from "xoff/policy";\nexport const role = "congestion";')).toEqual([
    { label: "setRate", detail: "(flow, rate) => void", info: "CongestionView: Sets the rate." },
  ]);
});

test.each(["", 'export const role = "constructor";'])("a file without a known role gets all members: %s", (text) => {
  expect(optionsFor(all, text).map(({ label }) => label)).toEqual(["setRate", "memory"]);
});
