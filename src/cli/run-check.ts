/** `xoff check` at work: reads a scenario, builds its network, and looks for circles of queues. */
import { deadlockRisks } from "../lab.ts";
import { hang, wrap } from "../wrap.ts";
import { EXIT } from "./exit.ts";
import { pageWidth } from "./page.ts";
import { build, openScenario, settingsOf } from "./scenario-file.ts";
import { count, counted } from "./terminal.ts";

export interface CheckOptions {
  readonly set?: readonly string[];
  readonly json?: boolean;
}

/** Returns the exit code; a mistake in the file is thrown as `Failure`. */
export function runCheck(file: string, { set, json }: CheckOptions): number {
  const { scenario, network } = build(openScenario(file), settingsOf(set));
  const { name, lossless } = scenario;
  const cycles = lossless.length === 0 ? [] : deadlockRisks(network);
  const { isSwitch } = network.fabric.wiring;
  const switches = isSwitch.filter(Boolean).length;
  const about = `${counted(isSwitch.length - switches, "host")}, ${count(switches)} ${switches === 1 ? "switch" : "switches"}`;
  const text =
    json === true
      ? JSON.stringify({ scenario: name, lossless, cycles }, null, 2)
      : checkText(`${file}: no mistake found. ${about}.`, lossless, cycles, pageWidth());
  process.stdout.write(`${text}\n`);
  return EXIT.done;
}

function checkText(
  first: string,
  lossless: readonly number[],
  cycles: readonly (readonly string[])[],
  width: number,
): string {
  const say = (...sentences: string[]): string => wrap(sentences.join(" "), width).join("\n");
  if (lossless.length === 0) return say(first, "No class is lossless, so nobody is stopped and nothing can deadlock.");
  const classes = `in lossless ${lossless.length === 1 ? "class" : "classes"} ${lossless.join(", ")}`;
  const counting = "All shortest paths between all hosts count, whoever sends in this scenario.";
  if (cycles.length === 0) return say(first, `No circle of queues ${classes}: its routes cannot deadlock.`, counting);
  const all = `where ${cycles.length === 1 ? "a circle" : `${cycles.length} circles`} of queues can wait for each other when full`;
  return [
    say(first, `A deadlock is possible ${classes}, ${all}:`),
    "",
    ...cycles.map((queues, k) => hang(`  ${k + 1}. `, [...queues, queues[0]].join(" -> "), width)),
    "",
    say("Each queue waits for the next. A circle that shares queues with a shorter one is not shown.", counting),
  ].join("\n");
}
