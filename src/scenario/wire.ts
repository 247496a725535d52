/** Wires the topology that a scenario describes, and applies its slower and failed links. */
import { ParamError } from "../base/params.ts";
import { failLinks } from "../policies/topology/fail.ts";
import { slowLinks } from "../policies/topology/slow.ts";
import type { Wiring } from "../contracts/topology.ts";
import { readReferenced, type ReadFile } from "./referenced-file.ts";
import { withDefaults } from "./with-defaults.ts";
import { readTopologyFile } from "./topology-file.ts";
import type { Scenario } from "./scenario.ts";
import type { Spec } from "./schema.ts";
import type { Source } from "./source.ts";
import type { Tables } from "./tables.ts";

/**
 * Returns the parameters of the topology, and the wiring that follows from them. Reachability of hosts is checked later, when traffic is planned. `warn` receives a
 * sentence for each ignored part of a topology file.
 */
export function wire(
  source: Source,
  { kind, fail, slow, ...given }: Spec["topology"],
  { topologies }: Tables,
  file: string,
  readFile: ReadFile | undefined,
  warn: (warning: string) => void,
): { topology: Scenario["topology"]; wiring: Wiring } {
  const generator = topologies[kind];
  const named = given["path"];
  const { path: _, memory, ...listing } = given;
  if (typeof named === "string" && Object.keys(listing).length > 0) {
    const [other] = Object.keys(listing);
    throw source.error(["topology", other], "either path or a listing", "both", undefined, "key");
  }
  const values =
    typeof named === "string"
      ? {
          ...readTopologyFile(readReferenced(source, ["topology", "path"], named, file, readFile), warn),
          ...withDefaults(generator, memory === undefined ? {} : { memory }),
        }
      : withDefaults(generator, memory === undefined ? listing : { ...listing, memory });
  const wiring = source.within(["topology"], () => {
    const failures = fail as Parameters<typeof failLinks>[1];
    const whole = failLinks(slowLinks(generator.create(values), slow as Parameters<typeof slowLinks>[1]), failures);
    const hosts = whole.isSwitch.filter((isSwitch) => !isSwitch).length;
    if (hosts < 2) throw new ParamError("", "at least two hosts", hosts);
    return whole;
  });
  return { topology: { kind, values: { ...withDefaults(generator, given), fail, slow } }, wiring };
}
