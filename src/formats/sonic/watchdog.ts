/**
 * Converts PFC_WD: which ports a switch watches and with which settings. `watchdogChanges` does the reverse: it finds the
 * settings in which a scenario's watchdogs differ from those of a config.
 *
 * Source: SONiC: Configuration.md (PFC_WD), pfcwdorch (default polling interval 100 ms), pfcwd (a row without restoration_time is never
 * restored)
 */
import { formatTime } from "../../base/format.ts";
import { spell } from "../../base/param-text.ts";
import type { Ps } from "../../base/units.ts";
import { classList, shown, type ConfigRow } from "./config-db.ts";
import { plain } from "./fabric.ts";
import type { SonicSwitch } from "./switch-of.ts";

/** Settings of a scenario's pfc-watchdog. */
export interface WatchdogValues {
  /** The rule by which the watchdog detects a storm. It depends on the vendor of the ASIC, and a config cannot change it. */
  readonly rule?: "mellanox";
  readonly action: string;
  readonly detection: Ps;
  readonly restoration: Ps;
  readonly poll: Ps;
}

/** A group of config rows with equal settings. `ports` lists the active ports of these rows. */
export interface Watchdog extends WatchdogValues {
  readonly rows: readonly ConfigRow[];
  readonly ports: readonly string[];
}

/** A watchdog of a scenario: the names of its nodes, and its settings. */
export interface WatchdogSaid extends WatchdogValues {
  readonly nodes: ReadonlySet<string>;
}

const PS_PER_MS = 1e9;
const USUAL_POLL_MS = 100;
/** The longest times of a pfc-watchdog in ms. They are the same in a scenario and in SONiC. */
const MAX_MS = { detection: 5000, restoration: 60_000, poll: 1000 } as const;
/** The shortest detection, restoration or poll time that SONiC accepts, in ms. */
const LEAST_MS = 100;
/** Actions of SONiC's watchdog on a queue in a storm. */
export const WATCHDOG_ACTIONS: readonly string[] = ["drop", "forward", "alert"];

const globalRow = ({ db }: SonicSwitch): ConfigRow | undefined => db.find("PFC_WD", "GLOBAL");

/** Returns the watchdogs in the order of their first rows. Differences from SONiC are added to `notes`. */
export function watchdogsOf(at: SonicSwitch, notes: string[]): Watchdog[] {
  const { db } = at;
  const ports = new Map(at.ports.filter(({ up }) => up).map((port) => [port.name, port]));
  const found = new Map<string, Watchdog & { rows: ConfigRow[]; ports: string[] }>();
  const pollMs = db.number(globalRow(at), "POLL_INTERVAL") ?? USUAL_POLL_MS;
  for (const row of db.rows("PFC_WD")) {
    if (row.key === "GLOBAL") continue;
    const [detects, restores] = [db.number(row, "detection_time"), db.number(row, "restoration_time")];
    const action = db.field(row, "action") ?? "drop";
    const isKnown =
      WATCHDOG_ACTIONS.includes(action) && detects !== undefined && detects >= 1 && detects <= MAX_MS.detection;
    if (!isKnown) {
      notes.push(`PFC_WD ${shown(row.key)}: SONiC takes no such row, so nothing is watched there.`);
      continue;
    }
    if (restores === undefined)
      notes.push(`PFC_WD ${shown(row.key)}: without restoration_time SONiC never restores; here 60 s.`);
    const restoreMs = Math.min(MAX_MS.restoration, Math.max(1, restores ?? MAX_MS.restoration));
    const most = Math.min(detects, restoreMs, MAX_MS.poll);
    if (pollMs > most)
      notes.push(`PFC_WD: POLL_INTERVAL ${pollMs} is longer than what it is to see; here it is ${most} ms.`);
    const polls = Math.max(1, Math.min(pollMs, most));
    const key = `${action} ${detects} ${restoreMs} ${polls}`;
    let group = found.get(key);
    if (group === undefined) {
      const [detection, restoration, poll] = [detects, restoreMs, polls].map((ms) => ms * PS_PER_MS);
      found.set(
        key,
        (group = {
          ...(at.asic !== undefined && { rule: "mellanox" as const }),
          action,
          detection,
          restoration,
          poll,
          rows: [],
          ports: [],
        }),
      );
    }
    group.rows.push(row);
    for (const name of row.key.split(",")) {
      const port = ports.get(name);
      if (port === undefined || port.lossless.length === 0) continue;
      group.ports.push(name);
      const watched = classList(db.field(port.qos, "pfcwd_sw_enable") ?? port.lossless.join()).flatMap(
        (one) => one ?? [],
      );
      if (port.lossless.some((cls) => !watched.includes(cls)))
        notes.push(
          "pfcwd_sw_enable leaves out classes of pfc_enable; here the watchdog looks at all that are lossless.",
        );
    }
  }
  return [...found.values()].filter((group) => group.ports.length > 0);
}

/**
 * Returns the lines of the section `faults` of a scenario in YAML, with the PFC watchdogs of the switches. `portName` returns the name of a
 * port in the scenario. It returns undefined if the port has no link.
 */
export function watchdogLines(
  switches: readonly SonicSwitch[],
  all: readonly (readonly Watchdog[])[],
  portName: (at: string, port: string) => string | undefined,
): string[] {
  const entries = new Map<string, string[]>();
  let missing = 0;
  switches.forEach((at, k) => {
    const wired = at.ports.filter(
      ({ up, lossless, name }) => up && lossless.length > 0 && portName(at.name, name) !== undefined,
    );
    for (const { rule, action, detection, restoration, poll, ports } of all[k]) {
      const times = Object.entries({ detection, restoration, poll }).map(
        ([name, time]) => `${name}: ${spell(time, "ps")}`,
      );
      const values = [...times, `action: ${action}`, ...(rule === undefined ? [] : [`rule: ${rule}`])].join(", ");
      const targets = entries.get(values) ?? [];
      const names = new Set(ports.flatMap((port) => portName(at.name, port) ?? []));
      if (names.size === 0) continue;
      if (wired.every(({ name }) => ports.includes(name))) targets.push(plain(at.name));
      else targets.push(...names);
      entries.set(values, targets);
    }
    if (!wired.every(({ name }) => all[k].some(({ ports }) => ports.includes(name)))) missing++;
  });
  if (entries.size === 0) return [];
  const isAll = entries.size === 1 && missing === 0;
  return [
    "",
    "faults: # what PFC_WD has",
    ...[...entries].map(([values, targets]) => {
      const target = isAll ? "all" : `[${targets.map((name) => JSON.stringify(name)).join(", ")}]`;
      return `  - { kind: pfc-watchdog, target: ${target}, ${values} }`;
    }),
  ];
}

interface Edit {
  readonly row: ConfigRow;
  readonly field: string;
  readonly value: number | string;
}

/**
 * Returns how the watchdogs of a scenario (`said`) differ from those of the config (`there`). If the scenario has no watchdog, the result
 * has no edits, and the config keeps its watchdogs.
 */
export function watchdogChanges(
  at: SonicSwitch,
  there: readonly Watchdog[],
  said: readonly WatchdogSaid[],
): { readonly edits: readonly Edit[]; readonly refused: readonly string[] } {
  const named = said.filter(({ nodes }) => nodes.has(plain(at.name)));
  const here = named.length > 0 ? named : said;
  const isSame = (a: WatchdogValues) => (b: WatchdogValues) =>
    a.action === b.action && a.detection === b.detection && a.restoration === b.restoration && a.poll === b.poll;
  const now = here.filter((one) => !there.some(isSame(one)));
  const before = there.filter((one) => !here.some(isSame(one)));
  if (now.length === 0) return { edits: [], refused: [] };
  if (now.length !== before.length) {
    const counts = `the scenario has ${here.length}, the config ${there.length}`;
    return {
      edits: [],
      refused: [`pfc-watchdog: ${counts} that differ in their times: rows come and go by pfcwd start and stop.`],
    };
  }
  const edits: Edit[] = [];
  const refused: string[] = [];
  now.forEach((one, k) => {
    const was = before[k];
    for (const name of ["detection", "restoration", "poll"] as const) {
      const ms = one[name] / PS_PER_MS;
      if (one[name] === was[name]) continue;
      if (!Number.isInteger(ms) || ms < LEAST_MS || ms > MAX_MS[name]) {
        refused.push(
          `pfc-watchdog's ${name}, ${formatTime(one[name])}: SONiC takes whole ${LEAST_MS} to ${MAX_MS[name]} ms.`,
        );
        continue;
      }
      if (name !== "poll") for (const row of was.rows) edits.push({ row, field: `${name}_time`, value: ms });
      else if (here.some(({ poll }) => poll !== one.poll))
        refused.push("pfc-watchdog's poll: a switch has one POLL_INTERVAL.");
      else {
        const row = globalRow(at);
        if (row === undefined) refused.push(`pfc-watchdog's poll, ${ms} ms: the config has no row PFC_WD GLOBAL.`);
        else edits.push({ row, field: "POLL_INTERVAL", value: ms });
      }
    }
    if (one.action !== was.action) for (const row of was.rows) edits.push({ row, field: "action", value: one.action });
  });
  return { edits, refused };
}
