/** Finds mistakes in the ECN marking and in the watchdog of a config. */
import { formatCount } from "../../base/format.ts";
import type { Bytes } from "../../base/units.ts";
import { finding, several, type Finding } from "./finding.ts";
import { marksGreen, pauseThreshold, type SonicSwitch } from "./switch-of.ts";
import type { ConfigRow } from "./config-db.ts";
import { WATCHDOG_ACTIONS } from "./watchdog.ts";

const COLOURS = ["green", "yellow", "red"] as const;

/**
 * Finds lossless classes without sound ECN marking. Marking must begin below the PAUSE threshold, and the lower marking
 * threshold must not exceed the upper one.
 */
export function markMistakes(at: SonicSwitch): Finding[] {
  const { db, queues } = at;
  // For each WRED profile: of the lossless queues that use it, the one with the lowest PAUSE threshold.
  const used = new Map<ConfigRow, { readonly name: string; readonly stops: Bytes }>();
  const bare: { readonly name: string; readonly row: ConfigRow | undefined }[] = [];
  for (const port of at.ports)
    for (const cls of port.up ? port.lossless : []) {
      const name = `${port.name}|${cls}`;
      const row = queues.get(name);
      const profile = db.find("WRED_PROFILE", db.field(row, "wred_profile") ?? "");
      if (profile === undefined) {
        bare.push({ name, row });
        continue;
      }
      const stops = pauseThreshold(at, port, cls) ?? Infinity;
      const before = used.get(profile);
      if (before === undefined || stops < before.stops) used.set(profile, { name, stops });
    }
  const found: Finding[] = [];
  if (bare.length > 0 && db.rows("WRED_PROFILE").length > 0)
    found.push(
      finding(db, "lossless-queue-without-ecn", {
        ...{ row: bare[0].row, table: "QUEUE", found: `no wred_profile for ${several(bare.map(({ name }) => name))}` },
        expected: "a profile with ECN for each lossless queue",
        mend: "Without marks only PAUSEs slow senders down: name a profile such as AZURE_LOSSLESS.",
      }),
    );
  for (const [row, { name, stops }] of used) {
    if ((db.field(row, "ecn") ?? "ecn_none") === "ecn_none")
      found.push(
        finding(db, "lossless-queue-without-ecn", {
          ...{ row, field: "ecn", found: row.fields.has("ecn") ? "ecn_none" : "no ecn" },
          expected: `ecn_all, as ${name} is lossless`,
          mend: "A profile without ECN drops instead, and a lossless class must not.",
        }),
      );
    else if (!marksGreen(db, row))
      found.push(
        finding(db, "ecn-not-enabled", {
          ...{ row, field: row.fields.has("wred_green_enable") ? "wred_green_enable" : "ecn" },
          found: `ecn ${db.field(row, "ecn")}, wred_green_enable ${db.field(row, "wred_green_enable") ?? "missing"}`,
          expected: "ecn for green packets, and wred_green_enable true",
          mend: "Packets are green by default. SONiC enables WRED for green only where the profile says true, so nothing is marked: set it.",
        }),
      );
    for (const colour of COLOURS) found.push(...thresholds(row, colour));
    const begins = db.number(row, "green_min_threshold");
    if (begins === undefined || begins < stops) continue;
    found.push(
      finding(db, "ecn-above-xoff", {
        ...{ row, field: "green_min_threshold", found: `${formatCount(begins)} B` },
        expected: `less than ${formatCount(Math.floor(stops))} B, at which PFC pauses the sender of ${name}`,
        mend: "PFC acts before ECN for every sender: lower the marking thresholds.",
      }),
    );
  }
  return found;

  function thresholds(row: ConfigRow, colour: string): Finding[] {
    const min = db.number(row, `${colour}_min_threshold`);
    const max = db.number(row, `${colour}_max_threshold`);
    const chance = db.number(row, `${colour}_drop_probability`);
    if (min !== undefined && max !== undefined && min > max)
      return [
        finding(db, "ecn-thresholds-reversed", {
          ...{ row, field: `${colour}_min_threshold`, found: `${formatCount(min)} B` },
          expected: `at most ${colour}_max_threshold, ${formatCount(max)} B`,
          mend: "Marking begins at the minimum and is certain at the maximum.",
        }),
      ];
    if (chance === undefined || (chance > 0 && chance <= 100)) return [];
    return [
      finding(db, "ecn-probability", {
        ...{ row, field: `${colour}_drop_probability`, found: `${chance}` },
        expected: "1 to 100, percent",
        mend: chance === 0 ? "With 0 no packet is marked below the maximum threshold." : "A percentage is at most 100.",
      }),
    ];
  }
}

/** The longest PAUSE of a queue in a run. */
export interface PausesSeen {
  readonly longestMs: number;
  /** The link of the longest PAUSE, such as "leaf0 to spine1". */
  readonly where: string;
}

/**
 * Finds rows of PFC_WD that SONiC rejects, and rows without a time to restore a queue. Also finds times that are too
 * short, and ports without a watchdog. The watchdog treats any pause that is longer than its detection time as a storm.
 */
export function watchdogMistakes(at: SonicSwitch, seen?: PausesSeen): Finding[] {
  const { db, ports } = at;
  const all = db.find("PFC_WD", "GLOBAL");
  const poll = db.number(all, "POLL_INTERVAL");
  const found: Finding[] = [];
  if (db.field(all, "BIG_RED_SWITCH") === "enable")
    found.push(
      finding(db, "watchdog-drops-all", {
        ...{ row: all, field: "BIG_RED_SWITCH", found: "enable" },
        expected: "disable, or no such field",
        mend: "SONiC then drops all packets of lossless queues, as if each had a storm: disable it.",
      }),
    );
  const rows = db.rows("PFC_WD").filter(({ key }) => key !== "GLOBAL");
  for (const row of rows) {
    const [detect, restore] = [db.number(row, "detection_time"), db.number(row, "restoration_time")];
    const tell = (field: string, expected: string, mend: string): void =>
      void found.push(
        finding(db, "watchdog-too-short", { row, field, found: `${db.field(row, field)} ms`, expected, mend }),
      );
    const action = db.field(row, "action");
    if (detect === undefined || (action !== undefined && !WATCHDOG_ACTIONS.includes(action))) {
      const [field, found_, expected] =
        detect === undefined
          ? (["detection_time", "no detection_time", "100 to 5000 ms"] as const)
          : (["action", action ?? "", WATCHDOG_ACTIONS.join(", ")] as const);
      const mend = "SONiC rejects such a row, so these ports have no watchdog.";
      found.push(finding(db, "watchdog-not-taken", { row, field, found: found_, expected, mend }));
      continue;
    }
    if (restore === undefined)
      found.push(
        finding(db, "watchdog-never-restores", {
          ...{ row, found: "no restoration_time" },
          expected: "restoration_time, ms",
          mend: "Without it a queue is never restored after a storm: set a time.",
        }),
      );
    if (detect < 100 || detect > 5000) tell("detection_time", "100 to 5000 ms", "SONiC accepts no other value.");
    else if (poll !== undefined && detect < poll)
      tell(
        "detection_time",
        `at least POLL_INTERVAL, ${poll} ms`,
        "A storm between two polls is not detected: poll more often or detect later.",
      );
    else if (seen !== undefined && detect <= seen.longestMs)
      tell(
        "detection_time",
        `more than ${Number(seen.longestMs.toPrecision(4))} ms, for which the run paused ${seen.where}`,
        "The watchdog would treat that PAUSE as a storm and drop packets: raise the time, or find the cause of the PAUSE.",
      );
    if (restore !== undefined && restore < detect)
      tell(
        "restoration_time",
        `at least detection_time, ${detect} ms`,
        "Restored sooner than detected, the queue flaps between storm and normal.",
      );
  }
  const watched = new Set(rows.flatMap(({ key }) => key.split(",")));
  const live = ports.filter(({ up, lossless }) => up && lossless.length > 0);
  const unwatched = live.filter(({ name }) => !watched.has(name));
  const off = live.filter(({ name, qos }) => watched.has(name) && !(qos?.fields.has("pfcwd_sw_enable") ?? false));
  if (off.length > 0 && off.length < live.length)
    found.push(
      finding(db, "watchdog-not-everywhere", {
        ...{ row: off[0].qos, found: `no pfcwd_sw_enable at ${several(off.map(({ name }) => name))}` },
        expected: "pfcwd_sw_enable, as at other ports that PFC_WD has",
        mend: "The watchdog monitors no class of these ports: name the classes of pfc_enable.",
      }),
    );
  if (rows.length > 0 && unwatched.length > 0)
    found.push(
      finding(db, "watchdog-not-everywhere", {
        ...{ row: rows[0], found: `no row for ${several(unwatched.map(({ name }) => name))}` },
        expected: "the watchdog on every port with lossless classes, as on some",
        mend: "A storm at such a port is not detected: add a row for the port.",
      }),
    );
  return found;
}
