/** `xoff list`: what a scenario may name, and what may be set of each. */
import type { Command } from "commander";
import { pageWidth } from "../terminal/page.ts";
import { repeated } from "../terminal/repeated.ts";
import type { ListOptions } from "./text.ts";

export function addList(program: Command): void {
  program
    .command("list")
    .summary("policies, topologies, traffic and flow sizes, with what may be set")
    .description(
      "Lists what a scenario may name: policies by role (* marks what it gets that names none), topologies, kinds of traffic, and " +
        "distributions of flow sizes. With a name, or with --params: every parameter with its unit, range, default and source.",
    )
    .argument(
      "[name]",
      "policies, topologies, traffic, faults, cdfs, a role such as buffer, one name such as dcqcn, or a file of yours",
    )
    .option("--params", "with every parameter")
    .option("--use <path>", "with those of this file or folder of yours; may be given again", repeated)
    .option("--json", "the same for programs, numbers in base units: ps, bytes, bit/s")
    .addHelpText(
      "after",
      `
Examples:
  xoff list                      names, with a few words each
  xoff list congestion           the policies of one role
  xoff list dcqcn                what may be set of one
  xoff list cdfs                 flow sizes: mean, range, source
  xoff list topologies --params  every parameter of every topology
  xoff list --json | jq '.[] | select(.role == "buffer") | .name'`,
    )
    .action(async (name: string | undefined, options: ListOptions) => {
      const { named } = await import("../files/own-modules.ts");
      const { listText } = await import("./text.ts");
      const { name: asked, tables } = await named(name, options.use);
      process.stdout.write(listText(asked, options, pageWidth(), tables));
    });
}
