/**
 * `xoff run --ns3 --set buffer=...`: replaces the simulator's threshold by another buffer policy.
 *
 * The result shows the effect of this policy in HPCC's simulator. Headroom, events and random numbers remain the simulator's.
 */
import { readScenario, readSetting, type Scenario } from "../../../run/lab/lab.ts";
import { EXIT, Failure } from "../terminal/exit.ts";
import { mistakesOf } from "../files/scenario-file.ts";

/** A minimal scenario for parsing the settings, so that values have the usual units and error messages. */
const ANY_SCENARIO =
  "until: 1us\ntopology: { kind: star, hosts: 2 }\ntraffic: [{ kind: poisson, cdf: websearch-hpcc, load: 0.1 }]\n";
const BUFFER = /^(policies\.)?buffer([.=]|$)/;

/** The buffer policy that the settings name, or undefined without settings. */
export function ns3Buffer(settings: readonly string[]): Scenario["policies"]["buffer"] | undefined {
  if (settings.length === 0) return undefined;
  for (const text of settings) {
    if (BUFFER.test(text)) continue;
    const hint = "Set other keys in config.txt, or run a scenario of `xoff import`, where every setting is allowed.";
    throw new Failure(
      `--set ${text}: with --ns3 only the buffer policy can be set, such as buffer=dt. ${hint}`,
      EXIT.input,
    );
  }
  return mistakesOf("--set", () => {
    const read = settings.map((text) => readSetting("--set", text));
    return readScenario(ANY_SCENARIO, "--set", undefined, read).policies.buffer;
  });
}
