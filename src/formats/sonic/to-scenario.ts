/**
 * Converts one or several config_db.json, one per switch, to a scenario of xoff's own model. Settings that a scenario cannot express, and
 * values that a config lacks, are returned as notes. The notes are also part of the scenario.
 */
import { spell } from "../../base/param-text.ts";
import { wrap } from "../../base/wrap.ts";
import { standardHeadroom } from "../../theory/headroom-terms.ts";
import { shown, WANTED } from "./config-db.ts";
import { factsOf, type Facts, type PortProfile } from "./facts.ts";
import { fabricOf, type SonicFabric } from "./fabric.ts";
import type { Bps, Bytes } from "../../base/units.ts";
import type { SonicSwitch } from "./switch-of.ts";
import { watchdogLines } from "./watchdog.ts";
import type { Wire } from "./wiring.ts";

export interface ImportedConfig {
  readonly text: string;
  readonly notes: readonly string[];
}

/** Bytes per scheduling turn and unit of weight. Even at weight 1 a turn has room for a packet of 1500 B. */
export const QUANTUM = 1600;
/** Length of the IPv4, UDP and BTH headers and the ICRC, the difference between a packet and its payload. */
const HEADERS: Bytes = 44;
/**
 * Tables that may map a class to a PFC priority, priority group or queue with another number. A scenario has no such maps:
 * these numbers always equal the class. So a note names the tables.
 */
const PRIORITY_MAPS: readonly string[] = [
  ...["TC_TO_PRIORITY_GROUP_MAP", "TC_TO_QUEUE_MAP"],
  ...["MAP_PFC_PRIORITY_TO_QUEUE", "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP"],
];
/** Tables about egress memory, which a scenario does not model separately. */
const EGRESS: readonly string[] = [
  ...["BUFFER_QUEUE", "BUFFER_PORT_INGRESS_PROFILE_LIST", "BUFFER_PORT_EGRESS_PROFILE_LIST"],
];
/** Maximum memory of a switch in a scenario. */
const MAX_MEMORY: Bytes = 2 ** 40;
/** Pool of the scenario if no config sets one, bytes. */
const USUAL_POOL = 2 ** 24;

/** Converts the configs to a scenario. Throws `InputError` for a field that cannot be read. */
export function toScenario(switches: readonly SonicSwitch[], wires: readonly Wire[]): ImportedConfig {
  const all = switches.map(factsOf);
  const fabric = fabricOf(switches, wires);
  const facts = { ...all[0], ...joined(all) };
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
    `switch: { memory: ${spell(fitting(memoryOf(facts, fabric, switches[0]), switches[0]), "bytes")} }`,
    `packet: { payload: ${spell(facts.payload, "bytes")} }`,
    `classes: { lossless: [${lossless.join(", ")}], control: ${control}, default: ${usual}${dscpRows(facts)} }`,
    "onDrop: count",
    "",
    "policies:",
    `  buffer: ${buffer(facts)}`,
    `  headroom: { ${headroom(facts)}, resumeOffset: ${spell(facts.resumeOffset, "bytes")} }`,
    "  link: { name: pfc, reactionShare: 1 }",
    `  detection: ${detection(facts)}`,
    `  congestion: ${facts.marks === undefined ? "none" : "dcqcn"}`,
    `  scheduling: ${scheduling(facts, control)}`,
    "",
    "traffic: # a config has none, so insert yours here",
    `  - { kind: incast, to: ${JSON.stringify(fabric.hosts[0])}, fanIn: ${Math.min(8, fabric.hosts.length - 1)}, size: 256KiB }`,
    ...watchdogLines(
      switches,
      all.map(({ watchdogs }) => watchdogs),
      (at, port) => fabric.portNames.get(`${at}|${port}`),
    ),
  ];
  const unique = [...new Set(notes)];
  const intro = `Made by xoff sonic import from ${switches.map(({ db }) => db.file).join(", ")}. The next lines list the differences.`;
  // The notes become comments of the scenario. The parser of scenarios limits the nesting of [ and {, even in comments. Names in
  // notes may exceed this limit. So round brackets, which have no limit, replace [ and {.
  const plain = unique.map((note) => note.replace(/[[{]/g, "(").replace(/[\]}]/g, ")"));
  const lines = plain.flatMap((note) => wrap(note, 106).map((line, k) => `# ${k === 0 ? "- " : "  "}${line}`));
  const head = [...wrap(intro, 108).map((line) => `# ${line}`), ...(lines.length > 0 ? ["#"] : []), ...lines];
  return { text: `${head.join("\n")}\n${yaml.join("\n")}\n`, notes: unique };
}

/** Merges the profiles of all switches. For the same speed and cable length, the larger headroom wins. */
function joined(all: readonly Facts[]): Pick<Facts, "byPort" | "headroom"> {
  const byPort: PortProfile[] = [];
  for (const profile of all.flatMap((facts) => facts.byPort)) {
    const at = byPort.findIndex(({ speed, cable }) => speed === profile.speed && cable === profile.cable);
    if (at < 0) byPort.push(profile);
    else if (profile.xoff > byPort[at].xoff) byPort[at] = profile;
  }
  const sizes = byPort.map(({ xoff }) => xoff);
  return { byPort, headroom: sizes.length === 0 ? undefined : Math.max(...sizes) };
}

/**
 * Returns the switch memory. In the first two cases the largest headroom that any switch needs is added:
 *
 * - The config has a shared pool: the pool.
 * - It has none, and the ASIC's memory is unknown or not larger than that headroom: `USUAL_POOL`.
 * - It has none, and the ASIC's memory is larger than that headroom: the whole memory of the ASIC, which includes headroom.
 */
function memoryOf(facts: Facts, fabric: SonicFabric, { asic }: SonicSwitch): number {
  const { lossless } = facts;
  const needs = new Map(fabric.switches.map((name) => [name, 0]));
  for (const { a, b, rate, metres, parallel } of fabric.links)
    for (const end of [a, b]) {
      const before = needs.get(end);
      if (before !== undefined) needs.set(end, before + parallel * lossless.length * headroomOf(facts, rate, metres));
    }
  const most = Math.max(...[...needs.values()].map((bytes) => kept(facts, bytes)));
  const own = facts.pool === undefined ? asic?.values.memory : undefined;
  return own !== undefined && own > most ? own : (facts.pool ?? USUAL_POOL) + most;
}

/** Returns the switch memory. Throws `InputError` if it exceeds the limit of a scenario's switch. */
function fitting(memory: Bytes, { db, pool }: SonicSwitch): Bytes {
  if (memory <= MAX_MEMORY) return memory;
  const at = pool?.fields.get("size")?.node.start ?? db.root.start;
  const found = `${spell(memory, "bytes")} with the headroom of all ports`;
  throw db.mistake(at, `a pool and headroom of ${spell(MAX_MEMORY, "bytes")} at most together`, found);
}

/**
 * Returns the headroom of a link: the value of its profile, or else the largest value of the config, or else the
 * standard's. The headroom policy that is written to the scenario gives the link the value returned here.
 */
function headroomOf({ byPort, headroom, mtu, payload }: Facts, rate: Bps, metres: number): Bytes {
  const profile = byPort.find(({ speed, cable }) => speed * 1e6 === rate && cable === metres);
  const link = { rate, metres, mtu: Math.max(mtu, payload + HEADERS) };
  return profile?.xoff ?? headroom ?? Math.ceil(standardHeadroom(link).xoff);
}

/**
 * The memory that a switch reserves for headroom. `bytes` is the sum over all lossless queues. A shared headroom pool
 * limits this memory to the size of the pool. If the config states no size, the pool has the sum divided by the pool's
 * oversubscription ratio.
 */
const kept = ({ sharedPool }: Facts, bytes: Bytes): Bytes =>
  sharedPool === undefined ? bytes : Math.min(bytes, sharedPool.bytes ?? Math.ceil(bytes / sharedPool.ratio));

/**
 * Writes the headroom policy with its size, or with a rule if the config has no size. If the sizes of the profiles differ,
 * `size` is the largest, and `profiles` has the size for each speed and cable length.
 */
function headroom({ byPort, headroom: largest, sharedPool, mtu }: Facts): string {
  const pool =
    sharedPool === undefined
      ? []
      : [
          sharedPool.bytes === undefined
            ? `overSubscribe: ${sharedPool.ratio}`
            : `pool: ${spell(sharedPool.bytes, "bytes")}`,
        ];
  const differ = byPort.some(({ xoff }) => xoff !== largest);
  const rows = byPort.map(
    ({ speed, cable, xoff }) => `"${spell(speed * 1e6, "bps")}, ${cable}m, ${spell(xoff, "bytes")}"`,
  );
  return [
    `name: ${sharedPool === undefined ? "sih" : "shp"}`,
    ...(largest === undefined ? [`rule: 802.1qbb, mtu: ${mtu}B`] : [`size: ${spell(largest, "bytes")}`]),
    ...(differ ? [`profiles: [${rows.join(", ")}]`] : []),
    ...pool,
  ].join(", ");
}

/** Writes the classes by DSCP, with one row for consecutive values of the same class. */
function dscpRows({ dscp }: Facts): string {
  if (dscp === undefined) return "";
  const rows: [from: number, to: number, cls: number][] = [];
  for (const [code, cls] of [...dscp.map].sort(([one], [other]) => one - other)) {
    const last = rows.at(-1);
    if (last !== undefined && last[1] === code - 1 && last[2] === cls) last[1] = code;
    else rows.push([code, code, cls]);
  }
  return `, dscp: [${rows.map((row) => `"${row.join(", ")}"`).join(", ")}]`;
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

/**
 * Settings of a config that all switches of a scenario must share. Headroom is not among them: for each speed and cable
 * length the largest headroom is used.
 */
const SHARED: readonly (readonly [name: string, value: (facts: Facts) => unknown])[] = [
  ["lossless classes", ({ lossless }) => lossless],
  ["classes of DSCPs", ({ dscp }) => [...(dscp?.map ?? [])]],
  ["thresholds", ({ alpha, staticThreshold, resumeOffset }) => [alpha, staticThreshold, resumeOffset]],
  ["pools", ({ pool, sharedPool }) => [pool, sharedPool]],
  ["ECN marks", ({ marks }) => [marks?.kmin, marks?.kmax, marks?.percent]],
  ["weights", ({ weights, strict }) => [[...weights].map(([cls, { weight }]) => [cls, weight]), strict]],
];

/** Notes which settings of a switch differ from those of the first. In the scenario all switches have the same settings. */
function differences(switches: readonly SonicSwitch[], [first, ...others]: readonly Facts[]): string[] {
  return others.flatMap((facts, k) => {
    const isSame = (value: (of: Facts) => unknown): boolean =>
      JSON.stringify(value(facts)) === JSON.stringify(value(first));
    const odd = SHARED.flatMap(([name, value]) => (isSame(value) ? [] : [name]));
    if (odd.length === 0) return [];
    return `${shown(switches[k + 1].name)}: ${odd.join(", ")} differ. Here all switches have those of ${shown(switches[0].name)}.`;
  });
}

/** Notes the settings that only the config or only a scenario can express. */
function unsaid(at: SonicSwitch, facts: Facts): string[] {
  const { db } = at;
  const notes: string[] = [];
  if (facts.lossless.length === 0) notes.push("PORT_QOS_MAP protects no class: nothing is lossless.");
  if (facts.headroom === undefined)
    notes.push(
      "No profile has xoff, and ASIC, speed or cable is unknown. Headroom follows 802.1Qbb at the speed and cable of each port.",
    );
  if (facts.pool === undefined)
    notes.push(
      at.asic?.values.memory === undefined
        ? "No ingress_lossless_pool with a size: queues share 16 MiB."
        : `No ingress_lossless_pool with a size: the switch has ${spell(at.asic.values.memory, "bytes")}, the memory of ${at.asic.name}. Queues share the rest.`,
    );
  if (facts.alpha === undefined && facts.staticThreshold === undefined)
    notes.push("No threshold: dynamic, with alpha 1.");
  if (facts.profiles.length > 0)
    notes.push("BUFFER_PROFILE: xon is no separate reservation. A group resumes xon_offset below its threshold.");
  if (facts.marks !== undefined)
    notes.push(
      "WRED_PROFILE: yellow and red have no effect, because packets have no colour. Marks follow the queue length after each packet. Hosts run DCQCN, which no switch config sets.",
    );
  if (facts.strict.length > 0)
    notes.push(
      `SCHEDULER: queues ${facts.strict.join(", ")} are strict. Here only the control class precedes all others.`,
    );
  const maps = PRIORITY_MAPS.filter((table) => db.rows(table).length > 0);
  if (maps.length > 0) notes.push(`${maps.join(", ")}: group, queue and PFC priority equal the class.`);
  const egress = EGRESS.filter((table) => db.rows(table).length > 0);
  if (egress.length > 0)
    notes.push(
      `${egress.join(", ")}: a packet counts only at its ingress, so pools of egress and of lossy classes are not separate.`,
    );
  if (facts.watchdogs.length > 0)
    notes.push("PFC_WD: a watchdog detects pauses of hundreds of ms. To see it act, raise until or reduce its times.");
  const mtus = [...new Set(at.ports.filter(({ up }) => up).map(({ mtu }) => mtu))];
  if (mtus.length > 0)
    notes.push(
      `PORT: MTU ${mtus.slice(0, 4).join(", ")}; packets carry ${facts.payload} B, the MTU of lossless traffic.`,
    );
  const rest = db
    .tables()
    .filter((name) => !WANTED.has(name) && !PRIORITY_MAPS.includes(name) && !EGRESS.includes(name));
  if (rest.length > 0)
    notes.push(
      `Not about losses, so left out: ${rest.slice(0, 40).map(shown).join(", ")}${rest.length > 40 ? ` and ${rest.length - 40} more` : ""}.`,
    );
  return notes;
}
