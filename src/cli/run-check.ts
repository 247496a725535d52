/** `xoff check` at work: reads a scenario, builds its network, and says what can be said before a run. */
import { examine, type Examined, type Setting, type Unused } from "../lab/lab.ts";
import { checkText } from "./check-text.ts";
import { EXIT } from "./exit.ts";
import { pageWidth } from "./page.ts";
import { build, failureOf, loaded, openScenario, settingsOf, type ScenarioFile } from "./scenario-file.ts";
import { count, counted, warn } from "./terminal.ts";
import { unusedLine, unusedOf } from "./unused.ts";

export interface CheckOptions {
  readonly set?: readonly string[];
  readonly json?: boolean;
  readonly strict?: boolean;
}

/** Returns the exit code; mistakes in the file are thrown as `Failure`. */
export async function runCheck(name: string, { set, json, strict }: CheckOptions): Promise<number> {
  const settings = settingsOf(set);
  const file = await loaded(openScenario(name), settings);
  const experiment = build(file, settings);
  const found = examine(experiment);
  const { scenario, network } = experiment;
  const unused = unusedOf(scenario, file);
  const warnings = [...warningLines(found, file, settings), ...unused.map(unusedLine)];
  if (json === true) {
    process.stdout.write(`${JSON.stringify(forPrograms(scenario, found, unused, warnings), null, 2)}\n`);
  } else {
    const { isSwitch } = network.fabric.wiring;
    const switches = isSwitch.filter(Boolean).length;
    const about = `${counted(isSwitch.length - switches, "host")}, ${count(switches)} ${switches === 1 ? "switch" : "switches"}`;
    const warned = warnings.length === 0 ? "" : `, ${counted(warnings.length, "warning")}`;
    for (const line of warnings) warn(line);
    process.stdout.write(
      `${checkText(`${name}: no mistake found${warned}. ${about}.`, scenario, found, pageWidth())}\n`,
    );
  }
  return strict === true && warnings.length > 0 ? EXIT.input : EXIT.done;
}

const warningLines = ({ warnings }: Examined, file: ScenarioFile, settings: readonly Setting[]): string[] =>
  warnings.map(({ mistake }) => failureOf(mistake, file, settings).message);

function forPrograms(
  { name, lossless }: { readonly name: string; readonly lossless: readonly number[] },
  { warnings, memory, headroom, loads, cycles, faults }: Examined,
  unused: readonly Unused[],
  lines: readonly string[],
): object {
  return {
    scenario: name,
    lossless,
    warnings: [
      ...warnings.map(({ about, mistake }) => ({ about, path: mistake.at })),
      ...unused.map(({ path }) => ({ about: "no effect", path })),
    ].map((warning, k) => ({ ...warning, message: lines[k] })),
    memory: memory.map((kind) => ({
      ...{ switches: kind.switches, ports: kind.ports, memory_bytes: kind.memory, shared_bytes: kind.shared },
      ...{ headroom_bytes: kind.headroom, private_bytes: kind.private, own_bytes: kind.own },
    })),
    headroom: headroom.map(({ rate, delay, ports, kept, need, each }) => ({
      ...{ rate_bps: rate, delay_ps: delay, ports, kept_bytes: kept, needed_bytes: need, for_each: each },
    })),
    loads,
    cycles,
    faults: faults.map(({ kind, target, at, until, loses, headroom: short }) => ({
      ...{ kind, target, at_ps: at, until_ps: until === Infinity ? null : until, loses },
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
