/** The stages joined: what the CLI and the studio call. */
import { buildNs3, type Ns3Build, type Ns3Input } from "./build/ns3.ts";
import { Ns3Recorder } from "./measure/ns3-outputs.ts";
import type { Ending } from "./model/network.ts";
import { policies } from "./policies.ts";

export interface Ns3Run {
  readonly build: Ns3Build;
  readonly recorder: Ns3Recorder;
  readonly ending: Ending;
}

/** A run of the reference simulator's input, to the last completion or its stop time. */
export function runNs3(input: Ns3Input, options: { readonly elide?: boolean } = {}): Ns3Run {
  let recorder!: Ns3Recorder;
  const build = buildNs3(input, policies, {
    ...options,
    recorder: (network) => (recorder = new Ns3Recorder(network)),
  });
  const ending = build.network.run(build.until);
  return { build, recorder, ending };
}
