/**
 * One or several config_db.json, a switch each, as a scenario of xoff's own model. What a scenario cannot say, or a config does not, is
 * returned as notes, which stand in the scenario too.
 */
import { spell } from "../../base/param-text.ts";
import { wrap } from "../../base/wrap.ts";
import { WANTED } from "./config-db.ts";
import { factsOf, type Facts } from "./facts.ts";
import { fabricOf, type SonicFabric } from "./fabric.ts";
import type { SonicSwitch } from "./switch-of.ts";
import type { Wire } from "./wiring.ts";

export interface ImportedConfig {
  readonly text: string;
  readonly notes: readonly string[];
}

/** Bytes of a turn for each unit of weight: at weight 1 a frame of any size has room. */
export const QUANTUM = 1600;
/** Bytes of a scenario's pool where no config has one. */
const USUAL_POOL = 2 ** 24;

/** Throws `InputError` for a field that cannot be read. */
export function toScenario(switches: readonly SonicSwitch[], wires: readonly Wire[]): ImportedConfig {
  const all = switches.map(factsOf);
  const fabric = fabricOf(switches, wires);
  const [facts] = all;
  const notes = [
    ...fabric.notes,
    ...all.flatMap((one) => one.notes),
    ...differences(switches, all),
    ...unsaid(switches[0], facts),
  ];
  const lossless = facts.lossless.length > 0 ? facts.lossless : [];
  const [usual = 3] = lossless;
  const control = [6, 0, 7, 1, 2, 5, 4, 3].find((cls) => !lossless.includes(cls) && cls !== usual) ?? 0;
  const yaml = [
    `about: ${JSON.stringify(`Imported from ${switches.map(({ db }) => db.file).join(", ")}`)}`,
    "until: 2ms",
    "",
    ...topology(fabric),
    `switch: { memory: ${spell(memoryOf(facts, fabric), "bytes")} }`,
    `packet: { payload: ${spell(facts.payload, "bytes")} }`,
    `classes: { lossless: [${lossless.join(", ")}], control: ${control}, default: ${usual} }`,
    "onDrop: count",
    "",
    "policies:",
    `  buffer: ${buffer(facts)}`,
    `  headroom: { name: sih${facts.headroom === undefined ? "" : `, size: ${spell(facts.headroom, "bytes")}`}, resumeOffset: ${spell(facts.resumeOffset, "bytes")} }`,
    `  link: { name: pfc, reaction: ${facts.reaction} }`,
    `  detection: ${detection(facts)}`,
    `  congestion: ${facts.marks === undefined ? "none" : "dcqcn"}`,
    `  scheduling: ${scheduling(facts, control)}`,
    "",
    "traffic: # a config has none: put yours here",
    `  - { kind: incast, to: ${fabric.hosts[0]}, fanIn: ${Math.min(8, fabric.hosts.length - 1)}, size: 256KiB }`,
  ];
  const unique = [...new Set(notes)];
  const intro = `Made by xoff sonic import from ${switches.map(({ db }) => db.file).join(", ")}. What these first lines name is not as there.`;
  const lines = unique.flatMap((note) => wrap(note, 106).map((line, k) => `# ${k === 0 ? "- " : "  "}${line}`));
  const head = [...wrap(intro, 108).map((line) => `# ${line}`), ...(lines.length > 0 ? ["#"] : []), ...lines];
  return { text: `${head.join("\n")}\n${yaml.join("\n")}\n`, notes: unique };
}

/** What queues share, and headroom of every lossless queue of the switch with the most ports. */
function memoryOf({ pool = USUAL_POOL, headroom = 0, lossless }: Facts, fabric: SonicFabric): number {
  return pool + headroom * lossless.length * mostPorts(fabric);
}

function mostPorts({ switches, links }: SonicFabric): number {
  const counts = new Map(switches.map((name) => [name, 0]));
  for (const { a, b, parallel } of links)
    for (const end of [a, b]) {
      const before = counts.get(end);
      if (before !== undefined) counts.set(end, before + parallel);
    }
  return Math.max(...counts.values());
}

function topology({ switches, hosts, links }: SonicFabric): string[] {
  const node = (kind: string) => (name: string) => `    - { name: ${JSON.stringify(name)}, kind: ${kind} }`;
  return [
    "topology:",
    "  kind: file",
    "  nodes:",
    ...hosts.map(node("host")),
    ...switches.map(node("switch")),
    "  links:",
    ...links.map(({ a, b, rate, metres, parallel }) => {
      const side = parallel === 1 ? "" : `, parallel: ${parallel}`;
      return `    - { a: ${JSON.stringify(a)}, b: ${JSON.stringify(b)}, rate: ${spell(rate, "bps")}, delay: ${metres}m${side} }`;
    }),
  ];
}

function buffer({ alpha, staticThreshold }: Facts): string {
  if (alpha !== undefined) return `{ name: dt, alpha: ${spell(alpha, "ratio")} }`;
  return staticThreshold === undefined || staticThreshold === 0
    ? "dt"
    : `{ name: st, xoff: ${spell(staticThreshold, "bytes")} }`;
}

function detection({ marks }: Facts): string {
  if (marks === undefined) return "none";
  const { kmin, kmax, percent } = marks;
  return `{ name: red, kmin: ${spell(Math.min(kmin, kmax), "bytes")}, kmax: ${spell(kmax, "bytes")}, pmax: ${percent / 100}, scaleTo: 0bps }`;
}

function scheduling({ weights }: Facts, control: number): string {
  const rows = [...weights].filter(([cls]) => cls !== control);
  if (rows.length === 0) return "round-robin";
  const list = rows.map(([cls, { weight }]) => `{ class: ${cls}, quantum: ${weight * QUANTUM}B }`);
  return `{ name: dwrr, classes: [${list.join(", ")}] }`;
}

/** Of several switches, which a scenario has alike. */
function differences(switches: readonly SonicSwitch[], [first, ...others]: readonly Facts[]): string[] {
  const said = (facts: Facts): string =>
    JSON.stringify([
      facts.lossless,
      facts.alpha,
      facts.staticThreshold,
      facts.headroom,
      facts.pool,
      facts.marks?.kmin,
      facts.marks?.kmax,
    ]);
  const odd = others.flatMap((facts, k) => (said(facts) === said(first) ? [] : [switches[k + 1].name]));
  if (odd.length === 0) return [];
  return [
    `${odd.join(", ")}: other pools, thresholds, headroom or marks than ${switches[0].name}, whose all switches have here.`,
  ];
}

/** What this config says and a scenario cannot, or the other way round. */
function unsaid(at: SonicSwitch, facts: Facts): string[] {
  const { db } = at;
  const notes: string[] = [];
  if (facts.lossless.length === 0) notes.push("PORT_QOS_MAP protects no class: nothing is lossless.");
  if (facts.headroom === undefined)
    notes.push(
      "No profile says xoff, and none can be reckoned without ASIC, speed and cable: headroom is what xoff reckons.",
    );
  if (facts.pool === undefined) notes.push("No ingress_lossless_pool with a size: queues share 16 MiB.");
  if (facts.alpha === undefined && facts.staticThreshold === undefined)
    notes.push("No threshold: dynamic, with alpha 1.");
  if (facts.profiles.length > 0)
    notes.push(
      "BUFFER_PROFILE: xon, which a group holds before it pauses, is not kept apart; a group starts again xon_offset below its threshold.",
    );
  if (at.sharedHeadroom)
    notes.push("The shared headroom pool: here every lossless queue has its whole headroom for itself.");
  if (facts.marks !== undefined)
    notes.push(
      "WRED_PROFILE: yellow and red, since packets have no colour; marks go by the length of the queue after each packet. Hosts run DCQCN, of which a switch's config says nothing.",
    );
  if (facts.strict.length > 0)
    notes.push(
      `SCHEDULER: queues ${facts.strict.join(", ")} are strict; here control's class alone goes before all others.`,
    );
  const [dscp] = db.rows("DSCP_TO_TC_MAP");
  if (dscp !== undefined) {
    const of = facts.lossless.map(
      (cls) =>
        `${
          [...dscp.fields]
            .filter(([, { text }]) => text === String(cls))
            .map(([name]) => name)
            .join(", ") || "none"
        } to ${cls}`,
    );
    notes.push(`DSCP_TO_TC_MAP: traffic names its class itself${of.length > 0 ? `; DSCP ${of.join("; ")}` : ""}.`);
  }
  if (db.rows("TC_TO_PRIORITY_GROUP_MAP").length + db.rows("TC_TO_QUEUE_MAP").length > 0)
    notes.push("TC_TO_PRIORITY_GROUP_MAP and TC_TO_QUEUE_MAP: a class is its group and its queue.");
  if (db.rows("PFC_WD").length > 0) notes.push("PFC_WD: no watchdog runs.");
  const mtus = [...new Set(at.ports.filter(({ up }) => up).map(({ mtu }) => mtu))];
  if (mtus.length > 0)
    notes.push(
      `PORT: MTU ${mtus.slice(0, 4).join(", ")}; packets carry ${facts.payload} B, the MTU of lossless traffic.`,
    );
  const rest = db.tables().filter((name) => !WANTED.has(name));
  if (rest.length > 0)
    notes.push(
      `Not about losses, so left out: ${rest.slice(0, 40).join(", ")}${rest.length > 40 ? ` and ${rest.length - 40} more` : ""}.`,
    );
  return notes;
}
