/**
 * Records the words that ACKs carry in the small fabric of `xoff test`. Words are numbers that a detection policy
 * writes on packets, such as queue lengths. The suite of congestion policies passes the recorded words to a policy's
 * hooks. So the suite can also test a congestion policy that needs the words of a user's own detection policy.
 */
import type { Registry } from "../../run/lab/lab.ts";
import type { CongestionPolicy, CongestionView } from "../../contracts/congestion.ts";
import type { WordSamples } from "../suites/congestion.ts";
import { experimentOf } from "./policy-runs.ts";

const MAX_SAMPLES = 256;
/**
 * The first ACK and every 16th one after it are recorded. An ACK carries telemetry in 32-bit words, for example queue
 * lengths. Between distant ACKs they differ more, so the samples show more of the possible values.
 */
const EVERY = 16;

/**
 * Samples of words, that is, of numbers that a detection policy writes on packets. ACKs carry these words to the congestion
 * policy `name` in the small fabric of `xoff test`. Undefined: no detection policy writes words.
 */
export function wordsInFabric(tables: Registry, name: string, settings: readonly string[]): WordSamples | undefined {
  const samples: Int32Array[] = [];
  let acks = 0;
  const row = tables.policies.congestion[name];
  const create = (values: Readonly<Record<string, unknown>>, view: CongestionView): unknown => {
    const policy = row.create(values, view as never) as CongestionPolicy;
    const { words } = view;
    if (words === null) return policy;
    const onAck = policy.onAck.bind(policy);
    const recording: CongestionPolicy["onAck"] = (...given) => {
      const at = view.packet * words.width;
      if (acks++ % EVERY === 0 && samples.length < MAX_SAMPLES) samples.push(words.at.slice(at, at + words.width));
      onAck(...given);
    };
    Object.defineProperty(policy, "onAck", { value: recording, configurable: true, enumerable: true });
    return policy;
  };
  const congestion = { ...tables.policies.congestion, [name]: { ...row, create } };
  const watched = { ...tables, policies: { ...tables.policies, congestion } } as Registry;
  try {
    const { run, scenario } = experimentOf(watched, settings);
    run(scenario.until);
  } catch {
    // If the run fails, the samples before the failure are used. A later check reports the reason.
  }
  return samples.length === 0 ? undefined : { width: samples[0].length, samples };
}
