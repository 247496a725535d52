/**
 * Tests that a policy gets the inputs that it needs, or that the run does not start. The tests use starters under every
 * congestion policy, entries of the library, and user policies.
 */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { check, ownModules, readScenario, run, runHere, runSync, ScenarioError } from "../src/api/xoff.ts";
import { dataUrl } from "../src/batch/loader/data-url.ts";
import { builtIn } from "../src/scenario/registry/tables.ts";

const folder = new URL("../scenarios/starter/", import.meta.url);
const starter = (name: string): string => readFileSync(new URL(`${name}.yaml`, folder), "utf8");
const names = readdirSync(folder).map((file) => file.replace(/\.yaml$/, ""));
const congestions = Object.keys(builtIn.policies.congestion);

describe("starters", () => {
  /** Starters whose thresholds belong to their question and suit only DCQCN. */
  const NAMES_DETECTION = ["acc-clos"];

  test.each(names)("%s under every congestion policy: each gets its detection, or an error", (name) => {
    const refused = congestions.filter((congestion) => {
      try {
        const { policies } = readScenario(starter(name), { set: [`congestion=${congestion}`] });
        const { needs } = builtIn.policies.congestion[congestion];
        if (!NAMES_DETECTION.includes(name))
          expect(policies.detection.map((one) => one.name)).toEqual([needs?.detection ?? "none"]);
        return false;
      } catch (error) {
        expect(error).toBeInstanceOf(ScenarioError);
        expect((error as Error).message).toMatch(/ needs \(set congestion=\w+\), got /);
        return true;
      }
    });
    // Three starters set a retransmission timeout, so they name recovery.
    const named = Object.keys(readScenario(starter(name)).policies.recovery.values).length > 0;
    const reads = /recovery:/.test(starter(name)) && named ? ["newreno"] : [];
    expect(refused).toEqual(NAMES_DETECTION.includes(name) ? ["hpcc", "powertcp", "acc"] : reads);
  });

  test.each(names)("%s has no line without effect", (name) => {
    expect(readScenario(starter(name)).unused).toBeUndefined();
  });
});

describe("the library", () => {
  const text = starter("incast-16").replace("congestion: dcqcn", "congestion: hpcc\n  detection: red");
  const refusal =
    /^a\.yaml:\d+:14: policies\.detection: expected int, for the INT stamps that congestion hpcc needs \(a\.yaml:\d+:15\)/;
  const options = { file: "a.yaml" };

  test("readScenario, check, runSync, runHere and run refuse", async () => {
    expect(() => readScenario(text, options)).toThrow(refusal);
    expect(() => check(text, options)).toThrow(refusal);
    expect(() => runSync(text, options)).toThrow(refusal);
    await expect(runHere(text, options)).rejects.toThrow(refusal);
    await expect(run(text, options)).rejects.toThrow(refusal);
  });

  test("readScenario and check report lines without effect", () => {
    const set = ["congestion=none", "detection={name: red, kmin: 5KB}"];
    const messages = ["detection.kmin has no effect: no policy uses ECN marks."];
    expect(readScenario(starter("incast-16"), { set }).unused?.map(({ message }) => message)).toEqual(messages);
    expect(check(starter("incast-16"), { set }).unused.map(({ message }) => message)).toEqual(messages);
  });
});

describe("user policies", () => {
  const star = `until: 50us
topology: { kind: star, hosts: 3, rate: 10Gbps }
traffic: [{ kind: long-lived, from: h0, to: h1 }]
`;
  const cc = (exports: string): string =>
    `export const about = "x", params = {}; ${exports}; export const create = () => ({ onStart() {}, onAck() {} });`;
  const detection = (exports: string, hooks: string): string =>
    `export const about = "x", params = {}; ${exports}; export const create = () => ({ ${hooks} });`;

  async function read(set: readonly string[], code: Readonly<Record<string, string>>) {
    const modules = Object.entries(code).map(([name, text]) => ({
      name: `./${name}.ts`,
      url: dataUrl(text),
      sources: [{ path: `${name}.ts`, text }],
    }));
    const options = { file: "a.yaml", set, own: await ownModules(star, modules, "a.yaml", set) };
    return { scenario: readScenario(star, options), check: () => check(star, options) };
  }

  test("needs a detection policy by name: it gets that policy, and another one is an error", async () => {
    const code = { cc: cc('export const needs = { detection: "int" }') };
    const { scenario } = await read(["congestion=./cc.ts"], code);
    expect(scenario.policies.detection.map(({ name }) => name)).toEqual(["int"]);
    await expect(read(["congestion=./cc.ts", "detection=red"], code)).rejects.toThrow(
      "set detection=red: policies.detection: expected int, for the INT stamps that congestion ./cc.ts needs (set congestion=./cc.ts), got red. " +
        "Either remove set detection=red (detection then follows congestion), or set detection: int, or choose another congestion policy.",
    );
  });

  test("needs a policy that is in no table", async () => {
    const code = { cc: cc('export const needs = { detection: "itn" }') };
    await expect(read(["congestion=./cc.ts"], code)).rejects.toThrow(
      /policies\.congestion: expected one of none, red, tcd, int, as needs\.detection of \.\/cc\.ts, got "itn"/,
    );
  });

  test("declares a signal: any detection that provides it is accepted, a user policy too", async () => {
    const code = {
      cc: cc('export const reads = () => ["ECN marks"]'),
      marks: detection('export const gives = ["ECN marks"]', "mark: () => 0"),
      stamps: detection('export const gives = ["INT stamps"]', "stamp() {}"),
    };
    await read(["congestion=./cc.ts", "detection=./marks.ts"], code);
    await expect(read(["congestion=./cc.ts", "detection=./stamps.ts"], code)).rejects.toThrow(
      /expected red or tcd, for the ECN marks that congestion \.\/cc\.ts needs .*, got \.\/stamps\.ts/,
    );
    await expect(read(["congestion=./cc.ts"], code)).rejects.toThrow(
      /expected detection red or tcd, .*got none, the default/,
    );
  });

  test("a detection policy without a hook for marks provides none, even if it declares them", async () => {
    const code = { empty: detection("", "onEnqueue() {}") };
    const { check: examine } = await read(["detection=./empty.ts"], code);
    expect(examine).toThrow(
      /policies\.detection: expected a policy with mark, for congestion dcqcn, got "\.\/empty\.ts"/,
    );
  });

  test("exports of another kind, and unknown signals", async () => {
    const expected = /to return a list of ECN marks, UE marks, INT stamps, losses|expected a list of ECN marks/;
    const marks = detection('export const gives = ["marks"]', "mark: () => 0");
    await expect(read(["detection=./marks.ts"], { marks })).rejects.toThrow(expected);
    await expect(read(["congestion=./cc.ts"], { cc: cc("export const reads = 3") })).rejects.toThrow(
      /expected a function, as cc\.ts should export it, got number\. The mistake is in its export reads/,
    );
    for (const answer of ["undefined", '["marks"]', "7"])
      await expect(read(["congestion=./cc.ts"], { cc: cc(`export const reads = () => ${answer}`) })).rejects.toThrow(
        expected,
      );
  });

  test("needs something that no policy of its role can need: the message lists the keys of the role", async () => {
    const transport = (needs: string): string =>
      `export const about = "x", params = {}, needs = ${needs}; export const create = () => ({});`;
    const refused = (needs: string) =>
      expect(read(["transport=./own.ts"], { own: transport(needs) })).rejects.toThrow(
        /policies\.transport: expected only the keys detection, recovery in needs of own\.ts, for the role transport, got (buffer|headroom|nonsense)\. Remove it, or declare a signal by reads\.$/,
      );
    for (const needs of ['{ buffer: "trim" }', '{ headroom: "none" }', '{ detection: "red", nonsense: 3 }'])
      await refused(needs);
    const code = { cc: cc('export const needs = { windw: "always" }') };
    await expect(read(["congestion=./cc.ts"], code)).rejects.toThrow(
      /the keys detection, recovery, window, scaleWindow in needs of cc\.ts, for the role congestion, got windw\. Did you mean "window"\?$/,
    );
  });

  test("declares parameters without effect: a warning for those that are set, and an error for a wrong answer", async () => {
    const params = '{ gain: { unit: "ratio", default: 1, min: 0, max: 9, source: "own", about: "Gain." } }';
    const code = (answer: string) => ({
      cc: cc(`export const unread = (_, { signals }) => (${answer})`).replace("params = {}", `params = ${params}`),
    });
    const set = ["congestion={name: ./cc.ts, gain: 2}", "detection=red"];
    const ofMarks = 'signals.includes("ECN marks") ? { gain: "marks decide" } : {}';
    const { scenario } = await read(set, code(ofMarks));
    expect(scenario.unused?.map(({ message }) => message)).toContain("congestion.gain has no effect: marks decide.");
    for (const answer of ["undefined", '{ gian: "a reason" }', "{ gain: 3 }"])
      await expect(read(set, code(answer))).rejects.toThrow(
        /policies\.congestion: expected unread of cc\.ts to return a map from names of parameters to reasons, got .*\. For example: \{ gain: "mode is fixed" \}\./,
      );
  });

  test("names the parameter of the class of headers: one that it has", async () => {
    const transport = (exports: string): string =>
      `export const about = "x", params = {}; ${exports}; export const create = () => ({});`;
    for (const own of ['"headers"', "() => 1", "8"])
      await expect(
        read(["transport=./own.ts"], { own: transport(`export const headerClass = ${own}`) }),
      ).rejects.toThrow(
        /expected the name of a parameter or a class from 0 to 7, as own\.ts should export it, got \w+\. The mistake is in its export headerClass/,
      );
  });

  test("a policy without a declaration can read anything: no warning about marks", async () => {
    const { scenario } = await read(["congestion=./cc.ts", "detection={name: red, kmin: 5KB}"], { cc: cc("") });
    expect(scenario.unused).toBeUndefined();
  });
});
