/** `xoff test`: checks whether a user policy keeps the contract of its role. */
import type { Command } from "commander";
import { pageOf } from "../terminal/invocation.ts";
import { repeated } from "../terminal/repeated.ts";
import type { TestOptions } from "./work.ts";
import { EXIT } from "../terminal/exit.ts";

export function addTest(program: Command, exit: (code: number) => void): void {
  program
    .command("test")
    .summary("test your own policy: contract, determinism, partitions and allocations")
    .description(
      "Tests a policy, a topology or a kind of traffic in your own file. It tests that:\n  - the module keeps the " +
        "contract of its role\n  - a repeated run and a run in partitions are equal\n  - no packet allocates " +
        "memory\nIt also compares a small fabric with the default policy. Each failure is printed with its place and " +
        `remedy (${pageOf("docs/policies-of-your-own.md")}).`,
    )
    .argument("<file>", "your file, such as my-cc.ts; its code is run")
    .option("--set <path=value>", "setting of the small fabric, such as another policy of yours; repeatable", repeated)
    .option("--json", "print JSON on stdout")
    .addHelpText(
      "after",
      `
Examples:
  xoff new policy congestion my-cc.ts
  xoff test my-cc.ts
  xoff test my-cc.ts --set detection=./my-stamps.ts   with another policy of yours
  xoff test my-cc.ts --json | jq '.trials[] | select(.passed | not)'

Exit code ${EXIT.differs} if a trial fails.`,
    )
    .action(async (file: string, options: TestOptions) => {
      exit(await (await import("./work.ts")).runTest(file, options));
    });
}
