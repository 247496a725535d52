/** Inputs from public reports, for tests. The README of each folder has the expected result. */
import { readFileSync } from "node:fs";

/** The text of a file under `test/cases/`. */
export const caseText = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");
