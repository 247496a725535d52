import { expect, test } from "vitest";
import { portName, sound, textOf, type Tables } from "../../../test/sonic/sound.ts";
import { ConfigDb } from "./config-db.ts";
import type { Finding } from "./finding.ts";
import { lint } from "./lint.ts";
import type { PausesSeen } from "./lint-marks.ts";
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
