/**
 * Parses SONiC's pg_profile_lookup.ini: profiles by port speed and cable length. When SONiC's traditional buffer manager
 * starts, it creates the rows of BUFFER_PG from this file.
 *
 *   # speed cable size xon xoff threshold xon_offset
 *   100000 40m 18432 18432 121856 0
 *
 * Defined in SONiC's buffermgr
 */
import type { Bytes } from "../../base/units.ts";
import { InputError, quote } from "../hpcc/input-error.ts";

export interface LookedUp {
  readonly line: number;
  readonly size: Bytes;
  readonly xon: Bytes;
  readonly xoff: Bytes;
  /** The exponent n of alpha = 2^n. For a static pool, the threshold in bytes (`isFixed`). */
  readonly threshold: number;
  readonly xonOffset: Bytes;
}

/** Profiles by speed in Mbit/s and cable length in metres, such as "100000 40". */
export type ProfileLookup = ReadonlyMap<string, LookedUp>;

const COLUMNS = "speed cable size xon xoff threshold [xon_offset]";

/** Throws `InputError`. */
export function profileLookup(text: string, file: string): ProfileLookup {
  const found = new Map<string, LookedUp>();
  text.split(/\r?\n/).forEach((row, k) => {
    const words = row
      .replace(/^\uFEFF/, "")
      .replace(/#.*/, "")
      .trim()
      .split(/\s+/);
    if (words[0] === "") return;
    const fail = (expected: string, got: string): never => {
      throw new InputError({ file, line: k + 1 }, expected, got);
    };
    if (words.length < 6 || words.length > 7) fail(`${COLUMNS}, 6 or 7 columns`, `${words.length}`);
    const [speed, cable, size, xon, xoff, threshold, offset = "0"] = words;
    const metres = /^(\d{1,7})m$/.exec(cable)?.[1] ?? fail("a cable such as 40m", quote(cable));
    const odd = [speed, size, xon, xoff, offset].find((word) => !/^\d{1,12}$/.test(word));
    if (odd !== undefined) fail(`whole numbers for ${COLUMNS}`, quote(odd));
    if (!/^-?(?:10|\d)$|^\d{1,12}$/.test(threshold))
      fail("a threshold from -10 to 10, a power of two, or in bytes", quote(threshold));
    const key = `${Number(speed)} ${Number(metres)}`;
    if (found.has(key)) fail("one line for each speed and cable", `${speed} ${cable} again`);
    found.set(key, {
      ...{ line: k + 1, size: Number(size), xon: Number(xon), xoff: Number(xoff) },
      ...{ threshold: Number(threshold), xonOffset: Number(offset) },
    });
  });
  // Some platforms have only the comment line with the columns. SONiC then creates no profile.
  if (found.size === 0 && !text.includes("#")) throw new InputError({ file }, `lines of ${COLUMNS}`, "none");
  return found;
}
