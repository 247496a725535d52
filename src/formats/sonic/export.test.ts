import { expect, test } from "vitest";
import { sound, textOf, type Tables } from "../../../test/sonic/sound.ts";
import { readScenario } from "../../run/lab/lab.ts";
import { ConfigDb } from "./config-db.ts";
import { changes, edited, type Said } from "./export.ts";
import { factsOf } from "./facts.ts";
import { switchOf } from "./switch-of.ts";
import { toScenario } from "./to-scenario.ts";
import { containerlabWires, listedWires, lldpWires, neighbours } from "./wiring.ts";

const switchNamed = (tables: Tables) => switchOf(new ConfigDb(textOf(tables), "config_db.json"));

/** Exports the config's own scenario, changed by `more`. */
function exported(tables: Tables, more: Partial<Said>): { readonly text: string; readonly refused: readonly string[] } {
  const at = switchNamed(tables);
  const facts = factsOf(at);
  const { lossless, alpha, staticThreshold, resumeOffset, pool, marks, sharedPool, dscp, watchdogs } = facts;
  const weights = new Map([...facts.weights].map(([cls, { weight }]) => [cls, weight]));
  const same = { lossless, alpha, staticThreshold, resumeOffset, pool, marks, weights, sharedPool, dscp: dscp?.map };
  const watched = watchdogs.map((one) => ({ ...one, nodes: new Set([at.name]) }));
  const said = { ...same, headroom: () => facts.headroom, watchdogs: watched, ...more };
  const { edits, refused } = changes(at, facts, said);
  return { text: edited(at.db, edits), refused };
}

/** Lines that differ. */
const changed = (before: string, after: string): string[] => {
  const [a, b] = [before.split("\n"), after.split("\n")];
  return b.filter((line, k) => line !== a[k]).map((line) => line.trim());
};

test("nothing changed: the same bytes", () => {
  expect(exported(sound(), {}).text).toBe(textOf(sound()));
});

test("what is changed, and no other line", () => {
  const before = textOf(sound());
  const after = exported(sound(), { alpha: 1 / 4, pool: 10_000_000 }).text;
  expect(changed(before, after)).toEqual(['"size": "10000000"', '"dynamic_th": "-2",']);
  const marks = exported(sound(), { marks: { kmin: 500_000, kmax: 2_097_152, percent: 5 } }).text;
  expect(changed(before, marks)).toEqual(
    ["green", "yellow", "red"].map((colour) => `"${colour}_min_threshold": "500000",`),
  );
  // `size` keeps its reserve: the memory in addition to xoff.
  expect(changed(before, exported(sound(), { headroom: () => 131_072 }).text)).toEqual([
    '"xoff": "131072",',
    '"size": "150528",',
  ]);
});

test("a field that was not there comes after the last, as the others stand", () => {
  const tables = sound();
  const [profile] = Object.values(tables["BUFFER_PROFILE"]);
  delete profile["xon_offset"];
  expect(exported(tables, { resumeOffset: 4096 }).text).toContain(
    '"dynamic_th": "0",\n            "xon_offset": "4096"\n        }',
  );
});

test("what a config cannot say is refused", () => {
  expect(exported(sound(), { alpha: 0.3 }).refused).toEqual([
    "alpha 0.3: SONiC takes powers of two, dynamic_th of -10 to 10.",
  ]);
});

test("read back, the config says what the scenario said", () => {
  const { text } = exported(sound(), {
    lossless: [3],
    alpha: 1 / 8,
    weights: new Map([
      [3, 20],
      [4, 20],
    ]),
  });
  const facts = factsOf(switchOf(new ConfigDb(text, "config_db.json")));
  expect(facts.lossless).toEqual([3]);
  expect(facts.alpha).toBe(1 / 8);
  expect(facts.weights.get(3)?.weight).toBe(20);
});

test("two leaves and a spine, wired by DEVICE_NEIGHBOR with two links side by side, are a scenario", () => {
  const leaf = (name: string, other: number) =>
    sound({
      name,
      ports: 4,
      neighbours: [
        ["spine0", `Ethernet${other}`],
        ["spine0", `Ethernet${other + 4}`],
        [`${name}a`, ""],
        [`${name}b`, ""],
      ],
    });
  const spine = sound({
    ...{ name: "spine0", ports: 4 },
    neighbours: [
      ["leaf0", "Ethernet0"],
      ["leaf0", "Ethernet4"],
      ["leaf1", "Ethernet0"],
      ["leaf1", "Ethernet4"],
    ],
  });
  const switches = [leaf("leaf0", 0), leaf("leaf1", 8), spine].map(switchNamed);
  const { text } = toScenario(switches, switches.flatMap(neighbours));
  const { wiring } = readScenario(text, "fabric.yaml");
  expect(wiring.names).toEqual(["leaf0a", "leaf0b", "leaf1a", "leaf1b", "leaf0", "leaf1", "spine0"]);
  expect(wiring.links).toHaveLength(8);
  expect(wiring.links.filter(({ a, b }) => a === 4 && b === 6)).toHaveLength(2);
});

test("wires of LLDP, of containerlab and of a list of links", () => {
  const at = switchNamed(sound({ ports: 2 }));
  const heard = { chassis: { spine0: { id: {} } }, port: { id: { type: "local", value: "Ethernet8" } } };
  const lldp = JSON.stringify({ lldp: { interface: [{ Ethernet0: heard }] } });
  const wire = (port: string, node: string, peer: string) => ({
    from: { node: "leaf0", port },
    to: { node, port: peer },
  });
  expect(lldpWires(lldp, "lldp.json", "leaf0")).toEqual([wire("Ethernet0", "spine0", "Ethernet8")]);
  const clab = {
    topology: { links: [{ endpoints: ["leaf0:eth2", "h1:eth1"] }, { endpoints: ["h2:eth1", "leaf0:eth1"] }] },
  };
  expect(containerlabWires(clab, "t.clab.yml", [at])).toEqual([
    wire("Ethernet4", "h1", "eth1"),
    wire("Ethernet0", "h2", "eth1"),
  ]);
  expect(
    listedWires(
      [
        ["leaf0", "x"],
        ["y", "leaf0"],
      ],
      [at],
    ).map(({ from, to }) => `${from.port} ${to.node}`),
  ).toEqual(["Ethernet0 x", "Ethernet4 y"]);
});
