/** Runs `xoff sonic export`: applies a scenario's settings to a SONiC config. */
import { PS_PER_METRE } from "../../../base/units.ts";
import { hang } from "../../../base/wrap.ts";
import { changes, edited, type Said } from "../../../formats/sonic/export.ts";
import { factsOf } from "../../../formats/sonic/facts.ts";
import { QUANTUM } from "../../../formats/sonic/to-scenario.ts";
import type { Scenario } from "../../../run/lab/lab.ts";
import { EXIT, Failure } from "../terminal/exit.ts";
import { pageWidth } from "../terminal/page.ts";
import { openScenario, scenarioOf, settingsOf } from "../files/scenario-file.ts";
import { switchesOf } from "./input.ts";
import { say } from "../terminal/terminal.ts";
import { writeNew } from "../files/write-new.ts";

export interface ExportOptions {
  readonly config: string;
  readonly out?: string;
  readonly set?: readonly string[];
  /** The pg_profile_lookup.ini that was used for the import of the scenario. */
  readonly lookup?: string;
}

/** Writes the changed config. Throws `Failure` if SONiC cannot express the scenario. */
export function exportSonic(file: string, { config, out = "-", set, lookup }: ExportOptions): void {
  const [at] = switchesOf([config], lookup);
  const scenario = scenarioOf(openScenario(file), settingsOf(set));
  const facts = factsOf(at);
  const { edits, refused } = changes(at, facts, saidBy(scenario));
  if (refused.length > 0)
    throw new Failure(
      `${file}: ${config} cannot express these changes of the scenario. Remove them: ${refused.join(" ")}`,
      EXIT.input,
    );
  writeNew(out, edited(at.db, edits), "Choose another name with --out.");
  if (edits.length === 0) say(`The scenario equals ${config}: nothing was changed.`);
  for (const { row, field, value } of edits)
    say(
      hang("- ", `${row.table} ${row.key}: ${field} ${at.db.field(row, field) ?? "missing"} -> ${value}`, pageWidth()),
    );
}

/** The settings of a SONiC config that correspond to the scenario. */
export function saidBy({ policies, lossless, memory, wiring, dscp, faults = [] }: Scenario): Said {
  const { buffer, headroom, detection, scheduling } = policies;
  const number = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);
  const isPool = headroom.name === "shp";
  const size = headroomSaid(headroom);
  const bytes = number(headroom.values["pool"]);
  const red = detection.find(({ name }) => name === "red")?.values;
  const classes = (scheduling.values["classes"] ?? []) as readonly {
    readonly class: number;
    readonly quantum: number;
  }[];
  return {
    lossless,
    alpha: buffer.name === "dt" ? number(buffer.values["alpha"]) : undefined,
    staticThreshold: buffer.name === "st" ? number(buffer.values["xoff"]) : undefined,
    headroom: (speed, cable) => size(speed * 1e6, cable * PS_PER_METRE),
    sharedPool: isPool ? { bytes, ratio: Number(headroom.values["overSubscribe"]) } : undefined,
    resumeOffset: number(headroom.values["resumeOffset"]),
    pool: poolSaid(),
    marks:
      red === undefined
        ? undefined
        : { kmin: Number(red["kmin"]), kmax: Number(red["kmax"]), percent: Math.round(Number(red["pmax"]) * 100) },
    weights: new Map(classes.map((row) => [row.class, row.quantum / QUANTUM])),
    dscp,
    watchdogs: faults
      .filter(({ kind }) => kind === "pfc-watchdog")
      .map(({ ports, values }) => ({
        nodes: new Set(ports.map(({ node }) => wiring.names[node])),
        action: String(values["action"]),
        detection: Number(values["detection"]),
        restoration: Number(values["restoration"]),
        poll: Number(values["poll"]),
      })),
  };

  /**
   * The size of the shared pool: the memory of a switch less the largest headroom of any switch. Undefined if
   * `headroomSaid` has no size for a link.
   */
  function poolSaid(): number | undefined {
    const needs = new Map<number, number>();
    for (const { a, b, rate, delay } of wiring.links) {
      const one = size(rate, delay);
      if (one === undefined) return undefined;
      for (const end of [a, b]) if (wiring.isSwitch[end]) needs.set(end, (needs.get(end) ?? 0) + one * lossless.length);
    }
    const ratio = isPool ? Number(headroom.values["overSubscribe"]) : 1;
    return (
      memory -
      Math.max(
        0,
        ...[...needs.values()].map((all) => Math.min(all, (isPool ? bytes : undefined) ?? Math.ceil(all / ratio))),
      )
    );
  }
}

/**
 * The headroom of a port by its rate and link delay. A SONiC config needs it as a number. The function returns undefined for
 * headroom policies other than `sih` and `shp`, or if the scenario states no size for such a link.
 */
function headroomSaid({
  name,
  values,
}: Scenario["policies"]["headroom"]): (rate: number, delay: number) => number | undefined {
  if (name !== "sih" && name !== "shp") return () => undefined;
  const profiles = (values["profiles"] ?? []) as readonly {
    readonly rate: number;
    readonly delay: number;
    readonly size: number;
  }[];
  const all = values["size"] as number | undefined;
  return (rate, delay) => profiles.find((one) => one.rate === rate && one.delay === delay)?.size ?? all;
}
