/** `xoff list`: what a scenario may name, and what may be set of each. */
import type { Command } from "commander";
import { pageWidth } from "./page.ts";
import type { ListOptions } from "./list-text.ts";

export function addList(program: Command): void {
  program
    .command("list")
    .summary("policies, topologies, traffic and flow sizes, with what may be set")
    .description(
      "Lists what a scenario may name: policies by role (* marks what it gets that names none), topologies, kinds of traffic, and " +
        "distributions of flow sizes. With a name, or with --params: every parameter with its unit, range, default and source.",
    )
    .argument("[name]", "policies, topologies, traffic, cdfs, a role such as buffer, or one name such as dcqcn")
    .option("--params", "with every parameter")
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
      const { listText } = await import("./list-text.ts");
      process.stdout.write(listText(name, options, pageWidth()));
    });
}
