import { expect, test } from "vitest";
import { portName, sound, textOf, type Tables } from "../../../test/sonic/sound.ts";
import { ConfigDb } from "./config-db.ts";
import type { Finding } from "./finding.ts";
import { lint } from "./lint.ts";
import type { PausesSeen } from "./lint-marks.ts";
import { profileLookup } from "./profile-lookup.ts";
import { switchOf } from "./switch-of.ts";

const linted = (tables: Tables, seen?: PausesSeen): Finding[] =>
  lint(switchOf(new ConfigDb(textOf(tables), "config_db.json")), seen);
const planted = (plant: (tables: Tables) => void): Finding[] => {
  const tables = sound();
  plant(tables);
  return linted(tables);
};
const each = (rows: Record<string, Record<string, string | string[]>>, fields: Record<string, string>): void => {
  for (const row of Object.values(rows)) Object.assign(row, fields);
};
const PROFILE = "pg_lossless_100000_40m_profile";

test("nothing in a sound config: traditional or dynamic, headroom shared or not, of 8 or 32 ports, before and after a calm run", () => {
  expect(linted(sound())).toEqual([]);
  expect(linted(sound({ ports: 32 }))).toEqual([]);
  expect(linted(sound(), { longestMs: 3, where: "leaf0 to spine1" })).toEqual([]);
  const dynamic = sound();
  Object.assign(dynamic["DEVICE_METADATA"]["localhost"], { buffer_model: "dynamic" });
  dynamic["BUFFER_PROFILE"] = {};
  dynamic["BUFFER_POOL"] = {};
  each(dynamic["BUFFER_PG"], { profile: "NULL" });
  dynamic["DEFAULT_LOSSLESS_BUFFER_PARAMETER"] = { AZURE: { default_dynamic_th: "0", over_subscribe_ratio: "2" } };
  expect(linted(dynamic)).toEqual([]);
  const odd = sound();
  odd["BUFFER_QUEUE"] = {
    [`${Object.keys(odd["PORT"]).join()}|3-4`]: { profile: "[BUFFER_PROFILE|egress_lossless_profile]" },
  };
  odd["PORT_QOS_MAP"]["global"] = { dscp_to_tc_map: "AZURE" };
  delete odd["PORT_QOS_MAP"]["Ethernet0"]["dscp_to_tc_map"];
  const numbers = JSON.parse(textOf(odd).replace(/"(-?\d+)"(?=,?\n)/g, "$1")) as Tables;
  expect(linted(numbers)).toEqual([]);
  const shared = sound();
  Object.assign(shared["BUFFER_POOL"]["ingress_lossless_pool"], { xoff: "2000000" });
  expect(linted(shared)).toEqual([]);
});

const MISTAKES: readonly (readonly [rule: string, path: string, plant: (tables: Tables) => void])[] = [
  ["lossless-without-headroom", "PORT_QOS_MAP.Ethernet8.pfc_enable", (t) => delete t["BUFFER_PG"]["Ethernet8|3"]],
  ["lossless-without-headroom", `BUFFER_PROFILE.${PROFILE}.xoff`, (t) => (t["BUFFER_PROFILE"][PROFILE]["xoff"] = "0")],
  ["headroom-too-small", `BUFFER_PROFILE.${PROFILE}.xoff`, (t) => (t["BUFFER_PROFILE"][PROFILE]["xoff"] = "32768")],
  [
    "no-profile-for-speed-and-cable",
    'BUFFER_PG["Ethernet4|3"].profile',
    (t) => (t["PORT"]["Ethernet4"]["speed"] = "40000"),
  ],
  ["no-cable-length", "CABLE_LENGTH.AZURE.Ethernet0", (t) => (t["CABLE_LENGTH"]["AZURE"]["Ethernet0"] = "0m")],
  ["no-speed", "PORT.Ethernet0", (t) => delete t["PORT"]["Ethernet0"]["speed"]],
  [
    "alpha-takes-the-pool",
    `BUFFER_PROFILE.${PROFILE}.dynamic_th`,
    (t) => (t["BUFFER_PROFILE"][PROFILE]["dynamic_th"] = "3"),
  ],
  [
    "ecn-above-xoff",
    "WRED_PROFILE.AZURE_LOSSLESS.green_min_threshold",
    (t) =>
      Object.assign(t["WRED_PROFILE"]["AZURE_LOSSLESS"], {
        green_min_threshold: "12000000",
        green_max_threshold: "15000000",
      }),
  ],
  [
    "pool-overcommitted",
    "BUFFER_POOL.ingress_lossless_pool.size",
    (t) => (t["BUFFER_POOL"]["ingress_lossless_pool"]["size"] = "43000000"),
  ],
  [
    "shared-headroom-too-small",
    "BUFFER_POOL.ingress_lossless_pool.xoff",
    (t) => (t["BUFFER_POOL"]["ingress_lossless_pool"]["xoff"] = "1024"),
  ],
  [
    "threshold-of-other-mode",
    `BUFFER_PROFILE.${PROFILE}.dynamic_th`,
    (t) => (t["BUFFER_POOL"]["ingress_lossless_pool"]["mode"] = "static"),
  ],
  ["no-lossless-pool", "BUFFER_POOL", (t) => delete t["BUFFER_POOL"]["ingress_lossless_pool"]],
  ["watchdog-too-short", "PFC_WD.Ethernet0.detection_time", (t) => (t["PFC_WD"]["Ethernet0"]["detection_time"] = "50")],
  ["watchdog-not-everywhere", "PFC_WD", (t) => delete t["PFC_WD"]["Ethernet0"]],
  [
    "watchdog-on-lossy-class",
    "PORT_QOS_MAP.Ethernet0.pfcwd_sw_enable",
    (t) => (t["PORT_QOS_MAP"]["Ethernet0"]["pfcwd_sw_enable"] = "3,5"),
  ],
  [
    "class-in-other-group",
    "TC_TO_PRIORITY_GROUP_MAP.AZURE",
    (t) => (t["TC_TO_PRIORITY_GROUP_MAP"]["AZURE"]["3"] = "0"),
  ],
  ["class-in-other-queue", "TC_TO_QUEUE_MAP.AZURE", (t) => (t["TC_TO_QUEUE_MAP"]["AZURE"]["4"] = "5")],
  ["no-dscp-for-lossless-class", "DSCP_TO_TC_MAP.AZURE", (t) => (t["DSCP_TO_TC_MAP"]["AZURE"]["3"] = "1")],
  [
    "priorities-differ",
    "PORT_QOS_MAP.Ethernet12.pfc_enable",
    (t) => (t["PORT_QOS_MAP"]["Ethernet12"]["pfc_enable"] = "3"),
  ],
  [
    "headroom-without-pfc",
    'BUFFER_PG["Ethernet12|4"].profile',
    (t) => (t["PORT_QOS_MAP"]["Ethernet12"]["pfc_enable"] = "3"),
  ],
  ["lossless-queue-without-ecn", 'QUEUE["Ethernet0|3"]', (t) => delete t["QUEUE"]["Ethernet0|3"]["wred_profile"]],
  [
    "ecn-thresholds-reversed",
    "WRED_PROFILE.AZURE_LOSSLESS.green_min_threshold",
    (t) => (t["WRED_PROFILE"]["AZURE_LOSSLESS"]["green_min_threshold"] = "3000000"),
  ],
  [
    "ecn-probability",
    "WRED_PROFILE.AZURE_LOSSLESS.red_drop_probability",
    (t) => (t["WRED_PROFILE"]["AZURE_LOSSLESS"]["red_drop_probability"] = "0"),
  ],
  [
    "name-of-nothing",
    'QUEUE["Ethernet0|3"].scheduler',
    (t) => (t["QUEUE"]["Ethernet0|3"]["scheduler"] = "scheduler.9"),
  ],
  [
    "priority-unknown",
    "PORT_QOS_MAP.Ethernet0.pfc_enable",
    (t) => (t["PORT_QOS_MAP"]["Ethernet0"]["pfc_enable"] = "3,4,9"),
  ],
  [
    "lossless-without-headroom",
    'BUFFER_PG["Ethernet4|3"].profile',
    (t) => (t["BUFFER_PG"]["Ethernet4|3"]["profile"] = "NULL"),
  ],
  [
    "lossless-without-headroom",
    'BUFFER_PG["Ethernet4|3"].profile',
    (t) => {
      t["BUFFER_PROFILE"]["ingress_lossy_profile"] = { pool: "ingress_lossy_pool", size: "0", dynamic_th: "3" };
      t["BUFFER_PG"]["Ethernet4|3"]["profile"] = "ingress_lossy_profile";
    },
  ],
  ["headroom-not-reserved", `BUFFER_PROFILE.${PROFILE}.size`, (t) => (t["BUFFER_PROFILE"][PROFILE]["size"] = "18432")],
  ["no-threshold", `BUFFER_PROFILE.${PROFILE}`, (t) => delete t["BUFFER_PROFILE"][PROFILE]["dynamic_th"]],
  [
    "no-lossless-pool",
    "BUFFER_POOL.ingress_lossless_pool",
    (t) => delete t["BUFFER_POOL"]["ingress_lossless_pool"]["size"],
  ],
  ["no-port-up", "PORT", (t) => each(t["PORT"], { admin_status: "down" })],
  [
    "lossless-queue-drops",
    'BUFFER_QUEUE["Ethernet0|3-4"].profile',
    (t) => {
      t["BUFFER_PROFILE"]["q_lossy_profile"] = { pool: "egress_lossy_pool", size: "0", dynamic_th: "3" };
      t["BUFFER_QUEUE"] = { "Ethernet0|3-4": { profile: "q_lossy_profile" } };
    },
  ],
  [
    "lossless-queue-drops",
    "BUFFER_PROFILE.egress_lossless_profile.dynamic_th",
    (t) => {
      t["BUFFER_PROFILE"]["egress_lossless_profile"]["dynamic_th"] = "-3";
      t["BUFFER_QUEUE"] = { "Ethernet0|3-4": { profile: "egress_lossless_profile" } };
    },
  ],
  [
    "pool-of-other-direction",
    `BUFFER_PROFILE.${PROFILE}.pool`,
    (t) => (t["BUFFER_PROFILE"][PROFILE]["pool"] = "egress_lossless_pool"),
  ],
  [
    "lossless-queue-without-buffer",
    "BUFFER_QUEUE",
    (t) => (t["BUFFER_QUEUE"] = { "Ethernet0|3-4": { profile: "egress_lossless_profile" } }),
  ],
  ["port-without-pfc", "PORT_QOS_MAP.Ethernet8", (t) => delete t["PORT_QOS_MAP"]["Ethernet8"]["pfc_enable"]],
  ["port-without-admin-status", "PORT.Ethernet8", (t) => delete t["PORT"]["Ethernet8"]["admin_status"]],
  ["port-without-pfc", "PORT_QOS_MAP", (t) => delete t["PORT_QOS_MAP"]["Ethernet8"]],
  ["mtu-too-small", "PORT.Ethernet8.mtu", (t) => (t["PORT"]["Ethernet8"]["mtu"] = "1000")],
  ["watchdog-never-restores", "PFC_WD.Ethernet0", (t) => delete t["PFC_WD"]["Ethernet0"]["restoration_time"]],
  ["watchdog-not-taken", "PFC_WD.Ethernet0.action", (t) => (t["PFC_WD"]["Ethernet0"]["action"] = "dropp")],
  [
    "watchdog-not-everywhere",
    "PORT_QOS_MAP.Ethernet8",
    (t) => delete t["PORT_QOS_MAP"]["Ethernet8"]["pfcwd_sw_enable"],
  ],
  ["port-without-map", "PORT_QOS_MAP.Ethernet8", (t) => delete t["PORT_QOS_MAP"]["Ethernet8"]["tc_to_pg_map"]],
  [
    "priority-stops-other-queue",
    "MAP_PFC_PRIORITY_TO_QUEUE.AZURE.3",
    (t) => {
      t["MAP_PFC_PRIORITY_TO_QUEUE"] = { AZURE: { ...t["TC_TO_QUEUE_MAP"]["AZURE"], "3": "1" } };
      each(t["PORT_QOS_MAP"], { pfc_to_queue_map: "AZURE" });
    },
  ],
  [
    "group-pauses-other-priority",
    "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP.AZURE.4",
    (t) => {
      t["PFC_PRIORITY_TO_PRIORITY_GROUP_MAP"] = { AZURE: { ...t["TC_TO_QUEUE_MAP"]["AZURE"], "4": "3" } };
      each(t["PORT_QOS_MAP"], { pfc_to_pg_map: "AZURE" });
    },
  ],
  [
    "dynamic-model-incomplete",
    "DEFAULT_LOSSLESS_BUFFER_PARAMETER",
    (t) => Object.assign(t["DEVICE_METADATA"]["localhost"], { buffer_model: "dynamic" }),
  ],
];

test.each(MISTAKES)("%s at %s", (rule, path, plant) => {
  const found = planted(plant);
  const one = found.find((each) => each.rule === rule && each.place.path.startsWith(path));
  expect(one, JSON.stringify(found)).toBeDefined();
  expect(one?.mend).toMatch(/^[A-Z].*\.$/);
});

test("groups that SONiC makes as it starts: by its lookup, if that is given", () => {
  const bare = sound();
  bare["BUFFER_PG"] = {};
  Reflect.deleteProperty(bare["BUFFER_PROFILE"], PROFILE);
  expect(linted(bare)).toEqual([]);
  const by = (line: string) =>
    lint(
      switchOf(new ConfigDb(textOf(bare), "config_db.json"), profileLookup(`# speed cable\n${line}\n`, "lookup.ini")),
    );
  expect(by("100000 40m 140288 18432 121856 0")).toEqual([]);
  expect(by("100000 40m 140288 18432 32000 0 2288").map(({ rule, found }) => `${rule}: ${found}`)).toEqual([
    "headroom-too-small: 32,000 B in line 2 of pg_profile_lookup.ini",
  ]);
  const [note] = by("100000 40m 140288 18432 65536 0 2288");
  expect(note).toMatchObject({ rule: "headroom-below-worst-case", isNote: true });
  expect(note.mend).toMatch(/^It holds with up to \d+% small packets\.$/);
  const rules = (line: string): string[] => by(line).map(({ rule, found }) => `${rule}: ${found}`);
  expect(rules("100000 40m 18432 18432 121856 0")).toEqual([
    "headroom-not-reserved: size 18,432 B in line 2 of pg_profile_lookup.ini",
  ]);
  expect(rules("100000 40m 140288 18432 0 0")).toEqual([
    "lossless-without-headroom: xoff 0 in line 2 of pg_profile_lookup.ini",
  ]);
  expect(rules("100000 40m 140288 18432 121856 3")).toEqual([
    "alpha-takes-the-pool: alpha 8 in line 2 of pg_profile_lookup.ini",
  ]);
  expect(rules("100000 40m 140288 18432 121856 5000000")).toEqual([
    "threshold-of-other-mode: threshold 5000000 in line 2 of pg_profile_lookup.ini",
  ]);
  // The lossless groups reserve 30 MB each, which together exceeds the pool.
  expect(by("100000 40m 30000000 18432 121856 0").map(({ rule }) => rule)).toEqual(["pool-overcommitted"]);
  expect(by("").map(({ rule }) => rule)).toEqual(["no-profile-for-speed-and-cable"]);
  // A static pool: thresholds are bytes, and ECN must begin below them.
  bare["BUFFER_POOL"]["ingress_lossless_pool"]["mode"] = "static";
  const begins = Number(Object.values(bare["WRED_PROFILE"])[0]["green_min_threshold"]);
  expect(rules(`100000 40m 140288 18432 121856 ${begins + 1}`)).toEqual([]);
  expect(by(`100000 40m 140288 18432 121856 ${begins}`).map(({ rule }) => rule)).toEqual(["ecn-above-xoff"]);
  expect(rules("100000 40m 140288 18432 121856 99000000")).toEqual([
    "alpha-takes-the-pool: 99,000,000 B in line 2 of pg_profile_lookup.ini",
  ]);
  expect(rules("100000 40m 140288 18432 121856 -3")).toContain(
    "threshold-of-other-mode: threshold -3 in line 2 of pg_profile_lookup.ini",
  );
  bare["BUFFER_POOL"]["ingress_lossless_pool"]["mode"] = "dynamic";
  expect(by("40000 40m 140288 18432 121856 0").map(({ rule, place }) => `${rule} ${place.path}`)).toEqual([
    "no-profile-for-speed-and-cable CABLE_LENGTH.AZURE.Ethernet0",
  ]);
});

test.each([
  [
    "100000 40m 18432",
    "lookup.ini:1: expected speed cable size xon xoff threshold [xon_offset], 6 or 7 columns, found 3",
  ],
  ["100000 40 1 2 3 0", 'lookup.ini:1: expected a cable such as 40m, found "40"'],
  [
    "\n100000 40m 1 2 3 -99",
    'lookup.ini:2: expected a threshold from -10 to 10, a power of two, or in bytes, found "-99"',
  ],
  [
    "100000 5m 1 2 3 0\n100000 5m 1 2 3 0",
    "lookup.ini:2: expected one line for each speed and cable, found 100000 5m again",
  ],
  ["", "lookup.ini: expected lines of speed cable size xon xoff threshold [xon_offset], found none"],
])("a lookup that cannot be read: %j", (text, message) => {
  expect(() => profileLookup(text, "lookup.ini")).toThrow(message);
});

test.each([
  [
    '{ "BUFFER_PG|Ethernet0|3-4": {} }',
    /^config_db\.json:1:3: .* such as PORT, found "BUFFER_PG\|Ethernet0\|3-4"\. Rows table\|key of a database/,
  ],
  ['{ "BUFFER_PG": null }', /^config_db\.json:1:16: expected rows of BUFFER_PG, or \{\} for none, found "null"/],
  [
    '{ "PORT": { "Ethernet0": { "speed": "25G" } } }',
    /expected a whole number of Mbit\/s for speed, 0 or more, found "25G"/,
  ],
])("not a config: %s", (text, message) => {
  expect(() => switchOf(new ConfigDb(text, "config_db.json"))).toThrow(message);
});

test("the line is that of the field", () => {
  const tables = sound();
  tables["BUFFER_PROFILE"][PROFILE]["dynamic_th"] = "3";
  const [{ place }] = linted(tables);
  const line = textOf(tables).split("\n")[place.line - 1];
  expect(line).toContain('"dynamic_th": "3"');
  expect(line.slice(place.column - 1)).toMatch(/^"3"/);
});

test("a watchdog shorter than a pause that a run has seen", () => {
  const [found] = linted(sound(), { longestMs: 250, where: "leaf0 to spine1" });
  expect(found.rule).toBe("watchdog-too-short");
  expect(found.expected).toContain("more than 250 ms, for which the run paused leaf0 to spine1");
});

test("a mistake at every port is told once", () => {
  const found = planted((tables) => each(tables["PORT_QOS_MAP"], { pfcwd_sw_enable: "5" }));
  expect(found.map(({ rule }) => rule)).toEqual(Array.from({ length: 8 }, () => "watchdog-on-lossy-class"));
  expect(planted((tables) => (tables["BUFFER_PROFILE"][PROFILE]["xoff"] = "0"))).toHaveLength(1);
  expect(portName(2)).toBe("Ethernet8");
});
