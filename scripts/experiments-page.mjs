/**
 * Writes docs/experiments.md from src/papers. `npm run docs` builds first.
 *
 *   node scripts/experiments-page.mjs           writes the page
 *   node scripts/experiments-page.mjs --print   prints it
 */
import { writeFileSync } from "node:fs";
import { experiments } from "../dist/papers/index.js";
import { quickTime } from "../dist/papers/quick-minutes.js";
import { experimentsPage } from "../dist/report/experiments-page.js";

const page = experimentsPage(experiments, quickTime);
if (process.argv.includes("--print")) process.stdout.write(page);
else writeFileSync(new URL("../docs/experiments.md", import.meta.url), page);
