/** Formats the answer of `xoff watchdog`. */
import { formatCount, formatCounted, formatPercent, formatTime } from "../../../base/format.ts";
import type { Ps } from "../../../base/units.ts";
import { wrap } from "../../../base/wrap.ts";
import { table } from "../../../report/table.ts";
import type { Span } from "../../../theory/watchdog.ts";
import type { Legitimate, WatchdogRow } from "./rows.ts";

/** The minimum that SONiC permits for the detection time, the restoration time and POLL_INTERVAL. */
const SONIC_LEAST: Ps = 100e9;
const PS_PER_MS = 1e9;

interface Around {
  /** The time limit of each run (`until` of the scenario). */
  readonly until: Ps;
  readonly width: number;
  readonly storm: string | undefined;
}

export function watchdogText(rows: readonly WatchdogRow[], runs: readonly Legitimate[], around: Around): string {
  const { width } = around;
  const paragraph = (lines: readonly string[]): string[] => lines.flatMap((line) => wrap(line, width));
  return [
    ...wrap(pausesText(runs), width),
    "",
    table(
      ["detection", "poll", "PAUSEs cut", "runs with a cut", "lost by a cut", "storm lasts", "restored after"],
      rows.map((row) => [
        formatTime(row.detection),
        formatTime(row.poll),
        shareText(row),
        `${row.runsCut} of ${runs.length}`,
        row.cuts === 0 ? "-" : formatCounted(Math.round(row.lostByCut), "packet"),
        row.isBlind ? "unsure" : spanText(row.storm),
        row.isBlind ? "unsure" : spanText(row.back),
      ]),
    ),
    ...paragraph(NOTES),
    ...stormLines(rows, around),
    "",
    ...paragraph(verdict(rows, runs)),
    ...paragraph(limits(rows, runs, around)),
    ...sonicLines(recommended(rows, runs)),
    "",
  ].join("\n");
}

const NOTES = [
  "PAUSEs cut: share of the legitimate PAUSEs, with half its 95% interval. <=: none is cut, upper limit by the rule of three.",
  "storm lasts: until the watchdog detects it. restored after: time since the last PAUSE frame of the storm. Both depend on when the switch polls.",
];

function pausesText(runs: readonly Legitimate[]): string {
  const ended = runs.flatMap(({ lasted }) => lasted).sort((a, b) => a - b);
  const open = runs.reduce((count, run) => count + run.open.length, 0);
  const seeds = formatCounted(runs.length, "run");
  if (ended.length + open === 0) return `No PAUSE at a switch port in ${seeds}.`;
  const at = (share: number): string => formatTime(ended[Math.min(ended.length - 1, Math.floor(ended.length * share))]);
  const lengths = ended.length === 0 ? "" : ` Median ${at(0.5)}, 99% ${at(0.99)}, longest ${at(1)}.`;
  return `${formatCounted(ended.length + open, "legitimate PAUSE")} at switch ports in ${seeds}.${lengths}`;
}

function shareText({ share, cuts, shareAtMost }: WatchdogRow): string {
  if (Number.isNaN(share.mean)) return "-";
  if (cuts === 0) return `0 (<= ${formatPercent(shareAtMost)})`;
  return Number.isNaN(share.half)
    ? formatPercent(share.mean)
    : `${formatPercent(share.mean)} ±${formatPercent(share.half)}`;
}

const spanText = ({ least, most }: Span): string => `${formatTime(least)} to ${formatTime(most)}`;

function stormLines(rows: readonly WatchdogRow[], { storm }: Around): string[] {
  const tried = rows.filter(({ storms }) => storms.length > 0);
  if (tried.length === 0) return [];
  return [
    "",
    `A storm of ${storm ?? ""}'s NIC from the start of the run`,
    table(
      ["detection", "detected after", "ports paused", "packets lost"],
      tried.map(({ detection, storms }) => {
        const times = storms.flatMap(({ detected }) => detected ?? []);
        const mean = (of: (run: (typeof storms)[0]) => number): string =>
          formatCount(Math.round(storms.reduce((sum, run) => sum + of(run), 0) / storms.length));
        const missed = storms.length - times.length;
        return [
          formatTime(detection),
          times.length === 0
            ? "not detected"
            : `${spanText({ least: Math.min(...times), most: Math.max(...times) })}${missed === 0 ? "" : `, ${missed} of ${storms.length} not`}`,
          mean(({ ports }) => ports),
          mean(({ lost }) => lost),
        ];
      }),
    ),
  ];
}

/** The longest of many times. A call of `Math.max` with more than about 100,000 arguments fails. */
const longest = (times: readonly Ps[]): Ps => times.reduce((most, time) => Math.max(most, time), 0);

const hasPauses = (runs: readonly Legitimate[]): boolean =>
  runs.some(({ lasted, open }) => lasted.length + open.length > 0);

/**
 * The shortest detection time that detects real storms, but no legitimate PAUSE as a storm. Undefined: there is none,
 * or the runs have no PAUSE.
 */
const recommended = (rows: readonly WatchdogRow[], runs: readonly Legitimate[]): WatchdogRow | undefined =>
  hasPauses(runs) ? rows.find(({ cuts, isBlind }) => cuts === 0 && !isBlind) : undefined;

function verdict(rows: readonly WatchdogRow[], runs: readonly Legitimate[]): string[] {
  const best = recommended(rows, runs);
  if (!hasPauses(runs))
    return ["No recommendation: these runs have no PAUSE that a watchdog could cut. Use more traffic or --seeds."];
  if (best === undefined)
    return ["No recommendation: each of these times cuts a legitimate PAUSE or misses storms. Try longer ones."];
  const others = rows.filter((row) => row !== best && row.cuts === 0 && !row.isBlind);
  return [
    `Recommended: a detection time of ${formatTime(best.detection)}. It cuts no legitimate PAUSE in ` +
      `${formatCounted(runs.length, "run")}, so at most ${formatPercent(best.runsCutShare.high)} of runs have a cut.`,
    ...(others.length === 0
      ? []
      : [
          `Not distinguishable by cuts: ${others.map(({ detection }) => formatTime(detection)).join(", ")}. The shorter time ends a storm earlier.`,
        ]),
  ];
}

function limits(rows: readonly WatchdogRow[], runs: readonly Legitimate[], { until }: Around): string[] {
  const long = rows
    .filter(({ detection, poll }) => detection + poll >= until)
    .map(({ detection }) => formatTime(detection));
  const open = runs.reduce((count, run) => count + run.open.length, 0);
  const age = longest(runs.flatMap((run) => run.open));
  const unrecorded = runs.reduce((count, run) => count + run.unrecorded, 0);
  const blind = [...new Set(rows.filter(({ isBlind }) => isBlind).map(({ poll }) => formatTime(poll)))];
  return [
    ...(blind.length === 0
      ? []
      : [
          `Polls each ${blind.join(" or ")} are more frequent than the PAUSE frames of a storm on the slowest link. A watchdog of Broadcom's ASICs then misses storms.`,
        ]),
    ...(long.length === 0
      ? []
      : [
          `A run of ${formatTime(until)} is too short for a cut after ${long.join(", ")}. Compare such times with the durations of the PAUSEs.`,
        ]),
    ...(open === 0
      ? []
      : [
          `${formatCounted(open, "PAUSE")} had not ended with the run, after ${formatTime(age)} at most, and may last longer.`,
        ]),
    ...(unrecorded === 0
      ? []
      : [
          `${formatCounted(unrecorded, "later PAUSE")} of these runs are counted without a duration. The shares of PAUSEs leave them out.`,
        ]),
  ];
}

function sonicLines(times: WatchdogRow | undefined): string[] {
  if (times === undefined) return [];
  const ms = (time: Ps): number => Math.ceil(Math.max(SONIC_LEAST, time) / PS_PER_MS);
  const isShort = Math.min(times.detection, times.poll) < SONIC_LEAST;
  return [
    "",
    `SONiC, PFC_WD${isShort ? " (its shortest times are 100 ms)" : ""}:`,
    `  "GLOBAL": { "POLL_INTERVAL": "${ms(times.poll)}" },`,
    `  "Ethernet0": { "action": "drop", "detection_time": "${ms(times.detection)}", "restoration_time": "${ms(times.restoration)}" }`,
  ];
}

/** The answer as JSON. Times are in ns. */
export function watchdogJson(rows: readonly WatchdogRow[], runs: readonly Legitimate[]): object {
  const span = ({ least, most }: Span): number[] => [least / 1000, most / 1000];
  const ended = runs.flatMap(({ lasted }) => lasted);
  return {
    runs: runs.length,
    pauses: ended.length + runs.reduce((count, { open }) => count + open.length, 0),
    pauses_unrecorded: runs.reduce((count, { unrecorded }) => count + unrecorded, 0),
    longest_ns: ended.length === 0 ? null : longest(ended) / 1000,
    recommended_ns: (recommended(rows, runs)?.detection ?? NaN) / 1000 || null,
    rows: rows.map((row) => ({
      detection_ns: row.detection / 1000,
      restoration_ns: row.restoration / 1000,
      poll_ns: row.poll / 1000,
      misses_storms: row.isBlind,
      cuts: row.cuts,
      cut_share: row.share.mean,
      cut_share_half: row.share.half,
      cut_share_at_most: row.cuts === 0 ? row.shareAtMost : null,
      runs_with_cut: row.runsCut,
      runs_with_cut_share: [row.runsCutShare.low, row.runsCutShare.high],
      lost_by_cut: row.cuts === 0 ? null : row.lostByCut,
      storm_ns: span(row.storm),
      restored_ns: span(row.back),
      storms: row.storms.map(({ detected, ports, lost }) => ({
        detected_ns: detected === undefined ? null : detected / 1000,
        ports_paused: ports,
        packets_lost: lost,
      })),
    })),
  };
}
