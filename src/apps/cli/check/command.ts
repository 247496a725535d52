/** `xoff check`: examines a scenario without running it. */
import type { Command } from "commander";
import { EXIT } from "../terminal/exit.ts";
import { repeated } from "../terminal/repeated.ts";
import type { CheckOptions } from "./work.ts";

export function addCheck(program: Command, exit: (code: number) => void): void {
  program
    .command("check")
    .summary("check a scenario without running it: mistakes, memory, headroom, load, possible deadlocks, cost of a run")
    .description(
      "Reads a scenario and builds its network. It reports every mistake that xoff run would report, all at once. Then it prints the " +
        "memory of switches, the offered load of links while traffic arrives, and the cost of a run: packet-hops, time on this machine, " +
        "memory.\n\nIt warns if headroom is smaller than the data that may follow a PAUSE, if PFC acts before ECN, if thresholds exceed " +
        "the memory, or if the load is above 1. It also warns of circles of queues that can wait for each other. Under PFC such a circle " +
        "can deadlock: it is a cycle of the buffer-dependency graph that the routes induce.",
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
