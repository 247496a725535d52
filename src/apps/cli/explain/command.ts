/** `xoff explain`: all about one policy, topology, kind of traffic or distribution. */
import type { Command } from "commander";
import { pageWidth } from "../terminal/page.ts";
import { repeated } from "../terminal/repeated.ts";

export function addExplain(program: Command): void {
  program
    .command("explain")
    .summary("one policy in full: idea, rule, parameters, how it differs from its paper")
    .description(
      "Explains what a scenario may name. Of a policy: its idea and rule, how it differs from its paper, where it is validated, and " +
        "every parameter with its unit, range, default and source. Topologies, traffic and distributions: from their tables.",
    )
    .argument(
      "<name>",
      "a policy such as dcqcn; or a topology, a kind of traffic, a distribution, a role; or a file of yours, ./my-cc.ts",
    )
    .option("--use <path>", "with those of this file or folder of yours; may be given again", repeated)
    .addHelpText(
      "after",
      `
Examples:
  xoff explain dcqcn             a policy
  xoff explain leaf-spine        a topology
  xoff explain websearch-hpcc    a distribution of flow sizes
  xoff explain pfc | less        xoff list names them all`,
    )
    .action(async (name: string, { use }: { readonly use?: readonly string[] }) => {
      const { named } = await import("../files/own-modules.ts");
      const { explanation } = await import("./text.ts");
      const { name: asked, tables } = await named(name, use);
      process.stdout.write(explanation(asked, pageWidth(), tables, name));
    });
}
