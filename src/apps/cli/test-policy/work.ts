/** Runs `xoff test` and prints its results. */
import { formatTime } from "../../../base/format.ts";
import { hang } from "../../../base/wrap.ts";
import { tablesFor, wordOf, type LoadModules } from "../../../run/lab/modules.ts";
import { lookUp } from "../../../scenario/registry/catalogue.ts";
import type { OwnFigures } from "../../../report/columns.ts";
import { table } from "../../../report/table.ts";
import { FABRIC_CLASSES } from "../../../batch/sweep/policy-runs.ts";
import { testModule, type Beside, type Trial } from "../../../batch/sweep/policy-test.ts";
import { modulesAt } from "../../../batch/loader/modules-at.ts";
import { EXIT } from "../terminal/exit.ts";
import { named } from "../files/own-modules.ts";
import { mistakesOfAsync, settingsOf } from "../files/scenario-file.ts";
import { bold, pageWidth } from "../terminal/page.ts";
import { clearPassing, showPassing } from "../terminal/terminal.ts";

export interface TestOptions {
  readonly json?: boolean;
  readonly set?: readonly string[];
}

/** Tests a policy file and returns the exit code. */
export async function runTest(file: string, { json = false, set = [] }: TestOptions): Promise<number> {
  const own = await named(file);
  const [module] = own.tables.modules ?? [];
  const settings = settingsOf(set);
  const load: LoadModules = (path) => modulesAt(path);
  const tables = await mistakesOfAsync("--set", () => tablesFor("{}", "xoff test", settings, load, own.tables));
  const word = wordOf(module);
  const width = pageWidth();
  if (!json) process.stdout.write(`${bold(file)}: ${module.section === "policies" ? `${word} policy` : word}\n`);
  const { trials, beside } = await testModule({ module, modules: tables.modules ?? [], set }, (trial) => {
    clearPassing();
    if (!json) process.stdout.write(`${trialText(trial, width)}\n`);
    showPassing("trying on");
  });
  clearPassing();
  const failed = trials.filter(({ passed }) => !passed).length;
  if (json)
    process.stdout.write(`${JSON.stringify({ file, role: word, hash: module.hash, trials, beside }, null, 2)}\n`);
  else {
    if (beside !== undefined) process.stdout.write(`\n${besideText(beside, file, usualOf(module.role))}\n`);
    if (beside !== undefined && module.section === "policies") process.stdout.write(`${FABRIC_CLASSES}\n`);
    process.stdout.write(
      `\n${trials.length - failed} of ${trials.length} hold${failed === 0 ? "." : `, ${failed} ${failed === 1 ? "does" : "do"} not.`}\n`,
    );
  }
  return failed === 0 ? EXIT.done : EXIT.differs;
}

function trialText({ name, passed, note }: Trial, width: number): string {
  const line = hang(passed ? "  ok    " : `  ${bold("FAIL")}  `, name, width);
  return note === undefined ? line : `${line}\n${hang("        ", note, width)}`;
}

/** The default policy of a role. */
function usualOf(role: string | undefined): string {
  const [entry] = (lookUp(role ?? "") ?? []).flatMap(({ entries }) =>
    entries.filter((one) => one.section === "policies" && one.isDefault),
  );
  return entry?.name ?? "the default";
}

/** A table of results on the small fabric, with one row for the default policy and one for the user policy. */
function besideText({ usual, own }: Beside, file: string, name: string): string {
  const time = (ns: number): string => (Number.isNaN(ns) ? "-" : formatTime(ns * 1000));
  const row = (label: string, of: OwnFigures): string[] => [
    label,
    time(of.fct_mean_ns),
    time(of.fct_p99_ns),
    ...[of.unfinished, of.pauses, of.drops].map(String),
  ];
  const head = ["a small fabric with", "FCT mean", "FCT p99", "not done", "PAUSEs", "drops"];
  return table(head, [row(name, usual), row(file, own)]);
}
