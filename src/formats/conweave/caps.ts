/** IRN's window cap, which ConWeave's simulator selects by a part of the topology file's name. */
import type { Bytes } from "../../base/units.ts";

const CAPS: readonly (readonly [name: string, cap: Bytes])[] = [
  ["fat_k8_100G_OS2", 156_000],
  ["leaf_spine_128_100G_OS2", 104_000],
];

/** Returns IRN's window cap for a topology file of this name; undefined for names on which the simulator aborts. */
export const capByName = (topologyFile: string): Bytes | undefined =>
  CAPS.find(([name]) => topologyFile.includes(name))?.[1];
