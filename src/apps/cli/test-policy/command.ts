/** `xoff test`: does a policy of one's own keep what a policy promises? */
import type { Command } from "commander";
import { pageOf } from "../terminal/called.ts";
import { EXIT } from "../terminal/exit.ts";

export function addTest(program: Command, exit: (code: number) => void): void {
  program
    .command("test")
    .summary("try a policy of your own: its contract, the same again, in parts, nothing allocated")
    .description(
      "Tries a policy, a topology or a kind of traffic that is in a file of yours: what any of its role keeps, whatever is asked of it; that a " +
        "run of it comes out the same again, and when the network is cut into parts; that it allocates nothing for each packet; and what comes " +
        `of a small fabric beside the default. It says what fails, where, and how to mend it (${pageOf("docs/policies-of-your-own.md")}).`,
    )
    .argument("<file>", "such as my-cc.ts; it is run, so it should be yours")
    .option("--json", "for programs on stdout")
    .addHelpText(
      "after",
      `
Examples:
  xoff new policy congestion my-cc.ts
  xoff test my-cc.ts
  xoff test my-cc.ts --json | jq '.trials[] | select(.passed | not)'

Exit code ${EXIT.differs} where something fails.`,
    )
    .action(async (file: string, options: { readonly json?: boolean }) => {
      exit(await (await import("./work.ts")).runTest(file, options));
    });
}
