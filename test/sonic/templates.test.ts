/**
 * SONiC's own templates and tables, in which lint finds no mistake. The configs have their structure, not their text.
 *
 * Sources: sonic-buildimage files/build_templates/qos_config.j2 (0791705b), and qos-arista7260-dualtor.json (255d77e6) and
 * qos-arista7260-t1.json (4de610af) of its src/sonic-config-engine/tests/sample_output/py3
 */
import { expect, test } from "vitest";
import { ConfigDb } from "../../src/formats/sonic/config-db.ts";
import type { Finding } from "../../src/formats/sonic/finding.ts";
import { linksOf } from "../../src/formats/sonic/links.ts";
import { lint, lintLinks } from "../../src/formats/sonic/lint.ts";
import { profileLookup } from "../../src/formats/sonic/profile-lookup.ts";
import { switchOf } from "../../src/formats/sonic/switch-of.ts";
import { neighbours } from "../../src/formats/sonic/wiring.ts";
import { profileRow } from "../../src/theory/sonic-lookup.ts";
import { portName, sound, textOf, type Tables } from "./sound.ts";

const PROFILE = "pg_lossless_100000_40m_profile";

function linted(configs: readonly Tables[], lookup?: string): Finding[] {
  const profiles = lookup === undefined ? undefined : profileLookup(lookup, "lookup.ini");
  const switches = configs.map((tables, k) => switchOf(new ConfigDb(textOf(tables), `${k}.json`), profiles));
  return [
    ...switches.flatMap((at) => lint(at)),
    ...lintLinks(switches, linksOf(switches, switches.flatMap(neighbours))),
  ];
}

/** Assigns the classes of tunnels to some ports, like the template between a dual ToR and its upstream. */
function remap(tables: Tables, ports: readonly string[], isTor: boolean): Tables {
  const groups = tables["TC_TO_PRIORITY_GROUP_MAP"];
  const queues = tables["TC_TO_QUEUE_MAP"];
  const dscps = tables["DSCP_TO_TC_MAP"];
  Object.assign(groups["AZURE"], { 2: "2", 6: "6" });
  dscps["AZURE"]["48"] = "7";
  if (isTor) {
    groups["AZURE_TUNNEL"] = { ...groups["AZURE"], 2: "0", 3: "2", 4: "6", 6: "0" };
    queues["AZURE"]["2"] = "1";
    queues["AZURE_TUNNEL"] = { ...queues["AZURE"], 3: "2", 4: "6", 6: "1" };
    dscps["AZURE_TUNNEL"] = { ...dscps["AZURE"] };
    tables["TC_TO_DSCP_MAP"] = { AZURE_TUNNEL: { 3: "2", 4: "6" } };
  } else Object.assign(dscps["AZURE"], { 2: "2", 6: "6" });
  for (const port of ports) {
    tables["PORT_QOS_MAP"][port]["pfc_enable"] = "2,3,4,6";
    for (const cls of [2, 6]) {
      tables["BUFFER_PG"][`${port}|${cls}`] = { profile: PROFILE };
      tables["QUEUE"][`${port}|${cls}`] = { scheduler: "scheduler.1", wred_profile: "AZURE_LOSSLESS" };
    }
  }
  return tables;
}

const tor = (): Tables => {
  const uplinks = [0, 1].map((k): [string, string] => ["t1", portName(k)]);
  return remap(sound({ name: "t0", ports: 6, neighbours: uplinks }), ["Ethernet0", "Ethernet4"], true);
};
const leaf = (): Tables => {
  const downlinks = [0, 1].map((k): [string, string] => ["t0", portName(k)]);
  return remap(sound({ name: "t1", ports: 6, neighbours: downlinks }), ["Ethernet0", "Ethernet4"], false);
};

test("tunnel remap: 2,3,4,6 at some ports, 3,4 at others and at the watchdog, alone and across the link", () => {
  expect(linted([tor()])).toEqual([]);
  expect(linted([leaf()])).toEqual([]);
  expect(linted([tor(), leaf()])).toEqual([]);
});

test("tunnel remap at one end only is a mistake", () => {
  const plain = sound({ name: "t1", ports: 6, neighbours: [0, 1].map((k) => ["t0", portName(k)]) });
  expect(linted([tor(), plain]).map(({ rule }) => rule)).toEqual(["link-priorities-differ"]);
});

test("a chassis lists the QUEUE rows of its other line cards", () => {
  const card = sound({ name: "lc1", ports: 4 });
  card["DEVICE_METADATA"]["localhost"]["asic_name"] = "Asic0";
  const own = Object.entries(card["QUEUE"]).map(([key, row]) => [`lc1|asic0|${key}`, row] as const);
  const other = ["lc1|asic1|Ethernet144|3", "lc2|asic0|Ethernet0|3", "lc2|asic0|Ethernet144|4"].map(
    (key) => [key, { scheduler: "scheduler.1", wred_profile: "OTHER_CARD" }] as const,
  );
  card["QUEUE"] = Object.fromEntries([...own, ...other]);
  card["WRED_PROFILE"]["OTHER_CARD"] = { ecn: "ecn_none" };
  expect(linted([card])).toEqual([]);
  card["QUEUE"]["lc1|asic0|Ethernet144|3"] = { scheduler: "scheduler.1" };
  expect(linted([card]).map(({ rule }) => rule)).toEqual(["name-of-nothing"]);
});

test("virtual output queues: one pool of type both, and a profile with xoff for queues", () => {
  const card = sound({ ports: 4 });
  Object.assign(card["DEVICE_METADATA"]["localhost"], { hwsku: "Arista-7800R3-48CQ2-C48", platform: "x86_64-arista" });
  card["BUFFER_POOL"] = {
    ingress_lossless_pool: { type: "both", mode: "dynamic", size: "3220805000", xoff: "2102272" },
  };
  const queue = { pool: "ingress_lossless_pool", size: "1280", xon: "0", xoff: "66048", dynamic_th: "-2" };
  card["BUFFER_PROFILE"] = { ingress_lossless_profile: queue };
  card["BUFFER_PG"] = {};
  card["BUFFER_QUEUE"] = Object.fromEntries(
    Object.keys(card["PORT"]).map((port) => [`${port}|3-4`, { profile: "ingress_lossless_profile" }]),
  );
  expect(linted([card])).toEqual([]);
  expect(linted([card], "100000 40m 1280 1280 166048 0 2560").map(({ rule }) => rule)).toEqual([]);
});

test("a file without PORT, as a template makes it, and a config without lossless classes and with ports that are down", () => {
  const { QUEUE, SCHEDULER, WRED_PROFILE, PORT_QOS_MAP, PORT, DSCP_TO_TC_MAP } = sound();
  const maps = {
    DSCP_TO_TC_MAP,
    TC_TO_PRIORITY_GROUP_MAP: { AZURE: { 3: "3" } },
    TC_TO_QUEUE_MAP: { AZURE: { 3: "3" } },
  };
  expect(linted([{ QUEUE, SCHEDULER, WRED_PROFILE, PORT_QOS_MAP, ...maps }])).toEqual([]);
  for (const row of Object.values(PORT)) delete row["admin_status"];
  expect(linted([{ PORT }])).toEqual([]);
});

/** A config with another ASIC and with this headroom. */
function withHeadroom(hwsku: string, platform: string, xoff: number): Tables {
  const tables = sound();
  Object.assign(tables["DEVICE_METADATA"]["localhost"], { hwsku, platform });
  Object.assign(tables["BUFFER_PROFILE"][PROFILE], { xoff: String(xoff), size: String(xoff + 19456) });
  return tables;
}

test("a vendor's headroom below the worst case is a note, in a profile as in a lookup", () => {
  const rules = (found: readonly Finding[]): string[] => found.map(({ rule, isNote }) => `${rule} ${isNote}`);
  const { xoff } = profileRow("spectrum3", 100e9, 40, 4);
  const nvidia = withHeadroom("ACS-MSN4600C", "x86_64-mlnx_msn4600c-r0", xoff);
  expect(rules(linted([nvidia]))).toEqual(["headroom-below-worst-case true"]);
  const arista = withHeadroom("Arista-7260CX3-D108C8", "x86_64-arista_7260cx3_64", 59_696);
  const found = linted([arista]);
  expect(rules(found)).toEqual(["headroom-below-worst-case true"]);
  expect(found[0].mend).toMatch(/^It holds with frames of up to [\d,]+ B/);
  expect(rules(linted([withHeadroom("Arista-7260CX3-D108C8", "x86_64-arista_7260cx3_64", 30_000)]))).toEqual([
    "headroom-too-small undefined",
  ]);
});

test("pfcwd start_default doubles its times with more than 32 ports", () => {
  const small = sound({ name: "t0", ports: 32, neighbours: [["t1", "Ethernet0"]] });
  const large = sound({ name: "t1", ports: 40, neighbours: [["t0", "Ethernet0"]] });
  // The memory of a Spectrum-2 is too small for the headroom of 40 ports.
  large["BUFFER_POOL"]["ingress_lossless_pool"]["size"] = "16000000";
  const rows = Object.entries(large["PFC_WD"]);
  for (const [key, row] of rows)
    Object.assign(
      row,
      key === "GLOBAL" ? { POLL_INTERVAL: "400" } : { detection_time: "400", restoration_time: "400" },
    );
  expect(linted([small, large])).toEqual([]);
  for (const [key, row] of rows) if (key !== "GLOBAL") row["detection_time"] = "800";
  expect(linted([small, large]).map(({ rule }) => rule)).toContain("link-watchdog-differs");
});

test("neighbours may use the names on the front panel", () => {
  const [one, other] = [tor(), leaf()];
  Object.values(other["PORT"]).forEach((row, k) => (row["alias"] = `etp${k + 1}`));
  one["DEVICE_NEIGHBOR"]["Ethernet0"]["port"] = "etp1";
  expect(linted([one, other])).toEqual([]);
  other["PORT"]["Ethernet0"]["mtu"] = "1500";
  expect(linted([one, other]).map(({ rule }) => rule)).toEqual(["link-mtu-differs"]);
});
