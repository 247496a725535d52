/** `xoff check`: examines a scenario without running it. */
import type { Command } from "commander";
import { EXIT } from "../terminal/exit.ts";
import { repeated } from "../terminal/repeated.ts";
import type { CheckOptions } from "./work.ts";

export function addCheck(program: Command, exit: (code: number) => void): void {
  program
    .command("check")
    .summary("check a scenario without running it")
    .description(
      "Reads a scenario and builds its network. It reports every mistake that xoff run would report, all at once. " +
        "Then it prints:\n  - the memory of switches and their headroom\n  - the offered load of links while traffic " +
        "arrives\n  - the cost of a run: packet-hops, memory, and time on this machine\n\nIt warns of:\n  - headroom " +
        "that is smaller than the data that may follow a PAUSE\n  - PFC that acts before ECN\n  - thresholds that " +
        "exceed the memory\n  - an offered load above 1\n  - circles of queues that can wait for each other\nUnder " +
        "PFC such a circle can deadlock: it is a cycle of the buffer-dependency graph that the routes induce.",
    )
    .argument("<file>", "scenario")
    .option("--set <path=value>", "override a value of the scenario, such as until=1ms; repeatable", repeated)
    .option("--strict", "treat a warning as a mistake: exit code 2")
    .option("--json", "print JSON on stdout, warnings included")
    .addHelpText(
      "after",
      `
Examples:
  xoff check my.yaml                      its mistakes, if any
  xoff check my.yaml --set 'topology.fail=[leaf3-spine0, leaf0-spine1]'
  xoff check my.yaml --strict && xoff run my.yaml
  xoff check my.yaml --json | jq .cycles  each circle of queues as a list
  xoff check my.yaml --json | jq .run     packet-hops, seconds and bytes of memory of a run

Exit code ${EXIT.input} for a mistake that xoff run would report, ${EXIT.done} otherwise. Warnings go to stderr and change the code only with
--strict.`,
    )
    .action(async (file: string, options: CheckOptions) => {
      exit(await (await import("./work.ts")).runCheck(file, options));
    });
}
