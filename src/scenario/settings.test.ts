import { describe, expect, test } from "vitest";

import * as tables from "../policies/policies.ts";
import { MiB } from "../base/units.ts";
import { readScenario } from "./read.ts";
import { readSetting, readVariation } from "./settings.ts";

const text = `until: 1ms
topology: { kind: star, hosts: 4 }
traffic:
  - &one { kind: incast, to: h0, size: 64KB }
  - *one
policies: { congestion: timely, buffer: dt }
`;
const read = (...settings: string[]) =>
  readScenario(
    text,
    "x.yaml",
    tables,
    undefined,
    settings.map((one) => readSetting("--set", one)),
  );
const values = (text: string) => readVariation("--vary", text).map(({ value }) => value);

describe("a setting that replaces an earlier one which is a part of it", () => {
  test.each([
    [
      ["buffer.alpha=3", "policies={buffer: dt}"],
      "--set buffer.alpha=3: expected a place after --set policies={buffer: dt}, which replaces it, got one before. " +
        "Remove one of them, or write policies={ buffer: { name: dt, alpha: 3 } }.",
    ],
    [["policies.buffer.alpha=3", "buffer=st"], /got one before\. Remove one of them\.$/],
    [
      ["traffic[0].size=1KB", "traffic.0={ kind: incast, to: h0 }"],
      /or write traffic\.0=\{ kind: incast, to: h0, size: 1KB \}\.$/,
    ],
  ])("%j is a mistake", (settings, message) => {
    expect(() => read(...settings)).toThrow(message);
  });

  test.each([[["buffer.alpha=3"]], [["buffer=dt", "buffer.alpha=3"]], [["buffer=st", "buffer=dt"]]])(
    "%j is none",
    (settings) => {
      expect(read(...settings).policies.buffer.name).toBe("dt");
    },
  );
});

describe("a setting comes over what the file says", () => {
  test("in the units of a file, whether the file gave the value or not", () => {
    const scenario = read("switch.memory=32MiB", "seed=9", "traffic.0.size=1MB");
    expect(scenario).toMatchObject({ memory: MiB(32), seed: 9 });
    expect(scenario.traffic.map(({ values }) => values["size"])).toEqual([1_000_000, 64_000]);
  });

  test("a role alone stands for its policy, which may be a map; a list may be set as a whole", () => {
    expect(read("buffer=st").policies.buffer.name).toBe("st");
    expect(read("policies.buffer={ name: dt, alpha: 2 }").policies.buffer.values["alpha"]).toBe(2);
    expect(read("classes.lossless=[3, 4]").lossless).toEqual([3, 4]);
  });

  test("a parameter of a detection that nobody named: the error points at the setting and says what to write", () => {
    expect(() => read("detection.kmin=10KB")).toThrow(
      '--set detection.kmin=10KB: policies.detection: expected a policy with its parameter, such as "detection={name: red, kmin: ...}"',
    );
    expect(read("detection=red", "detection.pmax=1/2").policies.detection[0].values["pmax"]).toBe(0.5);
  });

  test("a parameter of a policy that the file gives by name alone, or leaves to its default", () => {
    expect(read("buffer.alpha=1/2").policies.buffer).toEqual({ name: "dt", values: { alpha: 0.5 } });
    expect(read("recovery.timeout=1ms").policies.recovery.name).toBe("go-back-n");
  });

  test("a parameter of a policy that another policy needs, in either order", () => {
    const settings = ["congestion=newreno", "recovery.minRto=1ms"];
    for (const order of [settings, settings.toReversed()]) {
      const { name, values } = read(...order).policies.recovery;
      expect([name, values["minRto"]]).toEqual(["tcp", 1e9]);
    }
    expect(() => read("congestion=newreno", "recovery.nackInterval=1us")).toThrow(
      "policies.recovery: expected one of name, handshake, duplicates, minRto, initialRto, maxRto, buffer, got",
    );
  });

  test("of two the latter counts, and goes into what the former has put there", () => {
    expect(read("seed=2", "seed=3").seed).toBe(3);
    expect(read("buffer={ name: dt, alpha: 4 }", "buffer.alpha=8").policies.buffer.values["alpha"]).toBe(8);
  });

  test("an entry of a list goes by its number, as in messages too", () => {
    expect(read("traffic[1].size=2KB").traffic.map(({ values }) => values["size"])).toEqual([64_000, 2000]);
  });
});

describe("a mistake in a setting has the option for its place", () => {
  test.each([
    ["buffer=td", 'got "td". Did you mean "dt"?'],
    ["bufer=dt", 'got "bufer". Did you mean "buffer"?'],
    ["policies.bufer=dt", 'scheduling, got "bufer". Did you mean "buffer"?'],
    ["switch.memory=16", "switch.memory: expected a size such as 64KB, got 16. Add the unit: 16B, 16KB, 16MB?"],
    ["buffer.alpa=2", 'policies.buffer: expected one of name, alpha, got "alpa". Did you mean "alpha"?'],
    ["buffer={ name: dt, alpha: 9us }", "policies.buffer.alpha: expected a number"],
    [
      "traffic.2.size=1KB",
      "traffic: expected the number of an entry: 0 to 1, got 2. For example: the first entry is traffic[0].",
    ],
    ["traffic.size=1KB", "traffic: expected the number of an entry: 0 to 1, got size."],
    ["until.max=1ms", 'until: expected a map or a list at this path, got "1ms"'],
    ["traffic.0.to=h9", "traffic[0].to: expected the name of a host, h0 to h3"],
    ["buffer={ name: dt", 'expected a value such as dt, 16MiB or {name: dt, alpha: 2}, got "{ name: dt"'],
    ["buffer=*x", 'expected a value such as dt, 16MiB or {name: dt, alpha: 2}, got "*x"'],
    ["buffer=", 'expected path=value, such as buffer=dt, got "buffer="'],
    ["=dt", 'expected path=value, such as buffer=dt, got "=dt"'],
    ["buffer", 'expected path=value, such as buffer=dt, got "buffer"'],
  ])("%s", (setting, message) => {
    expect(() => read(setting)).toThrow(`--set ${setting}: `);
    expect(() => read(setting)).toThrow(message);
  });

  test("and what it makes wrong in the file has its place there", () => {
    expect(() => read("topology={ kind: star, hosts: 1 }")).toThrow(/^--set topology=/);
    expect(() => read("topology.kind=chain")).toThrow(/^x\.yaml:2:25: topology: expected one of .*, got "hosts"/);
  });
});

describe("a variation lists values", () => {
  test("parted by commas, but for those within braces, brackets and quotes", () => {
    expect(values("buffer=st,dt")).toEqual(["st", "dt"]);
    expect(values("buffer=st, {name: dt, alpha: 2}")).toEqual(["st", "{name: dt, alpha: 2}"]);
    expect(values("classes.lossless=[3],[3, 4]")).toEqual(["[3]", "[3, 4]"]);
    expect(values(`about="a, b",'c, d'`)).toEqual(['"a, b"', "'c, d'"]);
  });

  test("1..5 is five of them", () => {
    expect(values("seed=1..5")).toEqual(["1", "2", "3", "4", "5"]);
  });

  test("each is named by itself in messages", () => {
    expect(readVariation("--vary", "buffer=st,dt").map(({ from }) => from)).toEqual([
      "--vary buffer=st",
      "--vary buffer=dt",
    ]);
  });

  test.each([
    ["buffer", 'expected path=value,value,..., such as buffer=st,dt or seed=1..5, got "buffer"'],
    ["buffer=st,,dt", 'such as buffer=st,dt or seed=1..5, got "buffer=st,,dt"'],
    ["seed=5..1", 'expected a range that counts upwards, such as 1..5, got "5..1"'],
    ["seed=1,2,1", 'expected each value once, got a second "1"'],
    ["seed=1..100000000", "expected at most 1000 values, got 100000000, from 1 to 100000000"],
    ["seed=1..1000000000", "expected at most 1000 values, got 1000000000, from 1 to 1000000000"],
    ["seed=1..99999999999999999999", "expected whole numbers up to 9007199254740991"],
  ])("and not %s", (text, message) => {
    expect(() => values(text)).toThrow(`--vary ${text}: `);
    expect(() => values(text)).toThrow(message);
  });
});
