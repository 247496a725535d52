/** `xoff sonic`: imports, exports and checks SONiC configs. */
import type { Command } from "commander";
import { pathGiven } from "../terminal/path-argument.ts";
import type { ExportOptions } from "./export.ts";
import type { ImportSonicOptions } from "./import.ts";
import type { LintOptions } from "./lint.ts";

export function addSonic(program: Command, exit: (code: number) => void): void {
  const sonic = program
    .command("sonic")
    .summary("import, lint and export SONiC's config_db.json")
    .description(
      "Reads SONiC's config_db.json of one or several switches. It makes a scenario from the configs, finds " +
        "mistakes about lossless traffic, and writes the changes of a scenario back.",
    );
  sonic
    .command("import")
    .summary("make a scenario from the configs of switches")
    .description(
      "Makes a scenario from config_db.json of one or several switches. It reads ports, cables, pools and " +
        "profiles. It also reads ECN marking and schedulers. Links come from DEVICE_NEIGHBOR, from LLDP or from a " +
        "topology file. A neighbour without a config is a host. The first lines of the scenario and stderr list the " +
        "settings that a scenario cannot express.",
    )
    .argument("<config...>", "config_db.json, one a switch")
    .option("--out <file>", "file of the scenario (default: stdout); existing files are never overwritten", pathGiven)
    .option("--lldp <file...>", "output of lldpctl -f json, a file for each config in the same order")
    .option("--topology <file>", "a containerlab topology, or one of xoff with nodes and links; names are hostnames")
    .option("--lookup <file>", "pg_profile_lookup.ini of the platform: profiles that a config lacks", pathGiven)
    .addHelpText(
      "after",
      `
Examples:
  xoff sonic import config_db.json --out leaf0.yaml
  xoff sonic import leaf0.json leaf1.json spine0.json --out fabric.yaml
  xoff sonic import leaf0.json --lldp leaf0-lldp.json --out leaf0.yaml
  xoff sonic import leaf*.json spine*.json --topology fabric.clab.yml`,
    )
    .action(async (configs: string[], options: ImportSonicOptions) => {
      (await import("./import.ts")).importSonic(configs, options);
    });
  sonic
    .command("lint")
    .summary("find mistakes about lossless traffic in configs")
    .description(
      [
        "Finds mistakes that make a lossless class lose packets or stall:",
        "  - a class without headroom",
        "  - a missing profile for a port's speed and cable",
        "  - an alpha that lets one queue fill the pool",
        "  - ECN above XOFF",
        "  - an overcommitted pool",
        "  - a watchdog shorter than the pauses of a run",
        "  - maps to another priority",
        "  - ends of a link that differ, such as in MTU, FEC or DSCP map",
        "  - paths on which a lossless class is lossy at a hop",
        "  - routes that can deadlock",
        "The last three need the configs of several switches. Each mistake is printed with its rule, line and value. " +
          "The expected value and the remedy follow. Exit code 1: a mistake was found. Notes and accepted findings " +
          "alone give 0.",
      ].join("\n"),
    )
    .argument("<config...>", "config_db.json, one a switch")
    .option("--run <folder>", "results of a run: the watchdog must tolerate its longest pauses", pathGiven)
    .option("--lldp <file...>", "as of import")
    .option("--topology <file>", "as of import")
    .option("--lookup <file>", "pg_profile_lookup.ini of the platform, as for import", pathGiven)
    .option("--accept <file>", "YAML file of findings that you accept, with a reason each", pathGiven)
    .option("--template", "print the findings as a file for --accept, for you to add reasons")
    .option("--json", "print JSON on stdout")
    .addHelpText(
      "after",
      `
Examples:
  xoff sonic lint config_db.json
  xoff sonic lint leaf*.json spine*.json          links, paths and deadlocks too
  xoff sonic lint config_db.json --template > known.yaml
  xoff sonic lint config_db.json --accept known.yaml    with your reasons in it
  xoff sonic lint config_db.json --run results/my-1a2b
  xoff sonic lint config_db.json --lookup pg_profile_lookup.ini
  xoff sonic lint config_db.json --json | jq '.findings[] | [.rule, .path, .mend]'`,
    )
    .action(async (configs: string[], options: LintOptions) => {
      exit(await (await import("./lint.ts")).lintSonic(configs, options));
    });
  sonic
    .command("export")
    .summary("write the changes of a scenario into a config")
    .description(
      "Writes a config with the changes of a scenario. These are the pool, thresholds, headroom and ECN marking. " +
        "Lossless classes and weights are written too. All other bytes stay.",
    )
    .argument("<scenario>", "scenario made by xoff sonic import, and changed")
    .requiredOption("--config <file>", "the config_db.json from which it was made", pathGiven)
    .option("--out <file>", "file of the config (default: stdout); existing files are never overwritten", pathGiven)
    .option("--lookup <file>", "the pg_profile_lookup.ini of the import", pathGiven)
    .option(
      "--set <setting...>",
      "override a value of the scenario first, such as policies.buffer.alpha=1/4; repeatable",
    )
    .addHelpText(
      "after",
      `
Examples:
  xoff sonic export leaf0.yaml --config config_db.json --out new.json
  xoff sonic export leaf0.yaml --config config_db.json --set policies.buffer.alpha=1/4 | diff config_db.json -`,
    )
    .action(async (scenario: string, options: ExportOptions) => {
      (await import("./export.ts")).exportSonic(scenario, options);
    });
}
