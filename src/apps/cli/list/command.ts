/** `xoff list`: lists the names that a scenario may use, and the parameters of each. */
import type { Command } from "commander";
import { pageWidth } from "../terminal/page.ts";
import { repeated } from "../terminal/repeated.ts";
import type { ListOptions } from "./text.ts";

export function addList(program: Command): void {
  program
    .command("list")
    .summary("list the names that a scenario may use, and their parameters")
    .description(
      "Lists the names that a scenario may use: policies by role (* marks the default), topologies, and kinds of " +
        "traffic. Distributions of flow sizes follow. With a name or with --params, the list has every parameter. " +
        "Each has its unit, range, default and source.",
    )
    .argument(
      "[name]",
      "names to list, such as policies, topologies or cdfs; a role such as buffer; a name such as dcqcn; or your " +
        "own file",
    )
    .option("--params", "list every parameter too")
    .option("--use <path>", "also load the policies of this file or folder; repeatable", repeated)
    .option("--json", "print JSON on stdout, in ps, bytes and bit/s")
    .addHelpText(
      "after",
      `
Examples:
  xoff list                      names, each with a short description
  xoff list congestion           the policies of one role
  xoff list dcqcn                the parameters of one policy
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
