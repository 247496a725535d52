/**
 * Notes on a table whose rows have results over several seeds. The notes name rows that are the same under every seed.
 * They also name the fixed parts of the scenario that cause this, and options that randomise these parts. Other notes
 * name comparisons that the seeds cannot decide.
 */
import type { FixedPart } from "../scenario/fixed-parts.ts";
import { fixedRoles, type SeedsRow } from "./seeds-rows.ts";
import { trafficOf } from "./traffic.ts";

/** A row of the table over seeds: runs of one scenario that differ only by their seed. */
type Row = Pick<SeedsRow, "settings" | "moves" | "fixed">;

/**
 * Varied values by the path of their setting, as in `--vary`. A note uses them to suggest a command-line option, such as
 * `--set "routing={name: ecmp, seed: drawn}"`. Undefined: the note has only `routing={...}`.
 */
type Varied = Readonly<Record<string, readonly string[]>> | undefined;

/** Maximum number of rows (`Row`) that a sentence names. Of further rows, the sentence gives only the number. */
const MAX_NAMED = 4;

export function seedNotes(rows: readonly Row[], varied?: Varied): string[] {
  return [...fixedNotes(rows, varied), ...verdictNotes(rows)];
}

/**
 * Returns the notes on two kinds of rows (`Row`). In the first kind, all runs are equal. In the second kind, the runs
 * differ, but a part of the scenario is the same under every seed. An example of such a part is the hash of ECMP. One
 * sentence covers all rows to which it applies.
 */
function fixedNotes(rows: readonly Row[], varied: Varied): string[] {
  const sentences = new Map<string, Row[]>();
  for (const row of rows) {
    const sentence = fixedSentence(row, varied);
    if (sentence !== undefined) sentences.set(sentence, [...(sentences.get(sentence) ?? []), row]);
  }
  return Array.from(sentences, ([sentence, some]) => `${named(some, rows)}: ${sentence}`);
}

function fixedSentence({ settings, moves, fixed }: Row, varied: Varied): string | undefined {
  const because = fixed.length === 0 ? "" : ` (${fixed.map(({ what }) => what).join("; ")})`;
  const draws = fixed.flatMap((part) => (part.draw === null ? [] : [drawText(part, part.draw, settings, varied)]));
  const draw = draws.length === 0 ? "" : ` To vary it: ${draws.join(" ")}`;
  if (moves === false) return `the seed changes nothing here${because}.${draw}`;
  if (moves === null || fixedRoles(fixed).length === 0) return undefined;
  return `the seed does not change a part of the run${because}.${draw}`;
}

/**
 * The command-line option for a part of the scenario that is the same under every seed. With this option the seed
 * decides the part. It is usually a `--set` with the setting `draw`, such as "routing={name: ecmp, seed: drawn}". If
 * the command already varies the part by `--vary`, a `--set` for it would be an error. The option is then the `--vary`
 * of the command, with one change: the value in `draw` replaces the value that this row has.
 */
function drawText({ at }: FixedPart, draw: string, settings: Row["settings"], varied: Varied): string {
  if (varied === undefined) return draw;
  const path = Object.keys(varied).find((one) => one === at || one === `policies.${at}`);
  if (path !== undefined) {
    const value = draw.slice(draw.indexOf("=") + 1);
    const values = varied[path].map((one) => (one === settings[path] ? value : one));
    return `--vary "${path}=${values.join(",")}"`;
  }
  return Object.keys(varied).some((one) => one.startsWith(`${at}.`)) ? draw : `--set "${draw}"`;
}

/**
 * Notes on pairs of rows that the seeds cannot compare. Only rows with the same traffic are compared. There are two
 * reasons:
 *
 * - The seed does not change the results of one row, or of both rows.
 * - The seed changes a part of the scenario in only one of the two rows. An example of such a part is the hash of ECMP.
 */
function verdictNotes(rows: readonly Row[]): string[] {
  const known = rows.filter(({ moves }) => moves !== null);
  const groups = [...new Set(known.map(({ settings }) => trafficOf(settings)))].map((traffic) =>
    known.filter(({ settings }) => trafficOf(settings) === traffic),
  );
  const compared = groups.filter(({ length }) => length > 1);
  const mixed = compared.filter((group) => new Set(group.map(({ moves }) => moves)).size > 1);
  const still = mixed.flat().filter(({ moves }) => moves === false);
  const parts = compared.filter(
    (group) =>
      !mixed.includes(group) &&
      group.some(({ moves }) => moves) &&
      new Set(group.map(({ fixed }) => fixedRoles(fixed).sort().join())).size > 1,
  );
  const held = parts.flat().filter(({ fixed }) => fixedRoles(fixed).length > 0);
  return [
    ...(still.length > 0
      ? [
          `No comparison with ${named(still, rows)} is decided, because the seed does not change ${still.length > 1 ? "them" : "it"}.`,
        ]
      : []),
    ...(held.length > 0
      ? [`No comparison of ${named(held, rows)} with rows in which the seed varies that part is decided.`]
      : []),
    ...(compared.length > 0 && compared.flat().every(({ moves }) => moves === false)
      ? ["Each row has a single outcome, so there is no statement over seeds."]
      : []),
  ];
}

function named(some: readonly Row[], all: readonly Row[]): string {
  if (all.length > 1 && some.length === all.length) return "every row";
  const names = some.map(({ settings }) => Object.values(settings).join(", ") || "the scenario");
  const more = names.length - MAX_NAMED;
  return more > 0 ? `${names.slice(0, MAX_NAMED).join("; ")} and ${more} more` : names.join("; ");
}
