/** Converts a config to a scenario and back. The bytes are equal, except for values that the user changed. */
import { expect, test } from "vitest";
import { saidBy } from "../../src/apps/cli/sonic/export.ts";
import { ConfigDb } from "../../src/formats/sonic/config-db.ts";
import { changes, edited } from "../../src/formats/sonic/export.ts";
import { factsOf } from "../../src/formats/sonic/facts.ts";
import { switchOf } from "../../src/formats/sonic/switch-of.ts";
import { toScenario } from "../../src/formats/sonic/to-scenario.ts";
import { neighbours } from "../../src/formats/sonic/wiring.ts";
import { readScenario } from "../../src/run/lab/lab.ts";
import { sound, textOf, type Tables } from "./sound.ts";

const switchIn = (text: string) => switchOf(new ConfigDb(text, "config_db.json"));

/** The scenario of a config, and the config made from this scenario after `change` was applied to its text. */
function throughScenario(config: string, change: (scenario: string) => string = (text) => text) {
  const at = switchIn(config);
  const scenario = change(toScenario([at], neighbours(at)).text);
  const { edits, refused } = changes(at, factsOf(at), saidBy(readScenario(scenario, "leaf0.yaml")));
  const changed = edits.map(({ row, field, value }) => `${row.table}|${row.key}.${field} ${value}`);
  return { scenario, changed, refused, config: edited(at.db, edits) };
}

const PROFILE = "pg_lossless_100000_40m_profile";
/** A config with two ports at 400G and 300 m of cable, which have their own profile. */
function mixed(): Tables {
  const tables = sound();
  const name = "pg_lossless_400000_300m_profile";
  tables["BUFFER_PROFILE"][name] = { ...tables["BUFFER_PROFILE"][PROFILE], xoff: "659456", size: "677888" };
  for (const port of ["Ethernet0", "Ethernet4"]) {
    tables["PORT"][port]["speed"] = "400000";
    tables["CABLE_LENGTH"]["AZURE"][port] = "300m";
    for (const cls of [3, 4]) tables["BUFFER_PG"][`${port}|${cls}`]["profile"] = name;
  }
  return tables;
}
function shared(): Tables {
  const tables = mixed();
  Object.assign(tables["BUFFER_POOL"]["ingress_lossless_pool"], { xoff: "2000000" });
  return tables;
}
function fixed(): Tables {
  const tables = sound();
  const profile = tables["BUFFER_PROFILE"][PROFILE];
  delete profile["dynamic_th"];
  profile["static_th"] = "100000";
  tables["BUFFER_POOL"]["ingress_lossless_pool"]["mode"] = "static";
  return tables;
}
function dynamic(): Tables {
  const tables = mixed();
  Object.assign(tables["DEVICE_METADATA"]["localhost"], { buffer_model: "dynamic" });
  tables["BUFFER_PROFILE"] = {};
  for (const row of Object.values(tables["BUFFER_PG"])) row["profile"] = "NULL";
  tables["DEFAULT_LOSSLESS_BUFFER_PARAMETER"] = { AZURE: { default_dynamic_th: "0", over_subscribe_ratio: "2" } };
  return tables;
}
function watchedTwice(): Tables {
  const tables = sound();
  Object.assign(tables["PFC_WD"]["Ethernet0"], { detection_time: "400", restoration_time: "2000", action: "forward" });
  return tables;
}
/** A profile with its own thresholds, and headroom computed by SONiC's formula. */
function reckonedProfile(): Tables {
  const tables = dynamic();
  tables["BUFFER_PROFILE"] = { mine: { pool: "ingress_lossless_pool", dynamic_th: "1", headroom_type: "dynamic" } };
  for (const row of Object.values(tables["BUFFER_PG"])) row["profile"] = "mine";
  return tables;
}
const bare = (): Tables => {
  const { DEVICE_METADATA, PORT } = sound();
  return { DEVICE_METADATA, PORT };
};

test.each([
  ["one profile", sound()],
  ["a profile for each speed and cable", mixed()],
  ["a shared headroom pool of so many bytes", shared()],
  ["a pool that SONiC calculates", dynamic()],
  ["a profile of which SONiC calculates the headroom", reckonedProfile()],
  ["static thresholds", fixed()],
  ["watchdogs of two kinds", watchedTwice()],
  ["ports and nothing else", bare()],
])("%s: imported and exported again without a changed byte", (_what, tables) => {
  const text = textOf(tables);
  expect(throughScenario(text)).toMatchObject({ config: text, refused: [] });
});

test("the scenario has weights, DSCPs, headroom by cable and a shared pool", () => {
  const { scenario } = throughScenario(textOf(shared()));
  expect(scenario).toContain('dscp: ["0, 2, 1", "3, 3, 3", "4, 4, 4", "5, 47, 1", "48, 48, 6", "49, 63, 1"]');
  expect(scenario).toContain("{ class: 3, quantum: 24000B }");
  expect(scenario).toMatch(
    /name: shp, size: 644KiB, profiles: \["400Gbps, 300m, 644KiB", "100Gbps, 40m, .*"\], pool: 2MB/,
  );
  expect(throughScenario(textOf(dynamic())).scenario).toContain("overSubscribe: 2");
});

test.each([
  [
    shared(),
    "pool: 2MB",
    "pool: 1MB",
    ["BUFFER_POOL|ingress_lossless_pool.xoff 1000000", "BUFFER_POOL|ingress_lossless_pool.size 21000000"],
  ],
  [
    dynamic(),
    "overSubscribe: 2",
    "overSubscribe: 4",
    ["DEFAULT_LOSSLESS_BUFFER_PARAMETER|AZURE.over_subscribe_ratio 4"],
  ],
  [
    mixed(),
    "300m, 644KiB",
    "300m, 700KiB",
    [
      "BUFFER_PROFILE|pg_lossless_400000_300m_profile.xoff 716800",
      "BUFFER_PROFILE|pg_lossless_400000_300m_profile.size 735232",
    ],
  ],
  [sound(), '"5, 47, 1"', '"5, 25, 1", "26, 26, 3", "27, 47, 1"', ["DSCP_TO_TC_MAP|AZURE.26 3"]],
  [
    sound(),
    "{ class: 3, quantum: 24000B }, { class: 4, quantum: 24000B }",
    "{ class: 3, quantum: 32000B }, { class: 4, quantum: 32000B }",
    ["SCHEDULER|scheduler.1.weight 20"],
  ],
  [
    sound(),
    "target: all, detection: 200ms, restoration: 200ms, poll: 200ms, action: drop",
    "target: all, detection: 300ms, restoration: 1s, poll: 100ms, action: forward",
    [
      "PFC_WD|Ethernet0.detection_time 300",
      "PFC_WD|Ethernet28.restoration_time 1000",
      "PFC_WD|GLOBAL.POLL_INTERVAL 100",
      "PFC_WD|Ethernet4.action forward",
    ],
  ],
  [watchedTwice(), "detection: 400ms", "detection: 600ms", ["PFC_WD|Ethernet0.detection_time 600"]],
])("%#: a change of the scenario appears in the config", (tables, before, after, expected) => {
  const { changed, config, refused } = throughScenario(textOf(tables), (text) => {
    expect(text).toContain(before);
    return text.replace(before, after);
  });
  expect(refused).toEqual([]);
  expect(changed).toEqual(expect.arrayContaining(expected));
  expect(throughScenario(config).scenario).toContain(after);
});

test("settings that a config cannot express are errors with a reason", () => {
  const short = throughScenario(textOf(sound()), (text) =>
    text.replace("detection: 200ms, restoration: 200ms, poll: 200ms", "detection: 400us, poll: 200us"),
  );
  expect(short.refused.join(" ")).toMatch(
    /detection, 400 us: SONiC takes whole 100 to 5000 ms.*poll, 200 us: SONiC takes whole 100 to 1000 ms/,
  );
  const more = throughScenario(
    textOf(sound()),
    (text) => `${text}  - { kind: pfc-watchdog, target: leaf0, detection: 300ms }\n`,
  );
  expect(more.refused).toEqual([expect.stringContaining("the scenario has 2, the config 1 that differ")]);
  const { refused } = throughScenario(textOf(sound()), (text) => text.replace("name: sih,", "name: shp, pool: 1MB,"));
  expect(refused).toEqual([
    expect.stringContaining("the config has no shared headroom pool, and the scenario wants one"),
  ]);
});
