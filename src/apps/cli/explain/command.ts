/** `xoff explain`: explains one policy, topology, kind of traffic or distribution in full. */
import type { Command } from "commander";
import { pageWidth } from "../terminal/page.ts";
import { repeated } from "../terminal/repeated.ts";

export function addExplain(program: Command): void {
  program
    .command("explain")
    .summary("explain one policy, its parameters, and its differences from its paper")
    .description(
      "Explains a name that a scenario may use. For a policy, it prints:\n  - its idea and its rule\n  - the " +
        "differences from its paper, and its validation\n  - every parameter with unit, range, default and " +
        "source\nTopologies, traffic and distributions are explained from their tables.",
    )
    .argument("<name>", "a name that xoff list prints, such as dcqcn, or your own file ./my-cc.ts")
    .option("--use <path>", "also load the policies of this file or folder; repeatable", repeated)
    .addHelpText(
      "after",
      `
Examples:
  xoff explain dcqcn             a policy
  xoff explain leaf-spine        a topology
  xoff explain websearch-hpcc    a distribution of flow sizes
  xoff explain pfc | less        xoff list prints all names`,
    )
    .action(async (name: string, { use }: { readonly use?: readonly string[] }) => {
      const { named } = await import("../files/own-modules.ts");
      const { explanation } = await import("./text.ts");
      const { name: asked, tables } = await named(name, use);
      process.stdout.write(explanation(asked, pageWidth(), tables, name));
    });
}
