/** `xoff tune`: searches for values of ECN thresholds, alpha and DCQCN parameters that suit a scenario and a goal. */
import { Option, type Command } from "commander";
import { placeGiven } from "../terminal/path-argument.ts";
import { pageOf } from "../terminal/invocation.ts";
import { repeated } from "../terminal/repeated.ts";
import { whole } from "../terminal/whole.ts";
import { limitNamed, measureNamed } from "./goal.ts";
import type { TuneOptions } from "./work.ts";

export function addTune(program: Command, exit: (code: number) => void): void {
  program
    .command("tune")
    .summary("search for better ECN thresholds, alpha and DCQCN parameters")
    .description(
      "Searches for values of a scenario's parameters that suit a goal, with few runs. All settings run under the same " +
        "seeds. The best setting is then compared with the present one under seeds that the search did not use. The " +
        `answer says if the two are not distinguishable (${pageOf("docs/tune.md")}).\n\nWithout --vary xoff tunes the ` +
        "ECN thresholds, alpha and two parameters of DCQCN around their present values. The answer has the sensitivity " +
        "to each parameter, the trade-off with other columns, and the lines for SONiC and NICs. Ctrl-C keeps complete " +
        "runs, and the same command resumes. With --plan the runs of each step are made by xoff sweep run, also on a " +
        `cluster (${pageOf("docs/cluster.md")}).`,
    )
    .argument("<file>", "scenario")
    .option(
      "--vary <path=range>",
      "a parameter and its range, such as detection.kmin=100KB..1600KB, or a list of its values; repeatable",
      repeated,
    )
    .option("--minimise <column>", "column with the goal (default: slowdown_p99)", measureNamed)
    .option("--maximise <column>", "column with the goal, if a high value is better", measureNamed)
    .option(
      "--subject-to <limit>",
      'limit of the mean of a column, such as pauses=0 or "small_slowdown_p99<=4"; repeatable',
      limitNamed,
    )
    .option(
      "--assume <path=values>",
      "values of which you are not sure, such as traffic.1.load=.2,.5: the last comparison is repeated with each; repeatable",
      repeated,
    )
    .option("--runs <n>", "number of runs (default: 20 for each parameter, at least 40)", whole(20, 1000))
    .option(
      "--seeds <n>",
      "number of seeds for the last comparison (default: about an eighth of the runs)",
      whole(2, 1000),
    )
    .option("--seed <n>", "first seed of runs and search (default: the scenario's)", whole(0, 1_000_000_000))
    .option("--set <path=value>", "override a value of the scenario in all runs; repeatable", repeated)
    .option("--jobs <n>", "maximum number of runs at once (default: one a core)", whole(1, 1024))
    .addOption(new Option("--plan", "plan the runs of the next step of the search, for a cluster").conflicts("jobs"))
    .addOption(
      new Option("-o, --out <folder>", "folder of the runs (default: results/<scenario>-tune-<hash>)").argParser(
        placeGiven,
      ),
    )
    .option("--json", "print tune.json on stdout")
    .addHelpText(
      "after",
      `
Examples:
  xoff tune my.yaml --set congestion=dcqcn --runs 24        the usual parameters
  xoff tune my.yaml --vary buffer.alpha=1/4..4 --minimise paused_ns --runs 24
  xoff tune my.yaml --subject-to "paused_ns<=50us" --runs 24
  xoff tune my.yaml --runs 24 --set congestion=dcqcn --assume topology.delay=5us
  xoff tune my.yaml --set congestion=dcqcn --runs 24 --json | jq .recommended`,
    )
    .action(async (file: string, options: TuneOptions) => {
      exit(await (await import("./work.ts")).runTune(file, options));
    });
}
