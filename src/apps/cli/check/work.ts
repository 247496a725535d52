/** Runs `xoff check`: reads a scenario, builds its network and reports the findings without a run. */
import { estimate, examine, type Estimate, type Examined } from "../../../run/lab/lab.ts";
import { threadsFor } from "../../../run/threads/threads.ts";
import { checkText } from "./text.ts";
import type { CodeOptions } from "../files/code.ts";
import { costText } from "../terminal/cost-text.ts";
import { EXIT } from "../terminal/exit.ts";
import { pageWidth } from "../terminal/page.ts";
import { onThisMachine, secondsOf } from "../terminal/run-time.ts";
import { build, failureOf, loaded, openScenario, settingsOf, withoutCode } from "../files/scenario-file.ts";
import { count, counted, warn } from "../terminal/terminal.ts";
import { starterOf } from "../files/starters.ts";
import { unusedLine, unusedOf } from "../files/unused.ts";

export interface CheckOptions extends CodeOptions {
  readonly set?: readonly string[];
  readonly json?: boolean;
  readonly strict?: boolean;
}

/**
 * Whether the text is an unchanged starter, that is, a scenario that comes with xoff. Some starters show an overload or
 * a deadlock on purpose, so the check prints no warnings for an unchanged starter.
 */
const isStarter = (about: string, text: string, settings: number): boolean =>
  settings === 0 && text.endsWith(starterOf(about) ?? "\0");

/** Runs the check and returns the exit code. Throws `Failure` for a mistake in the file. */
export async function runCheck(name: string, { set, json, strict, code }: CheckOptions): Promise<number> {
  const settings = settingsOf(set);
  const given = openScenario(name);
  const { file, unchecked } =
    code === false ? await withoutCode(given, settings) : { file: await loaded(given, settings), unchecked: [] };
  const experiment = build(file, settings);
  const takes = estimate(experiment);
  const cut = threadsFor(experiment, "auto");
  const threads = typeof cut === "string" ? 1 : cut.parts;
  const found = examine(experiment);
  for (const line of unchecked) warn(line);
  const { scenario, network } = experiment;
  // These warnings are for the JSON output only: `build` has already printed them on stderr.
  const ofFiles = (scenario.warnings ?? []).map((message): ShownWarning => ({ about: "file", path: "", message }));
  const others = [
    ...(isStarter(scenario.about, file.text, settings.length) ? [] : found.warnings).map(
      ({ about, mistake }): ShownWarning => ({
        ...{ about, path: mistake.at, message: failureOf(mistake, file, settings).message },
      }),
    ),
    ...unusedOf(scenario, file).map((one): ShownWarning => ({
      ...{ about: "no effect", path: one.path, message: unusedLine(one) },
    })),
  ];
  const warnings = [...ofFiles, ...others];
  if (json === true) {
    process.stdout.write(
      `${JSON.stringify(forPrograms(scenario, found, warnings, unchecked, { takes, threads }), null, 2)}\n`,
    );
  } else {
    const { isSwitch } = network.fabric.wiring;
    const switches = isSwitch.filter(Boolean).length;
    const about = `${counted(isSwitch.length - switches, "host")}, ${count(switches)} ${switches === 1 ? "switch" : "switches"}`;
    const lines = warnings.length + unchecked.length;
    const warned = lines === 0 ? "" : `, ${counted(lines, "warning")}`;
    for (const { message } of others) warn(message);
    const leftOut = unchecked.length > 0 ? " Code from files was left out." : "";
    const first = `${name}: no mistake found${warned}. ${about}.${leftOut}`;
    const cost = costText(takes, threads);
    process.stdout.write(`${checkText({ first, cost }, scenario, found, pageWidth())}\n`);
  }
  return strict === true && warnings.length + unchecked.length > 0 ? EXIT.input : EXIT.done;
}

/** A warning in the JSON output. */
interface ShownWarning {
  readonly about: string;
  /** Path in the scenario, or "" if the warning has none. */
  readonly path: string;
  readonly message: string;
}

function forPrograms(
  { name, lossless }: { readonly name: string; readonly lossless: readonly number[] },
  { memory, headroom, loads, cycles, faults }: Examined,
  warnings: readonly ShownWarning[],
  unchecked: readonly string[],
  { takes, threads }: { readonly takes: Estimate; readonly threads: number },
): object {
  return {
    scenario: name,
    lossless,
    unchecked,
    warnings,
    memory: memory.map((kind) => ({
      ...{ switches: kind.switches, ports: kind.ports, memory_bytes: kind.memory, shared_bytes: kind.shared },
      ...{ headroom_bytes: kind.headroom, private_bytes: kind.private, own_bytes: kind.own },
    })),
    headroom: headroom.map(({ rate, delay, ports, kept, need, each }) => ({
      ...{ rate_bps: rate, delay_ps: delay, ports, kept_bytes: kept, needed_bytes: need, for_each: each },
    })),
    loads: loads.map(({ link, load, overRun }) => ({ link, load, load_over_run: overRun })),
    run: {
      ...{ packet_hops: takes.packetHops, ends_ps: Math.round(takes.ends), memory_bytes: takes.memory * threads },
      ...{ seconds: onThisMachine(secondsOf(takes, threads)), threads },
    },
    cycles,
    faults: faults.map(({ kind, target, at, until, loses, cuts, headroom: short }) => ({
      ...{ kind, target, at_ps: at, until_ps: until === Infinity ? null : until, loses },
      ...(cuts !== undefined && { cuts }),
      ...(short !== undefined && {
        headroom: {
          port: short.port,
          kept_bytes: short.kept,
          needed_bytes: short.need === Infinity ? null : short.need,
        },
      }),
    })),
  };
}
