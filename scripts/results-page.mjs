/**
 * Writes docs/results.md from the tables of a run's results. `npm run docs` builds first.
 *
 *   node scripts/results-page.mjs           writes the page
 *   node scripts/results-page.mjs --print   prints it
 */
import { writeFileSync } from "node:fs";
import { resultsPage } from "../dist/report/results-page.js";

const page = resultsPage();
if (process.argv.includes("--print")) process.stdout.write(page);
else writeFileSync(new URL("../docs/results.md", import.meta.url), page);
