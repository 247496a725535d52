/** Compares the two ends of each link between switches. A difference is reported for the link end whose value is rarer in the fabric. */
import { formatCount } from "../../base/format.ts";
import { classesOf, type ConfigRow } from "./config-db.ts";
import { finding, grouped, several, type Finding } from "./finding.ts";
import { endName, type LinkEnd, type SonicLink } from "./links.ts";
import { isLike, serviceOf, type Service } from "./lint-schedulers.ts";
import { dscpMapOf, marksGreen, profileOf, remappedClasses, thresholdOf, type SonicSwitch } from "./switch-of.ts";

/** The value of a setting at one end of a link, as text, and the place of the value in the config. */
interface Reading {
  readonly text: string;
  readonly row: ConfigRow | undefined;
  readonly field?: string;
  /** The config table in which a row is missing. */
  readonly table?: string;
}

/** A setting that must be equal at both ends. */
interface Rule {
  readonly name: string;
  readonly mend: string;
  /** True if the setting is compared for each lossless class of the link. */
  readonly eachClass?: boolean;
  /** Returns the setting at one end of a link. Undefined if this end has no value to compare. */
  readonly read: (end: LinkEnd, cls: number) => Reading | undefined;
  /**
   * Returns the text of the setting at `end` for the output. The text depends on `other`, the link's other end, if only a difference
   * between the ends is shown. Absent: the output has the text of `read`.
   */
  readonly show?: (end: LinkEnd, other: LinkEnd) => string;
  /** True if a difference between the ends of the link is no mistake. */
  readonly isFine?: (a: LinkEnd, b: LinkEnd, cls: number) => boolean;
  /** True if a difference between the ends of the link may be on purpose. */
  readonly isNote?: (a: LinkEnd, b: LinkEnd) => boolean;
}

const portField = ({ at, port }: LinkEnd, name: string): string | undefined => at.db.field(port.row, name);
const negotiates = (end: LinkEnd): boolean => portField(end, "autoneg") === "on";
/** Switches of different models have different memory. Their thresholds may therefore differ on purpose. */
const differentModels = ({ at: a }: LinkEnd, { at: b }: LinkEnd): boolean => a.hwsku !== b.hwsku;
const bothNegotiate = (a: LinkEnd, b: LinkEnd): boolean => negotiates(a) && negotiates(b);

const RULES: readonly Rule[] = [
  {
    name: "link-down-at-one-end",
    mend: "The link is down: set admin_status up at this end, or down at both.",
    read: ({ port }) => ({ text: `admin_status ${port.up ? "up" : "down"}`, row: port.row, field: "admin_status" }),
  },
  {
    name: "link-priorities-differ",
    mend: "The end without a class ignores its PAUSE frames and sends none, so packets are lost: set pfc_enable alike.",
    read: ({ port }) => ({
      text: `pfc_enable ${port.lossless.length === 0 ? "of no class" : port.lossless.join()}`,
      ...{ row: port.qos, field: "pfc_enable", table: "PORT_QOS_MAP" },
    }),
  },
  {
    name: "link-dscp-differs",
    mend: "A packet changes its class on the way, so a PAUSE stops other packets: use the same DSCP_TO_TC_MAP.",
    eachClass: true,
    read: ({ at, port }, cls) => {
      const row = dscpMapOf(at.db, port.qos);
      // If the port has a DSCP map and a dot1p map, the ASIC decides which one counts. So there is nothing to compare.
      if (at.db.field(port.qos, "dot1p_to_tc_map") !== undefined)
        return row === undefined ? { text: "dot1p_to_tc_map", row: port.qos, field: "dot1p_to_tc_map" } : undefined;
      if (row === undefined) return { text: "no dscp_to_tc_map", row: port.qos, table: "PORT_QOS_MAP" };
      const dscps = [...row.fields].flatMap(([dscp, { text }]) => (classesOf(text)?.[0] === cls ? [Number(dscp)] : []));
      return { text: dscps.length === 0 ? "no DSCP" : `DSCP ${dscps.sort((a, b) => a - b).join()}`, row };
    },
  },
  {
    name: "link-dscp-differs",
    mend: "A packet changes its class on the way, and so its queue and weight: use the same DSCP_TO_TC_MAP.",
    read: ({ at, port }) => {
      const row = dscpMapOf(at.db, port.qos);
      return row === undefined ? undefined : { text: ALL_DSCPS.map((dscp) => classOf({ at, port }, dscp)).join(), row };
    },
    show: (end, other) => {
      const [dscp, ...more] = lossyDscps(end, other);
      const rest = more.length === 0 ? "" : ` and ${more.length} more`;
      return `DSCP ${dscp} in class ${classOf(end, dscp)}${rest}`;
    },
    isFine: (a, b) => lossyDscps(a, b).length === 0,
  },
  mapRule("tc_to_pg_map", "TC_TO_PRIORITY_GROUP_MAP", "group"),
  mapRule("tc_to_queue_map", "TC_TO_QUEUE_MAP", "queue"),
  mapRule("pfc_to_queue_map", "MAP_PFC_PRIORITY_TO_QUEUE", "queue"),
  mapRule("pfc_to_pg_map", "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP", "group"),
  {
    name: "link-mtu-differs",
    mend: "The end with the smaller MTU drops larger packets: set the same mtu.",
    read: ({ port }) => ({ text: `MTU ${port.mtu}`, row: port.row, field: "mtu" }),
  },
  {
    name: "link-speed-differs",
    mend: "The link does not come up: set the same speed.",
    read: ({ port }) =>
      port.speed === undefined ? undefined : { text: `${port.speed} Mbit/s`, row: port.row, field: "speed" },
    isFine: bothNegotiate,
  },
  {
    name: "link-autoneg-differs",
    mend: "The link may not come up: set autoneg alike.",
    read: (end) => ({ text: `autoneg ${negotiates(end) ? "on" : "off"}`, row: end.port.row, field: "autoneg" }),
  },
  {
    name: "link-fec-differs",
    mend: "The link does not come up or loses frames: set the same fec.",
    // Without this field, SAI uses no FEC.
    read: (end) => ({ text: `fec ${portField(end, "fec") ?? "none"}`, row: end.port.row, field: "fec" }),
    isFine: (a, b) => bothNegotiate(a, b) || [a, b].some((end) => portField(end, "fec") === "auto"),
  },
  {
    name: "link-cable-differs",
    mend: "A cable has one length, and the end with the smaller one has too little headroom: correct CABLE_LENGTH.",
    read: ({ port: { cable, cableRow, name } }) =>
      cable === undefined || cable === 0 ? undefined : { text: `${cable}m`, row: cableRow, field: name },
  },
  {
    name: "link-watchdog-differs",
    mend: "One end then drops the packets of a storm while the other waits: set the same action and times.",
    read: (end) =>
      end.port.lossless.length === 0 ? undefined : { text: watchdogText(end), row: watchdogRow(end), table: "PFC_WD" },
    isFine: (a, b) => watchdogText(a, defaultScale(a)) === watchdogText(b, defaultScale(b)),
  },
  {
    name: "link-ecn-differs",
    mend: "Marks then depend on the direction of a flow: use the same WRED_PROFILE.",
    eachClass: true,
    read: ({ at, port }, cls) => {
      const { db } = at;
      const queue = at.queues.get(`${port.name}|${cls}`);
      const row = db.find("WRED_PROFILE", db.field(queue, "wred_profile") ?? "");
      if (row === undefined) return { text: "no ECN", row: queue, table: "QUEUE" };
      const [min, max] = ["min", "max"].map((name) => formatCount(db.number(row, `green_${name}_threshold`) ?? 0));
      const percent = db.field(row, "green_drop_probability") ?? "100";
      return { text: marksGreen(db, row) ? `ECN from ${min} to ${max} B, ${percent}%` : "no ECN", row };
    },
    isFine: ({ port: a }, { port: b }) => a.speed !== b.speed,
    isNote: differentModels,
  },
  {
    name: "link-threshold-differs",
    mend: "The switch with the lower threshold sends PAUSE frames long before the others: use the same threshold.",
    eachClass: true,
    read: ({ at, port }, cls) => {
      const threshold = thresholdOf(at, port, cls);
      if (threshold === undefined) return undefined;
      const row = profileOf(at, port.name, cls) ?? at.db.rows("DEFAULT_LOSSLESS_BUFFER_PARAMETER").at(0);
      const text = "bytes" in threshold ? `${formatCount(threshold.bytes)} B` : `alpha ${alphaText(threshold.alpha)}`;
      return { text: `PFC threshold ${text}`, row, table: "BUFFER_PROFILE" };
    },
    isFine: ({ port: a }, { port: b }) => a.speed !== b.speed,
    isNote: differentModels,
  },
  {
    name: "link-scheduler-differs",
    mend: "The class has a smaller share of the link in one direction, so its packets wait there: use the same weights.",
    eachClass: true,
    read: ({ at, port: { name } }, cls) => ({
      text: serviceText(serviceOf(at, name, cls)),
      row: at.queues.get(`${name}|${cls}`),
      ...{ field: "scheduler", table: "QUEUE" },
    }),
    isFine: (a, b, cls) => isLike(serviceOf(a.at, a.port.name, cls), serviceOf(b.at, b.port.name, cls)),
    isNote: differentModels,
  },
  {
    name: "link-traffic-pattern-differs",
    mend: "Both ends carry the same packets, so one has the wrong headroom: set LOSSLESS_TRAFFIC_PATTERN alike.",
    read: ({ at }) => {
      const row = at.db.rows("LOSSLESS_TRAFFIC_PATTERN").at(0);
      return row === undefined ? undefined : { text: `packets of ${at.losslessMtu} B, ${at.smallPackets}% small`, row };
    },
  },
];

const ALL_DSCPS: readonly number[] = Array.from({ length: 64 }, (_, dscp) => dscp);

/** Returns the class of a DSCP at a port. Undefined: the map of the port has no row for it. */
const classOf = ({ at, port }: LinkEnd, dscp: number): number | undefined =>
  classesOf(at.db.field(dscpMapOf(at.db, port.qos), String(dscp)) ?? "")?.[0];

/** The DSCPs that are in different lossy classes at the two ends of a link. Another rule compares lossless classes. */
function lossyDscps(a: LinkEnd, b: LinkEnd): number[] {
  if ([a, b].some(({ at }) => remappedClasses(at).length > 0)) return [];
  const isLossy = (cls: number | undefined): boolean =>
    cls !== undefined && !a.port.lossless.includes(cls) && !b.port.lossless.includes(cls);
  return ALL_DSCPS.filter((dscp) => {
    const [one, other] = [classOf(a, dscp), classOf(b, dscp)];
    return one !== other && isLossy(one) && isLossy(other);
  });
}

/**
 * A rule that compares a map of PORT_QOS_MAP at the two ends of a link. Without a map of PFC priorities, priority n
 * belongs to queue n and priority group n.
 */
function mapRule(name: string, table: string, what: string): Rule {
  return {
    name: "link-maps-differ",
    mend: `A PAUSE of one end then stops other packets at the other end: use the same ${table}.`,
    eachClass: true,
    read: ({ at, port }, cls) => {
      const row = at.db.find(table, at.db.field(port.qos, name) ?? "");
      const usual = name.startsWith("pfc") ? `${what} ${cls}` : "no map";
      if (row === undefined) return { text: `${name}: ${usual}`, row: port.qos, table: "PORT_QOS_MAP" };
      return { text: `${name}: ${what} ${at.db.field(row, String(cls)) ?? "none"}`, row, field: String(cls) };
    },
  };
}

/** Returns alpha as text. Alpha is a power of two, such as 1/8 or 2. */
const alphaText = (alpha: number): string => (alpha < 1 ? `1/${1 / alpha}` : String(alpha));

function serviceText(service: Service | undefined): string {
  if (service === undefined) return "no scheduler";
  const { type, share } = service;
  return type === "STRICT" ? "a STRICT queue" : `${type} with ${Math.round(100 * share)}% of the weights`;
}

const watchdogRow = ({ at, port }: LinkEnd): ConfigRow | undefined =>
  at.db.rows("PFC_WD").find(({ key }) => key.split(",").includes(port.name));

/** The watchdog of a port as text, with its times divided by `scale`. */
function watchdogText(end: LinkEnd, scale = 1): string {
  const { db } = end.at;
  const row = watchdogRow(end);
  if (row === undefined) return "no watchdog";
  const ms = (from: ConfigRow | undefined, name: string): string => {
    const value = db.number(from, name);
    return value === undefined ? "no time" : `${value / scale} ms`;
  };
  const [detection, restoration] = ["detection_time", "restoration_time"].map((name) => ms(row, name));
  const poll = ms(db.find("PFC_WD", "GLOBAL"), "POLL_INTERVAL");
  return `${db.field(row, "action") ?? "drop"} after ${detection}, restore after ${restoration}, poll each ${poll}`;
}

/**
 * SONiC's command `pfcwd start_default` multiplies its times by a factor: the number of ports divided by 32, rounded
 * up. So the times of two switches may differ by their factors without a mistake.
 */
const defaultScale = ({ at }: LinkEnd): number => Math.max(1, Math.ceil(at.ports.length / 32));

interface Difference {
  readonly rule: Rule;
  readonly cls: number;
  readonly odd: LinkEnd;
  readonly usual: LinkEnd;
  readonly oddText: string;
  readonly usualText: string;
}

/** Finds settings that differ between the two ends of a link. */
export function linkMistakes(switches: readonly SonicSwitch[], links: readonly SonicLink[]): Finding[] {
  const ends = switches.flatMap((at) => at.ports.map((port): LinkEnd => ({ at, port })));
  return RULES.flatMap((rule) => {
    const uses = counter(rule, ends);
    const found = links
      .filter(({ a, b }) => a.port.up || b.port.up)
      .flatMap(({ a, b }) =>
        (rule.eachClass === true ? classesAt(a, b) : [0]).flatMap((cls) => compare(rule, a, b, cls)),
      );
    const placed = found.map((one) =>
      uses(one.oddText, one.cls) <= uses(one.usualText, one.cls) ? one : swapped(one),
    );
    return grouped(placed, ({ odd, cls, oddText, usualText }) => [odd.at.name, cls, oddText, usualText].join("|")).map(
      groupFinding,
    );
  });
}

/** Returns a function that counts the ports in `ends` at which the rule's setting has the value `text` for class `cls`. */
function counter(rule: Rule, ends: readonly LinkEnd[]): (text: string, cls: number) => number {
  const known = new Map<string, number>();
  return (text, cls) => {
    const key = `${cls} ${text}`;
    const count = known.get(key) ?? ends.filter((end) => rule.read(end, cls)?.text === text).length;
    known.set(key, count);
    return count;
  };
}

/** The classes that are lossless at either end of the link, without those of tunnels between ToRs. */
function classesAt(a: LinkEnd, b: LinkEnd): number[] {
  const remapped = [a, b].flatMap(({ at }) => remappedClasses(at));
  const all = new Set([...a.port.lossless, ...b.port.lossless].filter((cls) => !remapped.includes(cls)));
  return [...all].sort((one, other) => one - other);
}

function compare(rule: Rule, a: LinkEnd, b: LinkEnd, cls: number): Difference[] {
  const [one, other] = [rule.read(a, cls)?.text, rule.read(b, cls)?.text];
  if (one === undefined || other === undefined || one === other || rule.isFine?.(a, b, cls) === true) return [];
  return [{ rule, cls, odd: a, usual: b, oddText: one, usualText: other }];
}

const swapped = ({ odd, usual, oddText, usualText, ...rest }: Difference): Difference => ({
  ...rest,
  ...{ odd: usual, usual: odd, oddText: usualText, usualText: oddText },
});

/**
 * Returns one finding for a group of links of one switch. In all these links a setting has the value `oddText` at this
 * switch, and `usualText` at the other end.
 */
function groupFinding(group: readonly [Difference, ...Difference[]]): Finding {
  const [{ rule, cls, odd, usual, oddText, usualText }] = group;
  const { row, field, table } = rule.read(odd, cls) ?? {};
  const what = rule.eachClass === true ? ` for class ${cls}` : "";
  return finding(odd.at.db, rule.name, {
    ...{ row, mend: rule.mend },
    ...(field !== undefined && { field }),
    ...(table !== undefined && { table }),
    found: `${rule.show?.(odd, usual) ?? oddText}${what} at ${several(group.map((one) => one.odd.port.name))}`,
    expected: `${rule.show?.(usual, odd) ?? usualText}${what}, as at ${several(group.map((one) => endName(one.usual)))}`,
    ...(rule.isNote?.(odd, usual) === true && { isNote: true }),
  });
}
