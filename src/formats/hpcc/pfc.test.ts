import { expect, test } from "vitest";
import { parityLines, parityText } from "../../../test/parity/files.ts";
import { NODE_TYPE, PFC_TYPE, pfcLine, type NodeType, type PfcType } from "./pfc.ts";

test("host 5 is paused on port 1 at 3580 ns: 3580 5 0 1 1", () => {
  expect(pfcLine(3580, 5, NODE_TYPE.host, 1, PFC_TYPE.pause)).toBe("3580 5 0 1 1\n");
});

test.each(["R6_pfc_dcqcn", "R8_leafspine_dcqcn", "R8_leafspine_hpcc"])(
  "every line of %s/pfc.txt, taken apart and printed again, is the same line",
  (name) => {
    const path = `cases/${name}/pfc.txt`;
    const again = parityLines(path).map((line) => {
      const [timeNs, node, nodeType, port, type] = line.split(" ").map(Number);
      return pfcLine(timeNs, node, nodeType as NodeType, port, type as PfcType);
    });
    expect(again.join("")).toBe(parityText(path));
  },
);
