/** Inputs from public reports, for tests: each folder has a README that says what is right. */
import { readFileSync } from "node:fs";

/** The text of a file under `test/cases/`. */
export const caseText = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");
