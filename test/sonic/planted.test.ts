/**
 * Tests fifty-four mistakes, each a small change to correct configs of two leaves and a spine. Lint finds each mistake
 * by its rule, and none without the change.
 */
import { expect, test } from "vitest";
import { ConfigDb } from "../../src/formats/sonic/config-db.ts";
import type { Finding } from "../../src/formats/sonic/finding.ts";
import { linksOf } from "../../src/formats/sonic/links.ts";
import { lint, lintLinks } from "../../src/formats/sonic/lint.ts";
import { profileLookup } from "../../src/formats/sonic/profile-lookup.ts";
import { switchOf } from "../../src/formats/sonic/switch-of.ts";
import { neighbours } from "../../src/formats/sonic/wiring.ts";
import { portName, sound, textOf, type Tables } from "./sound.ts";

const PROFILE = "pg_lossless_100000_40m_profile";

/** The tables of leaf0, leaf1 and spine0. Two links lead from each leaf to the spine. */
interface Fabric {
  readonly leaf0: Tables;
  readonly leaf1: Tables;
  readonly spine: Tables;
}

/** Each leaf has hosts at Ethernet0 to Ethernet12, and the spine at Ethernet16 and Ethernet20. */
function fabric(): Fabric {
  const leaf = (name: string, first: number): Tables => {
    const host = (k: number): [string, string] => [`${name}-host${k}`, "eth0"];
    const up = (k: number): [string, string] => ["spine0", portName(first + k)];
    return sound({ name, ports: 6, neighbours: [host(0), host(1), host(2), host(3), up(0), up(1)] });
  };
  const down = (name: string, k: number): [string, string] => [name, portName(4 + k)];
  return {
    leaf0: leaf("leaf0", 0),
    leaf1: leaf("leaf1", 2),
    spine: sound({
      ...{ name: "spine0", ports: 4 },
      neighbours: [down("leaf0", 0), down("leaf0", 1), down("leaf1", 0), down("leaf1", 1)],
    }),
  };
}

/** A line of pg_profile_lookup.ini with the profile of the sound configs. */
const LOOKUP = "100000 40m 141312 19456 121856 0";

/** Removes the lossless profiles, which SONiC then makes from the lookup when it starts. */
function byLookup(tables: Tables): void {
  tables["BUFFER_PG"] = {};
  Reflect.deleteProperty(tables["BUFFER_PROFILE"], PROFILE);
}

function linted({ leaf0, leaf1, spine }: Fabric, lookup?: string): Finding[] {
  const profiles = lookup === undefined ? undefined : profileLookup(lookup, "lookup.ini");
  const switches = Object.entries({ leaf0, leaf1, spine }).map(([name, tables]) =>
    switchOf(new ConfigDb(textOf(tables), `${name}.json`), profiles),
  );
  return [
    ...switches.flatMap((at) => lint(at)),
    ...lintLinks(switches, linksOf(switches, switches.flatMap(neighbours))),
  ];
}

const set = (rows: Tables[string], fields: Record<string, string>): void => {
  for (const row of Object.values(rows)) Object.assign(row, fields);
};

type Plant = (fabric: Fabric) => unknown;

/**
 * The rule that finds the mistake, the mistake in words, and the change. With `lookup`, the profiles come from
 * pg_profile_lookup.ini.
 */
const MISTAKES: readonly (readonly [rule: string, mistake: string, plant: Plant, lookup?: "lookup"])[] = [
  // Across links.
  [
    "link-priorities-differ",
    "class 4 is lossy at the spine",
    ({ spine }) => {
      set(spine["PORT_QOS_MAP"], { pfc_enable: "3", pfcwd_sw_enable: "3" });
      for (const name of Object.keys(spine["BUFFER_PG"]))
        if (name.endsWith("4")) Reflect.deleteProperty(spine["BUFFER_PG"], name);
    },
  ],
  [
    "link-priorities-differ",
    "one port of the spine has no class",
    ({ spine }) => {
      delete spine["PORT_QOS_MAP"]["Ethernet0"]["pfc_enable"];
      delete spine["PORT_QOS_MAP"]["Ethernet0"]["pfcwd_sw_enable"];
    },
  ],
  [
    "path-not-lossless",
    "class 4 is lossy at the spine, so it is on paths",
    ({ spine }) => set(spine["PORT_QOS_MAP"], { pfc_enable: "3" }),
  ],
  [
    "path-not-lossless",
    "the spine puts DSCP 4 into class 1",
    ({ spine }) => (spine["DSCP_TO_TC_MAP"]["AZURE"]["4"] = "1"),
  ],
  [
    "link-dscp-differs",
    "DSCP 3 and 4 are swapped at the spine",
    ({ spine }) => Object.assign(spine["DSCP_TO_TC_MAP"]["AZURE"], { 3: "4", 4: "3" }),
  ],
  [
    "link-dscp-differs",
    "a leaf puts DSCP 26 into class 3, too",
    ({ leaf0 }) => (leaf0["DSCP_TO_TC_MAP"]["AZURE"]["26"] = "3"),
  ],
  [
    "link-maps-differ",
    "the spine has group 0 for class 3",
    ({ spine }) => (spine["TC_TO_PRIORITY_GROUP_MAP"]["AZURE"]["3"] = "0"),
  ],
  [
    "link-maps-differ",
    "the spine has queue 5 for class 4",
    ({ spine }) => (spine["TC_TO_QUEUE_MAP"]["AZURE"]["4"] = "5"),
  ],
  [
    "link-maps-differ",
    "no port of the spine has tc_to_pg_map",
    ({ spine }) => {
      for (const row of Object.values(spine["PORT_QOS_MAP"])) delete row["tc_to_pg_map"];
    },
  ],
  [
    "link-maps-differ",
    "priority 3 pauses queue 4 at a leaf",
    ({ leaf1 }) => {
      leaf1["MAP_PFC_PRIORITY_TO_QUEUE"] = { AZURE: { ...leaf1["TC_TO_QUEUE_MAP"]["AZURE"], 3: "4" } };
      set(leaf1["PORT_QOS_MAP"], { pfc_to_queue_map: "AZURE" });
    },
  ],
  ["link-mtu-differs", "MTU 1500 at the spine", ({ spine }) => set(spine["PORT"], { mtu: "1500" })],
  ["link-mtu-differs", "MTU 9000 at one port", ({ leaf0 }) => (leaf0["PORT"]["Ethernet16"]["mtu"] = "9000")],
  ["link-fec-differs", "no FEC at the spine", ({ spine }) => set(spine["PORT"], { fec: "none" })],
  [
    "link-fec-differs",
    "the field fec is missing at one port",
    ({ leaf1 }) => delete leaf1["PORT"]["Ethernet20"]["fec"],
  ],
  ["link-speed-differs", "40G at one port", ({ leaf0 }) => (leaf0["PORT"]["Ethernet16"]["speed"] = "40000")],
  ["link-autoneg-differs", "autoneg at one port", ({ leaf0 }) => (leaf0["PORT"]["Ethernet16"]["autoneg"] = "on")],
  [
    "link-cable-differs",
    "5 m at the spine's end, 40 m at the leaf's",
    ({ spine }) => (spine["CABLE_LENGTH"]["AZURE"]["Ethernet0"] = "5m"),
  ],
  [
    "link-watchdog-differs",
    "the spine detects a storm after 400 ms",
    ({ spine }) => {
      for (const port of Object.keys(spine["PORT"]))
        Object.assign(spine["PFC_WD"][port], { detection_time: "400", restoration_time: "400" });
    },
  ],
  ["link-watchdog-differs", "the spine has no watchdog", ({ spine }) => (spine["PFC_WD"] = {})],
  [
    "link-ecn-differs",
    "the spine marks from 4 MB on",
    ({ spine }) =>
      Object.assign(spine["WRED_PROFILE"]["AZURE_LOSSLESS"], {
        green_min_threshold: "4000000",
        green_max_threshold: "5000000",
      }),
  ],
  [
    "link-ecn-differs",
    "the spine marks 100% at the maximum",
    ({ spine }) => (spine["WRED_PROFILE"]["AZURE_LOSSLESS"]["green_drop_probability"] = "100"),
  ],
  [
    "link-threshold-differs",
    "alpha 1/8 at the spine, 1 at the leaves",
    ({ spine }) => (spine["BUFFER_PROFILE"][PROFILE]["dynamic_th"] = "-3"),
  ],
  [
    "link-threshold-differs",
    "a static threshold at one leaf",
    ({ leaf0 }) => {
      leaf0["BUFFER_POOL"]["ingress_lossless_pool"]["mode"] = "static";
      const profile = leaf0["BUFFER_PROFILE"][PROFILE];
      delete profile["dynamic_th"];
      profile["static_th"] = "4000000";
    },
  ],
  [
    "link-threshold-differs",
    "another default threshold of the dynamic model at the spine",
    ({ leaf0, leaf1, spine }) => {
      for (const tables of [leaf0, leaf1, spine]) {
        tables["DEVICE_METADATA"]["localhost"]["buffer_model"] = "dynamic";
        tables["BUFFER_PG"] = Object.fromEntries(
          Object.keys(tables["BUFFER_PG"]).map((key) => [key, { profile: "NULL" }]),
        );
        tables["DEFAULT_LOSSLESS_BUFFER_PARAMETER"] = { AZURE: { default_dynamic_th: tables === spine ? "-3" : "0" } };
      }
    },
  ],
  [
    "link-scheduler-differs",
    "weight 2 at the spine, 15 at the leaves",
    ({ spine }) => (spine["SCHEDULER"]["scheduler.1"]["weight"] = "2"),
  ],
  [
    "link-scheduler-differs",
    "a strict lossless queue at a leaf",
    ({ leaf1 }) => (leaf1["SCHEDULER"]["scheduler.1"] = { type: "STRICT" }),
  ],
  [
    "link-scheduler-differs",
    "a lossless queue of the spine without a scheduler",
    ({ spine }) => delete spine["QUEUE"]["Ethernet0|3"]["scheduler"],
  ],
  [
    "link-traffic-pattern-differs",
    "the spine expects packets of 4096 B",
    ({ spine }) => (spine["LOSSLESS_TRAFFIC_PATTERN"]["AZURE"]["mtu"] = "4096"),
  ],
  [
    "link-down-at-one-end",
    "a port of the spine is down",
    ({ spine }) => (spine["PORT"]["Ethernet4"]["admin_status"] = "down"),
  ],
  [
    "neighbours-disagree",
    "two neighbours of a leaf are swapped",
    ({ leaf0 }) => {
      leaf0["DEVICE_NEIGHBOR"]["Ethernet16"]["port"] = "Ethernet4";
      leaf0["DEVICE_NEIGHBOR"]["Ethernet20"]["port"] = "Ethernet0";
    },
  ],
  [
    "neighbours-disagree",
    "a leaf names a port that the spine lacks",
    ({ leaf0 }) => (leaf0["DEVICE_NEIGHBOR"]["Ethernet16"]["port"] = "Ethernet64"),
  ],
  [
    "link-dscp-differs",
    "the spine puts DSCP 48 of CNPs into another lossy class",
    ({ spine }) => (spine["DSCP_TO_TC_MAP"]["AZURE"]["48"] = "1"),
  ],
  [
    "link-dscp-differs",
    "the spine reads the VLAN priority instead of the DSCP",
    ({ spine }) => {
      spine["DOT1P_TO_TC_MAP"] = { AZURE: { 3: "3", 4: "4" } };
      for (const row of Object.values(spine["PORT_QOS_MAP"])) {
        delete row["dscp_to_tc_map"];
        row["dot1p_to_tc_map"] = "AZURE";
      }
    },
  ],
  [
    "path-not-lossless",
    "ports to hosts put DSCP 26 into class 3, ports to the spine do not",
    ({ leaf0 }) => {
      leaf0["DSCP_TO_TC_MAP"]["HOSTS"] = { ...leaf0["DSCP_TO_TC_MAP"]["AZURE"], 26: "3" };
      for (const port of ["Ethernet0", "Ethernet4", "Ethernet8", "Ethernet12"])
        leaf0["PORT_QOS_MAP"][port]["dscp_to_tc_map"] = "HOSTS";
    },
  ],
  [
    "path-not-lossless",
    "a port to the spine sends class 3 with DSCP 0",
    ({ leaf0 }) => {
      leaf0["TC_TO_DSCP_MAP"] = { AZURE: { 3: "0" } };
      leaf0["PORT_QOS_MAP"]["Ethernet16"]["tc_to_dscp_map"] = "AZURE";
    },
  ],
  // Within a switch.
  [
    "class-in-other-group",
    "lossy class 1 shares the group of class 3",
    ({ leaf0 }) => (leaf0["TC_TO_PRIORITY_GROUP_MAP"]["AZURE"]["1"] = "3"),
  ],
  [
    "class-in-other-queue",
    "lossy class 1 shares the queue of class 4",
    ({ leaf0 }) => (leaf0["TC_TO_QUEUE_MAP"]["AZURE"]["1"] = "4"),
  ],
  ["name-of-nothing", "a map that is missing", ({ leaf0 }) => set(leaf0["PORT_QOS_MAP"], { tc_to_dscp_map: "NONE" })],
  [
    "watchdog-drops-all",
    "the watchdog's emergency switch is on",
    ({ leaf0 }) => (leaf0["PFC_WD"]["GLOBAL"]["BIG_RED_SWITCH"] = "enable"),
  ],
  [
    "watchdog-misses-class",
    "the watchdog watches class 3 alone",
    ({ leaf0 }) => set(leaf0["PORT_QOS_MAP"], { pfcwd_sw_enable: "3" }),
  ],
  ["scheduler-not-taken", "a weight of 0", ({ leaf0 }) => (leaf0["SCHEDULER"]["scheduler.1"]["weight"] = "0")],
  [
    "scheduler-not-taken",
    "a weight that is no number",
    ({ leaf0 }) => (leaf0["SCHEDULER"]["scheduler.1"]["weight"] = "abc"),
  ],
  [
    "ecn-not-enabled",
    "wred_green_enable false with ecn_all",
    ({ leaf0 }) => (leaf0["WRED_PROFILE"]["AZURE_LOSSLESS"]["wred_green_enable"] = "false"),
  ],
  [
    "shared-headroom-too-large",
    "xoff of the pool above its size",
    ({ leaf0 }) => (leaf0["BUFFER_POOL"]["ingress_lossless_pool"]["xoff"] = "60000000"),
  ],
  [
    "pool-overcommitted",
    "a pool of 3.2 GB",
    ({ leaf0 }) => (leaf0["BUFFER_POOL"]["ingress_lossless_pool"]["size"] = "3200000000"),
  ],
  [
    "pool-beyond-memory",
    "a pool of 320 MB on a Tomahawk 2",
    ({ leaf0 }) => {
      Object.assign(leaf0["DEVICE_METADATA"]["localhost"], {
        hwsku: "Arista-7260CX3-D108C8",
        platform: "x86_64-arista_7260cx3_64",
      });
      leaf0["BUFFER_POOL"]["ingress_lossless_pool"]["size"] = "320000000";
    },
  ],
  [
    "ecn-above-xoff",
    "ECN from 80 MB on, profiles from a lookup",
    ({ leaf0 }) =>
      Object.assign(leaf0["WRED_PROFILE"]["AZURE_LOSSLESS"], {
        green_min_threshold: "80000000",
        green_max_threshold: "90000000",
      }),
    "lookup",
  ],
  [
    "lossless-queue-drops",
    "an egress threshold of 100 kB, profiles from a lookup",
    ({ leaf0 }) => {
      leaf0["BUFFER_PROFILE"]["egress_lossless_profile"] = {
        pool: "egress_lossless_pool",
        size: "0",
        static_th: "100000",
      };
      leaf0["BUFFER_QUEUE"] = { "Ethernet0,Ethernet4|3-4": { profile: "egress_lossless_profile" } };
    },
    "lookup",
  ],
  ["headroom-too-small", "half of xoff", ({ leaf0 }) => (leaf0["BUFFER_PROFILE"][PROFILE]["xoff"] = "60928")],
  [
    "no-profile-for-speed-and-cable",
    "300 m of cable with the profile of 40 m",
    ({ leaf0 }) => (leaf0["CABLE_LENGTH"]["AZURE"]["Ethernet0"] = "300m"),
  ],
  ["lossless-without-headroom", "a class without its group", ({ leaf0 }) => delete leaf0["BUFFER_PG"]["Ethernet8|4"]],
  ["alpha-takes-the-pool", "alpha 8", ({ leaf0 }) => (leaf0["BUFFER_PROFILE"][PROFILE]["dynamic_th"] = "3")],
  [
    "watchdog-too-short",
    "a poll interval above the detection time",
    ({ leaf0 }) => (leaf0["PFC_WD"]["GLOBAL"]["POLL_INTERVAL"] = "1000"),
  ],
  [
    "priorities-differ",
    "a host's port protects class 3 alone",
    ({ leaf0 }) => (leaf0["PORT_QOS_MAP"]["Ethernet0"]["pfc_enable"] = "3"),
  ],
];

test("nothing in the sound configs, with profiles in them or from a lookup", () => {
  expect(linted(fabric())).toEqual([]);
  const bare = fabric();
  for (const tables of Object.values(bare) as Tables[]) byLookup(tables);
  expect(linted(bare, LOOKUP)).toEqual([]);
});

test("each planted mistake is found by its rule", () => {
  expect(MISTAKES).toHaveLength(54);
  const missed = MISTAKES.filter(([rule, , plant, lookup]) => {
    const planted = fabric();
    if (lookup !== undefined) for (const tables of Object.values(planted) as Tables[]) byLookup(tables);
    plant(planted);
    const found = linted(planted, lookup === undefined ? undefined : LOOKUP);
    return !found.some((one) => one.rule === rule && one.isNote !== true);
  });
  expect(missed.map(([rule, mistake]) => `${mistake}: ${rule}`)).toEqual([]);
});

/** Intentional differences, about which lint prints a note or nothing. */
const HARMLESS: readonly (readonly [difference: string, rules: readonly string[], plant: Plant])[] = [
  [
    "alpha 1/8 at a spine of another model, which has other memory",
    ["link-threshold-differs"],
    ({ spine }) => {
      spine["DEVICE_METADATA"]["localhost"]["hwsku"] = "ACS-MSN3800";
      spine["BUFFER_PROFILE"][PROFILE]["dynamic_th"] = "-3";
    },
  ],
  [
    "DSCP 5 of class 3 in all switches",
    [],
    (all) => {
      for (const tables of Object.values(all) as Tables[]) tables["DSCP_TO_TC_MAP"]["AZURE"]["5"] = "3";
    },
  ],
  [
    "a leaf sends class 3 with DSCP 5, which all switches put into class 3",
    [],
    (all) => {
      for (const tables of Object.values(all) as Tables[]) tables["DSCP_TO_TC_MAP"]["AZURE"]["5"] = "3";
      all.leaf0["TC_TO_DSCP_MAP"] = { AZURE: { 3: "5" } };
      set(all.leaf0["PORT_QOS_MAP"], { tc_to_dscp_map: "AZURE" });
    },
  ],
  ["weight 20 instead of 15", [], ({ spine }) => (spine["SCHEDULER"]["scheduler.1"]["weight"] = "20")],
  [
    "all weights doubled",
    [],
    ({ spine }) =>
      Object.assign(spine["SCHEDULER"], {
        "scheduler.0": { type: "DWRR", weight: "28" },
        "scheduler.1": { type: "DWRR", weight: "30" },
      }),
  ],
];

test("differences on purpose are at most notes", () => {
  for (const [difference, rules, plant] of HARMLESS) {
    const planted = fabric();
    plant(planted);
    const found = linted(planted);
    expect([...new Set(found.map(({ rule }) => rule))], difference).toEqual(rules);
    expect(
      found.filter(({ isNote }) => isNote !== true),
      difference,
    ).toEqual([]);
  }
});
