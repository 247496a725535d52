/** Reads the reference runs and tables of this folder. */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

/** The text of a file under `test/parity/`. Files that end in `.gz` are unpacked. */
export function parityText(path: string): string {
  const bytes = readFileSync(new URL(path, import.meta.url));
  return (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
}

/** The lines of a file under `test/parity/`, without comments (`#`) and the empty last line. */
export function parityLines(path: string): string[] {
  return parityText(path)
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
}

/** The reference runs, as `README.md` describes them. */
export const parityCases = [
  "R1",
  "R1_trace",
  "R2_1M",
  "R3_dctcp_1M",
  "R3_hpcc_1M",
  "R3_pint_1M",
  "R3_timely_1M",
  "R6_pfc_dcqcn",
  "R7_loss_dcqcn",
  "R8_leafspine_dcqcn",
  "R8_leafspine_hpcc",
  "R8_leafspine_pint",
  "R8_leafspine_pint16",
  "R8_linkdown_dcqcn",
] as const;
