/**
 * Damaged configs give an error with its place in the config, or a readable scenario. For more configs: MUTATED=10000 npx vitest run
 * test/sonic/mutated.test.ts
 */
import { expect, test } from "vitest";
import { InputError } from "../../src/formats/hpcc/input-error.ts";
import { ConfigDb } from "../../src/formats/sonic/config-db.ts";
import { linksOf } from "../../src/formats/sonic/links.ts";
import { lint, lintLinks } from "../../src/formats/sonic/lint.ts";
import { switchOf } from "../../src/formats/sonic/switch-of.ts";
import { toScenario } from "../../src/formats/sonic/to-scenario.ts";
import { neighbours } from "../../src/formats/sonic/wiring.ts";
import { readScenario } from "../../src/run/lab/lab.ts";
import { mutated } from "./mutate.ts";
import { sound, textOf } from "./sound.ts";

const COUNT = Number(process.env["MUTATED"] ?? 400);
test(`${COUNT} mutated configs: an error with its place, or a scenario; never a crash, never a hang`, () => {
  const ends = { error: 0, scenario: 0 };
  for (let seed = 1; seed <= COUNT; seed++) {
    const text = mutated(seed);
    try {
      const at = switchOf(new ConfigDb(text, "config_db.json"));
      for (const { place, mend } of lint(at)) {
        expect(place.line, `seed ${seed}`).toBeGreaterThan(0);
        expect(mend).not.toBe("");
      }
      const peer = switchOf(new ConfigDb(textOf(sound({ name: "peer" })), "peer.json"));
      const wires = peer.ports.map(({ name: port }) => ({ from: { node: at.name, port }, to: { node: "peer", port } }));
      for (const { mend } of lintLinks([at, peer], linksOf([at, peer], wires))) expect(mend).not.toBe("");
      readScenario(toScenario([at], neighbours(at)).text, "scenario.yaml");
      ends.scenario++;
    } catch (error) {
      if (!(error instanceof InputError)) throw new Error(`seed ${seed}`, { cause: error });
      expect(error.message, `seed ${seed}`).toMatch(/^config_db\.json:\d+:\d+: expected .*, found /s);
      ends.error++;
    }
  }
  expect(Math.min(ends.error, ends.scenario)).toBeGreaterThan(COUNT / 20);
});
