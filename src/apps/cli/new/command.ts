/** `xoff new`: creates a scenario to edit. */
import { Option, type Command } from "commander";
import { policies, topologies, trafficKinds } from "../../../policies/policies.ts";
import { moduleWords } from "../../../scenario/module-places.ts";
import { pageOf } from "../terminal/invocation.ts";
import type { NewOptions } from "./scenario.ts";

// The option parser accepts any text. Names are looked up later, where an unknown name gets a suggestion.
const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

export function addNew(program: Command): void {
  const scenario = program
    .command("new")
    .summary("write a first scenario or policy, with comments")
    .description(
      "Writes a scenario to edit. It has every section, and comments explain their meaning, units and defaults. " +
        "The scenario runs unchanged. Existing files are never overwritten.",
    )
    .argument("[file]", "file to write, - for stdout", "scenario.yaml")
    .addOption(
      new Option("--topology <kind>", "topology: which nodes are linked")
        .choices(Object.keys(topologies))
        .argParser((kind) => kind),
    )
    .addOption(
      new Option("--traffic <kind>", "traffic: which hosts send what; repeatable")
        .choices(Object.keys(trafficKinds))
        .argParser(collect),
    )
    .addOption(
      new Option(
        "--policy <role=name>",
        `policy of a role; repeatable; roles: ${Object.keys(policies).join(", ")}`,
      ).argParser(collect),
    )
    .addOption(new Option("--from <starter>", "copy this starter instead").conflicts(["topology", "traffic", "policy"]))
    .addHelpText(
      "after",
      `
Examples:
  xoff new                      scenario.yaml: an incast on a star
  xoff new - | less             print it only
  xoff new ls.yaml --topology leaf-spine --traffic poisson --traffic incast
  xoff new hpcc.yaml --policy congestion=hpcc --policy buffer=st
  xoff new mine.yaml --from victim
  xoff new policy congestion my-cc.ts    your own policy`,
    )
    .action(async (file: string, options: NewOptions) => {
      (await import("./scenario.ts")).newScenario(file, options);
    });
  scenario
    .command("policy")
    .summary("write your own first policy, with every hook explained")
    .description(
      "Writes a policy in TypeScript that runs unchanged, without a build. Comments explain each hook and the values that it may read. " +
        "A scenario uses the policy by the name of its file. It also writes a topology, a kind of traffic, or a probe of the " +
        `measurement. See ${pageOf("docs/policies-of-your-own.md")}.`,
    )
    .argument("<role>", `one of ${moduleWords.join(", ")}`)
    .argument("<file>", "file to write, such as my-cc.ts, - for stdout")
    .addHelpText(
      "after",
      `
Examples:
  xoff new policy congestion my-cc.ts
  xoff test my-cc.ts
  xoff run my.yaml --set congestion=./my-cc.ts
  xoff new policy topology ring.ts
  xoff new policy probe my-probe.ts
  xoff new policy buffer - | less`,
    )
    .action(async (role: string, file: string) => {
      (await import("./policy.ts")).newPolicy(role, file);
    });
}
