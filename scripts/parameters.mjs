/**
 * Writes docs/parameters.md from the tables of policies, topologies and traffic. `npm run docs` builds first.
 *
 *   node scripts/parameters.mjs           writes the page
 *   node scripts/parameters.mjs --print   prints it
 */
import { writeFileSync } from "node:fs";
import * as tables from "../dist/policies/policies.js";
import { parametersPage } from "../dist/report/parameters-page.js";
import { defaultPolicies } from "../dist/scenario/defaults.js";

const page = parametersPage(tables, defaultPolicies);
if (process.argv.includes("--print")) process.stdout.write(page);
else writeFileSync(new URL("../docs/parameters.md", import.meta.url), page);
