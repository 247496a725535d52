/** `xoff new`: a scenario to begin with. */
import { Option, type Command } from "commander";
import { policies, topologies, trafficKinds } from "../../../policies/policies.ts";
import { moduleWords } from "../../../run/lab/modules.ts";
import { pageOf } from "../terminal/called.ts";
import type { NewOptions } from "./scenario.ts";

// Names are looked up later, where a mistyped one gets its suggestion; to the option parser they are text.
const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

export function addNew(program: Command): void {
  const scenario = program
    .command("new")
    .summary("write a scenario, or a policy, to begin with: all of it explained")
    .description(
      "Writes a scenario to edit: every section there is, what it means, its units and defaults as comments. What it writes runs as it " +
        "is. A file that is there is never overwritten.",
    )
    .argument("[file]", "where to write it, - for stdout", "scenario.yaml")
    .addOption(
      new Option("--topology <kind>", "who is wired to whom")
        .choices(Object.keys(topologies))
        .argParser((kind) => kind),
    )
    .addOption(
      new Option("--traffic <kind>", "who sends what; may be given more than once")
        .choices(Object.keys(trafficKinds))
        .argParser(collect),
    )
    .addOption(
      new Option(
        "--policy <role=name>",
        `may be given more than once; roles: ${Object.keys(policies).join(", ")}`,
      ).argParser(collect),
    )
    .addOption(
      new Option("--from <starter>", "a copy of this one of those that come with xoff instead").conflicts([
        "topology",
        "traffic",
        "policy",
      ]),
    )
    .addHelpText(
      "after",
      `
Examples:
  xoff new                      scenario.yaml: an incast on a star
  xoff new - | less             only look
  xoff new ls.yaml --topology leaf-spine --traffic poisson --traffic incast
  xoff new hpcc.yaml --policy congestion=hpcc --policy buffer=st
  xoff new mine.yaml --from victim
  xoff new policy congestion my-cc.ts    a policy of your own`,
    )
    .action(async (file: string, options: NewOptions) => {
      (await import("./scenario.ts")).newScenario(file, options);
    });
  scenario
    .command("policy")
    .summary("write a policy of your own to begin with, every hook explained")
    .description(
      "Writes a policy in TypeScript that runs as it is, with each hook and what it may read explained: a scenario names its file, no build is " +
        `needed. Or a topology, a kind of traffic, or a probe of the measurement. See ${pageOf("docs/policies-of-your-own.md")}.`,
    )
    .argument("<role>", `one of ${moduleWords.join(", ")}`)
    .argument("<file>", "where to write it, such as my-cc.ts, - for stdout")
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
