import { expect, test } from "vitest";
import { parityCases, parityText } from "../../../test/parity/files.ts";
import { fctLine } from "./fct.ts";

test.each(parityCases)("every line of %s/fct.txt, taken apart and printed again, is the same line", (name) => {
  const text = parityText(`cases/${name}/fct.txt`);
  const again = text
    .trimEnd()
    .split("\n")
    .map((line) => {
      const [sip, dip] = line.split(" ").map((field) => Number.parseInt(field, 16));
      const [, , sport, dport, size, startNs, fctNs, standaloneNs] = line.split(" ").map(Number);
      return fctLine({ sip, dip, sport, dport, size, startNs, fctNs, standaloneNs });
    });
  expect(again.join("")).toBe(text);
});
