/** The topology that a scenario describes, wired, with its failed links. */
import { checkReach, failLinks } from "../topology/fail.ts";
import type { Wiring } from "../topology/contract.ts";
import { shown } from "./error.ts";
import { filled } from "./fill.ts";
import { readHpccTopology } from "./hpcc-topology.ts";
import type { Scenario } from "./scenario.ts";
import type { Spec } from "./schema.ts";
import type { Source } from "./source.ts";
import type { Tables } from "./tables.ts";

/** The text of another file, which the scenario names. May throw what it likes. */
export type ReadFile = (path: string) => string;

/** The values that the topology was made from, and its wiring: every host within reach of the others. */
export function wire(
  source: Source,
  { kind, fail, ...given }: Spec["topology"],
  { topologies }: Tables,
  file: string,
  readFile: ReadFile | undefined,
): { topology: Scenario["topology"]; wiring: Wiring } {
  const generator = topologies[kind];
  const named = given["path"];
  const { path: _, ...listing } = given;
  if (typeof named === "string" && Object.keys(listing).length > 0) {
    const [other] = Object.keys(listing);
    throw source.error(["topology", other], "a path or a listing, not both", "both", undefined, "key");
  }
  const values = typeof named === "string" ? readListing(source, named, file, readFile) : filled(generator, listing);
  const wiring = source.within(["topology"], () => {
    const whole = failLinks(generator.create(values), fail as Parameters<typeof failLinks>[1]);
    checkReach(whole);
    return whole;
  });
  return { topology: { kind, values: { ...filled(generator, given), fail } }, wiring };
}

function readListing(source: Source, path: string, file: string, readFile: ReadFile | undefined) {
  const wanted = /^([/\\]|[A-Za-z]:)/.test(path) ? path : file.replace(/[^/\\]*$/, "") + path;
  let text: string | undefined;
  try {
    text = readFile?.(wanted);
  } catch {
    throw source.error(
      ["topology", "path"],
      "a file that can be read",
      shown(path),
      "It starts from this file's folder.",
    );
  }
  if (text === undefined)
    throw source.error(["topology", "path"], "nodes and links", "a path", "No files can be read here.");
  return readHpccTopology(text, wanted);
}
