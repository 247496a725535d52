/** Reads the input of the `xoff sonic` commands: configs of switches, and the links between the switches. */
import { ConfigDb } from "../../../formats/sonic/config-db.ts";
import { profileLookup } from "../../../formats/sonic/profile-lookup.ts";
import { switchOf, type SonicSwitch } from "../../../formats/sonic/switch-of.ts";
import { containerlabWires, listedWires, lldpWires, neighbours, type Wire } from "../../../formats/sonic/wiring.ts";
import { plainYaml } from "../../../run/lab/authoring.ts";
import { EXIT, Failure } from "../terminal/exit.ts";
import { readNamed, readText } from "../files/input-file.ts";

export interface WiringOptions {
  readonly lldp?: readonly string[];
  readonly topology?: string;
  /** Path of a pg_profile_lookup.ini. */
  readonly lookup?: string;
}
/** Maximum size of a config in bytes. SONiC's configs have less than one MB. */
const MAX_BYTES = 32e6;

/** Returns the text of a file. `what` describes the expected contents. */
export const read = (file: string, what: string): string => readNamed(file, what, (path) => readText(path, MAX_BYTES));

/** The switches of the configs. `lookup` is the path of a pg_profile_lookup.ini. */
export function switchesOf(files: readonly string[], lookup?: string): SonicSwitch[] {
  const profiles = lookup === undefined ? undefined : profileLookup(read(lookup, "a pg_profile_lookup.ini"), lookup);
  const switches = files.map((file) => switchOf(new ConfigDb(read(file, "a config_db.json"), file), profiles));
  switches.forEach(({ name, db }, k) => {
    const before = switches.findIndex((other) => other.name === name);
    if (before === k) return;
    const found = `${name}, also in ${files[before]}`;
    throw new Failure(
      `${db.file}: expected a unique hostname in DEVICE_METADATA, found ${found}. Set it in the config.`,
      EXIT.input,
    );
  });
  return switches;
}

export function wiresOf(switches: readonly SonicSwitch[], { lldp, topology }: WiringOptions): Wire[] {
  if (topology !== undefined) {
    const value = plainYaml(read(topology, "a topology file"), topology);
    const own = listOf(value);
    return own === undefined ? containerlabWires(value, topology, switches) : listedWires(own, switches);
  }
  if (lldp === undefined) return switches.flatMap(neighbours);
  if (lldp.length !== switches.length)
    throw new Failure(
      `--lldp: expected ${switches.length} files, one for each config, found ${lldp.length}.`,
      EXIT.input,
    );
  return lldp.flatMap((file, k) => lldpWires(read(file, "the output of lldpctl -f json"), file, switches[k].name));
}

/** The ends of each link in a topology of xoff, or undefined if the value is no topology. */
function listOf(value: unknown): (readonly [string, string])[] | undefined {
  const { topology = value } = (value ?? {}) as { topology?: unknown };
  const { links } = (topology ?? {}) as { links?: unknown };
  if (!Array.isArray(links)) return undefined;
  const ends = links.map((link: unknown) => {
    if (typeof link === "string") return link.split(",").map((part) => part.trim());
    const { a, b } = (link ?? {}) as { a?: unknown; b?: unknown };
    return [a, b];
  });
  const isOwn = ends.every(([a, b]) => typeof a === "string" && typeof b === "string");
  return isOwn && ends.length > 0 ? ends.map(([a, b]) => [a as string, b as string] as const) : undefined;
}
