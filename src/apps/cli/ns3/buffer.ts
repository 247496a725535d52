/**
 * `xoff run --ns3 --set buffer=...`: another buffer policy in place of the simulator's threshold.
 *
 * It answers "what would HPCC's simulator say about this policy?". All else stays the simulator's: headroom, events, random numbers.
 */
import { readScenario, readSetting, type Scenario } from "../../../run/lab/lab.ts";
import { EXIT, Failure } from "../terminal/exit.ts";
import { mistakesOf } from "../files/scenario-file.ts";

/** Settings are read as those of a scenario, so values have the same units and the same messages. */
const ANY_SCENARIO =
  "until: 1us\ntopology: { kind: star, hosts: 2 }\ntraffic: [{ kind: poisson, cdf: websearch-hpcc, load: 0.1 }]\n";
const BUFFER = /^(policies\.)?buffer([.=]|$)/;

/** The policy that the settings name; undefined: there are none. */
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
