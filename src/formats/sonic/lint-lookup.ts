/**
 * Checks pg_profile_lookup.ini for ports whose lossless groups have no row. SONiC's buffer manager creates these groups from the file when
 * it starts.
 */
import { formatCount } from "../../base/format.ts";
import type { Bytes } from "../../base/units.ts";
import { finding, grouped, several, type Finding } from "./finding.ts";
import type { LookedUp } from "./profile-lookup.ts";
import { alphaFrom, isFixed, lookedUp, needOf, type SonicPort, type SonicSwitch } from "./switch-of.ts";

const bytes = (count: Bytes): string => `${formatCount(Math.ceil(count))} B`;

/** Returns the findings on the ports `bare`. Each of them has a lossless class without a row in BUFFER_PG. */
export function lookupFindings(at: SonicSwitch, bare: readonly SonicPort[]): Finding[] {
  const { db } = at;
  return grouped(bare, ({ speed, cable, mtu }) => `${speed} ${cable} ${mtu}`).flatMap((group): Finding[] => {
    const [{ name, row, speed, cable, cableRow, mtu }] = group;
    // `profileMistakes` reports these ports.
    if (speed === undefined || cable === undefined || cable === 0) return [];
    const made = lookedUp(at, group[0]);
    const names = several([...new Set(group.map((port) => port.name))]);
    if (made === undefined)
      return [
        finding(db, "no-profile-for-speed-and-cable", {
          ...{ row: cableRow, field: name },
          found: `none for ${speed} ${cable}m, which ${names} ${group.length > 1 ? "have" : "has"}`,
          expected: "a line of pg_profile_lookup.ini for the speed and cable of each lossless port",
          mend: "Add one: without it SONiC makes no profile, and PFC has no headroom.",
        }),
      ];
    const wrong = profileFindings(at, group[0], made);
    if (wrong.length > 0) return wrong;
    const need = needOf(at, group[0], speed, cable);
    if (made.xoff >= need) return [];
    const where = `${names} (${speed} Mbit/s, ${cable} m, MTU ${mtu})`;
    const found = `${bytes(made.xoff)} in line ${made.line} of pg_profile_lookup.ini`;
    const holds = holdsWith(at, group[0], made.xoff);
    if (holds === undefined)
      return [
        finding(db, "headroom-too-small", {
          ...{ row, field: "speed", found, expected: `${bytes(need)} or more, as may follow a PAUSE at ${where}` },
          mend: "Raise xoff there, or shorten the cable.",
        }),
      ];
    return [
      finding(db, "headroom-below-worst-case", {
        ...{ row, field: "speed", found, expected: `${bytes(need)} for the worst case at ${where}` },
        ...{ mend: holds, isNote: true },
      }),
    ];
  });
}

/** The largest alpha that is not reported. With the next possible value, 4, one queue takes four fifths of the pool. */
export const MAX_ALPHA = 2;

/** Applies the rules for rows of BUFFER_PROFILE to `made`, a line of pg_profile_lookup.ini. These rules do not depend on the link. */
function profileFindings(at: SonicSwitch, { row, name }: SonicPort, made: LookedUp): Finding[] {
  const { db, pool } = at;
  const { line, size, xon, xoff, threshold } = made;
  const atSpeed = (rule: string, found: string, expected: string, mend: string): Finding =>
    finding(db, rule, {
      ...{ row, field: "speed", found: `${found} in line ${line} of pg_profile_lookup.ini` },
      ...{ expected, mend },
    });
  const found: Finding[] = [];
  if (xoff === 0)
    found.push(
      atSpeed(
        "lossless-without-headroom",
        "xoff 0",
        `headroom above 0 for ${name}, which PFC protects`,
        "Set xoff and size there, which the command xoff headroom computes.",
      ),
    );
  else if (at.asic !== undefined && !at.sharedHeadroom && size < xoff)
    found.push(
      atSpeed(
        "headroom-not-reserved",
        `size ${bytes(size)}`,
        `xoff and xon or more, ${bytes(xoff + xon)}, as there is no shared headroom pool`,
        "Raise size there, or give ingress_lossless_pool xoff.",
      ),
    );
  const mode = db.field(pool, "mode");
  const total = db.number(pool, "size");
  const isPower = !isFixed(at, made);
  if (!isPower && (mode === "dynamic" || (threshold !== 0 && Math.abs(threshold) <= 10)))
    found.push(
      atSpeed(
        "threshold-of-other-mode",
        `threshold ${threshold}`,
        mode === "dynamic" ? "an exponent from -10 to 10, as its pool is dynamic" : "bytes, as its pool is static",
        "Correct the threshold there, or the mode of ingress_lossless_pool.",
      ),
    );
  else if (isPower ? alphaFrom(threshold) > MAX_ALPHA : total !== undefined && threshold >= total)
    found.push(
      atSpeed(
        "alpha-takes-the-pool",
        isPower ? `alpha ${alphaFrom(threshold)}` : bytes(threshold),
        `a threshold that leaves room for other queues, alpha ${MAX_ALPHA} (threshold 1) or less`,
        "One congested queue can then pause all others: lower the threshold.",
      ),
    );
  return found;
}

/**
 * Returns, as a sentence, the traffic for which a headroom below the worst case is still enough; undefined if there is none. A vendor's
 * table may assume fewer small packets or smaller frames than a config allows.
 */
export function holdsWith(at: SonicSwitch, port: SonicPort, xoff: Bytes): string | undefined {
  const { speed, cable, mtu } = port;
  if (speed === undefined || cable === undefined) return undefined;
  const isEnough = (smallPackets: number, largest: Bytes): boolean =>
    needOf({ ...at, smallPackets }, { ...port, mtu: largest }, speed, cable) <= xoff;
  const percent = greatest(0, at.smallPackets, (value) => isEnough(value, mtu));
  if (percent !== undefined) return `It holds with up to ${percent}% small packets.`;
  const largest = greatest(at.losslessMtu, mtu, (value) => isEnough(at.smallPackets, value));
  const pattern = at.asic === undefined ? "" : ` and ${at.smallPackets}% small packets`;
  if (largest !== undefined) return `It holds with frames of up to ${formatCount(largest)} B${pattern}.`;
  const alone = greatest(at.losslessMtu, mtu, (value) => isEnough(0, value));
  return alone === undefined
    ? undefined
    : `It holds with frames of up to ${formatCount(alone)} B and no small packets.`;
}

/** Returns the largest integer from `low` to `high` that passes the test; undefined if `low` fails. The test must be monotonic. */
function greatest(low: number, high: number, holds: (value: number) => boolean): number | undefined {
  if (!holds(low)) return undefined;
  let [yes, no] = [low, high + 1];
  while (no - yes > 1) {
    const middle = Math.floor((yes + no) / 2);
    if (holds(middle)) yes = middle;
    else no = middle;
  }
  return yes;
}
