import { test } from "vitest";
import { contractChecks } from "../../../src/api/policy.ts";
import * as bfc from "./bfc.ts";

for (const { name, run } of await contractChecks("scheduling", bfc)) test(name, run);
