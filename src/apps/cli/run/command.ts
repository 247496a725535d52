/** `xoff run`: runs one scenario, or the input files of HPCC's ns-3 simulator. */
import { InvalidArgumentError, Option, type Command } from "commander";
import { pageOf } from "../terminal/invocation.ts";
import { EXIT, Failure } from "../terminal/exit.ts";
import { placeGiven } from "../terminal/path-argument.ts";
import { repeated } from "../terminal/repeated.ts";
import type { Ns3RunOptions } from "../ns3/work.ts";
import type { Threads } from "../../../run/threads/threads.ts";
import type { ScenarioRunOptions } from "./work.ts";

type RunOptions = { readonly ns3?: boolean } & Ns3RunOptions & ScenarioRunOptions;

export function addRun(program: Command, exit: (code: number) => void): void {
  program
    .command("run")
    .summary("run a scenario, or the input files of HPCC's ns-3 simulator")
    .description(
      "Runs one scenario and prints its results. It writes them to a folder: summary.json and tables as Parquet " +
        `and CSV. Some tables are of flows, PAUSEs and layers of a trace (${pageOf("docs/results.md")}). Results are ` +
        "written when the run ends, so they are always complete. An estimate on stderr comes first if the run takes " +
        "more than a minute. Only files that a run of xoff wrote are overwritten. Ctrl-C ends the run and writes the " +
        "measurements so far.\n\nWith --ns3 it runs the input of HPCC's ns-3 simulator: a config and the topology, " +
        "flow and trace files that it names. Results have the simulator's formats. They go to the paths of the " +
        "config, relative to the current folder. If such files exist already, they go to a new folder.",
    )
    .argument("<file>", "scenario; with --ns3 the simulator's config.txt")
    .option("--ns3", "run as HPCC's ns-3 simulator does, byte for byte")
    .option(
      "--qlen-dump <time>",
      "with --ns3: time between two dumps of queue lengths, such as 1ms (default: 100ms)",
      duration,
    )
    .addOption(
      new Option(
        "--set <path=value>",
        "override a value of the scenario, such as buffer=dt; repeatable; with --ns3 only the buffer policy, which replaces the " +
          "simulator's threshold",
      ).argParser(repeated),
    )
    .option(
      "--out <folder>",
      "folder of the results (default: results/<scenario>-<hash>; with --ns3 the paths of the config, or results/<config>-ns3-<hash> " +
        "if such files exist)",
      placeGiven,
    )
    .option("--force", "continue although the folder has files that xoff did not write; they stay")
    .addOption(
      new Option(
        "--verify",
        "with --ns3: compare with the simulator's own files at the paths of the config, line by line; exit code 1 if they differ",
      ),
    )
    .addOption(
      new Option(
        "--threads <n>",
        'threads for this run, or "auto": as many as pay off, at most one a core; the results are those of one thread',
      )
        .argParser(threads)
        .default("auto"),
    )
    .addOption(
      new Option(
        "--fast-forward [verify]",
        `skip repeated time, and replay repeated flows within a stated error; verify: also run packet by packet, and list the difference of every flow (${pageOf("docs/fast-forward.md")})`,
      ).choices(["verify"]),
    )
    .option(
      "--studio",
      "also record queues, rates and goodputs (not with --fast-forward), and open the results in the studio until Ctrl-C",
    )
    .option("--verbose", "print how long each thread worked and waited, or why there is one thread")
    .option("--json", "print the summary as JSON on stdout")
    .addHelpText(
      "after",
      `
Examples:
  xoff new victim.yaml --from victim         copy a starter
  xoff run victim.yaml                       run it: tables of flows, PAUSEs, links and headroom
  xoff run my.yaml --out results/first       choose the folder; a run in it is overwritten
  xoff run my.yaml --set buffer.alpha=2      override a value (xoff compare runs several)
  xoff run my.yaml --json | jq .digest       its summary as JSON
  xoff run my.yaml --fast-forward            skip what repeats itself
  xoff run my.yaml --fast-forward verify     show its errors against the exact run
  xoff run my.yaml --studio                  record queues and rates, open the studio
  xoff run --ns3 config.txt                  fct.txt, pfc.txt, qlen.txt and the .tr of config.txt
  xoff run --ns3 config.txt --qlen-dump 1ms  queue lengths each 1 ms from QLEN_MON_START to QLEN_MON_END
  xoff run --ns3 config.txt --verify         compare with the simulator's files: first difference of each
  xoff run --ns3 config.txt --set buffer=dt --set buffer.alpha=2
                                             run it with another threshold
  xoff run --ns3 config.txt --json | jq .flows_done`,
    )
    .action(async (file: string, options: RunOptions) => {
      if (options.verify === true && options.ns3 !== true)
        throw new Failure("--verify is only allowed with --ns3, whose files it compares.", EXIT.input);
      const [besides] = (["ns3", "json"] as const).filter((one) => options[one] !== undefined);
      if (options.studio === true && besides !== undefined)
        throw new Failure(`--studio is not allowed with ${EXCLUDED[besides]}. Remove one of them.`, EXIT.input);
      if (options.fastForward !== undefined && options.ns3 === true)
        throw new Failure(
          "--fast-forward is only allowed without --ns3, which follows the simulator event by event.",
          EXIT.input,
        );
      if (options.ns3 === true) exit(await (await import("../ns3/work.ts")).runNs3(file, options));
      else exit(await (await import("./work.ts")).runScenario(file, options));
    });
}

/** Options that exclude --studio, each with its reason. */
const EXCLUDED = {
  ns3: "--ns3, whose results have the simulator's formats",
  json: "--json, because stdout has the address of the studio",
};

function threads(text: string): Threads {
  if (text === "auto") return text;
  const most = 64;
  if (/^[1-9][0-9]?$/.test(text) && Number(text) <= most) return Number(text);
  throw new InvalidArgumentError(`Expected auto, or a whole number from 1 to ${most}.`);
}

const NS: Readonly<Record<string, number>> = { ns: 1, us: 1e3, ms: 1e6, s: 1e9 };

/**
 * Parses the interval between two dumps of queue lengths, such as "1ms", and returns it in ns. It must be a multiple of
 * 100 ns, the interval at which the simulator samples the queues.
 */
function duration(text: string): number {
  const [, digits = "", unit = ""] = /^(\d{1,9}(?:\.\d{1,9})?)(ns|us|ms|s)$/.exec(text) ?? [];
  const ns = Number(digits) * NS[unit];
  if (ns >= 100 && ns % 100 === 0) return ns;
  throw new InvalidArgumentError("Expected a multiple of 100ns with its unit, such as 1ms.");
}
