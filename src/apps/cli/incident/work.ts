/** Runs `xoff incident`: reads counters, ranks the likely origins and prints them. */
import { incidentOf } from "../../../theory/incident/origins.ts";
import { writeNew } from "../files/write-new.ts";
import { EXIT, Failure } from "../terminal/exit.ts";
import { pageWidth } from "../terminal/page.ts";
import { commandLine } from "../terminal/shell.ts";
import { say } from "../terminal/terminal.ts";
import { countersOf, namedFabric, type FabricOptions } from "./input.ts";
import { replayOf } from "./replay.ts";
import { incidentText } from "./text.ts";

export interface IncidentOptions extends FabricOptions {
  readonly top: number;
  readonly replay?: string;
  readonly json?: boolean;
}

export function runIncident(files: readonly string[], { top, replay, json = false, ...given }: IncidentOptions): void {
  const named = namedFabric(given);
  const incident = incidentOf(named.fabric, countersOf(files, named));
  const { origins } = incident;
  const shown = { ...incident, origins: origins.slice(0, top).map(({ port: _, ...origin }) => origin) };
  process.stdout.write(json ? `${JSON.stringify(shown, null, 2)}\n` : incidentText(incident, top, pageWidth()));
  if (replay === undefined) return;
  const text = origins.length === 0 ? undefined : replayOf(named, origins[0]);
  if (text === undefined)
    throw new Failure(
      `${replay} was not written: ${origins.length === 0 ? "there is no origin" : `a scenario cannot state the cause of ${origins[0].place}`}. Remove --replay.`,
      EXIT.input,
    );
  writeNew(replay, text, "Choose another name with --replay.");
  say(`Wrote ${replay}. Next: ${commandLine("xoff", "run", replay)}`);
}
