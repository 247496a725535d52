/** Runs `xoff sonic import`: writes a scenario from SONiC configs. */
import { readFileSync } from "node:fs";
import { hang } from "../../../base/wrap.ts";
import { toScenario } from "../../../formats/sonic/to-scenario.ts";
import { readScenario, ScenarioError } from "../../../run/lab/lab.ts";
import { EXIT, Failure } from "../terminal/exit.ts";
import { pageWidth } from "../terminal/page.ts";
import { commandLine } from "../terminal/shell.ts";
import { switchesOf, wiresOf, type WiringOptions } from "./input.ts";
import { say } from "../terminal/terminal.ts";
import { writeNew } from "../files/write-new.ts";

export interface ImportSonicOptions extends WiringOptions {
  readonly out?: string;
}

/**
 * Imports the configs. Throws `InputError` for a mistake in a file. Throws `Failure` for a SONiC setting that has no
 * equivalent in scenarios.
 */
export function importSonic(files: readonly string[], { out = "-", ...wiring }: ImportSonicOptions): void {
  const switches = switchesOf(files, wiring.lookup);
  const { text, notes } = toScenario(switches, wiresOf(switches, wiring));
  try {
    readScenario(text, out === "-" ? "scenario.yaml" : out, (path) => readFileSync(path, "utf8"));
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    const { path, expected, got } = error;
    throw new Failure(
      `${files[0]}: a scenario cannot express this. ${path}: expected ${expected}, got ${got}.`,
      EXIT.input,
    );
  }
  writeNew(
    out,
    text,
    `Choose another name: ${commandLine("xoff", "sonic", "import", ...files, "--out", "other.yaml")}`,
  );
  say("Differences from SONiC:");
  for (const note of notes) say(hang("- ", note, pageWidth()));
  if (out !== "-") say(`Wrote ${out}. Next: ${commandLine("xoff", "run", out)}`);
}
