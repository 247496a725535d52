/** Runs every policy with one instance for each node (`apart.ts`). The results stay equal, so no policy reads the state of another node. */
import { describe, expect, test } from "vitest";
import { buildScenario } from "../src/run/network/scenario.ts";
import { readScenario, type Scenario } from "../src/run/lab/lab.ts";
import type { Network } from "../src/sim/model/network.ts";
import { faultKinds, policies, probes, topologies, trafficKinds } from "../src/policies/policies.ts";
import { drawScenario } from "../src/batch/soak/scenario.ts";
import { mended } from "../src/batch/soak/trial.ts";
import { apart } from "./apart.ts";
import { countdown } from "./lab-bench.ts";
import { tenScenarios } from "./properties/ten-scenarios.ts";

/** The number of events that are compared. Longer runs end there. */
const ENOUGH = 25_000;

/**
 * With `isApart`, each node has its own instance of the policies. The instances need the network, which is created with
 * them.
 */
function built(scenario: Scenario, isApart: boolean): Network {
  const holder = {} as { readonly network: Network };
  const own = isApart ? apart(scenario.wiring.names.length, () => holder.network) : policies;
  const recorder = (network: () => Network) => {
    Object.defineProperty(holder, "network", { get: network });
    return countdown()(network);
  };
  return buildScenario(scenario, { policies: own, topologies, trafficKinds, faultKinds, probes }, { recorder }).network;
}

function outcome({ fabric, flows, hosts }: Network): object {
  const { count } = flows;
  return {
    digest: fabric.digest.toString(),
    hops: fabric.hops,
    frames: [...fabric.linkFrames.made],
    received: [...flows.received.subarray(0, count)],
    acked: [...flows.acked.subarray(0, count)],
    nacks: [...flows.nacks.subarray(0, count)],
    repeated: [...flows.repeated.subarray(0, count)],
    cnps: hosts.cnps,
  };
}

/** Runs both networks until the first one has reached the limit of events. */
function bothWays(scenario: Scenario, most = ENOUGH): readonly [object, object] {
  const [whole, split] = [built(scenario, false), built(scenario, true)];
  let until = 0;
  for (let slice = 1; slice <= 32 && whole.events < most; slice++) {
    until = Math.round((scenario.until * slice) / 32);
    if (whole.step(until) !== "time is up") break;
  }
  split.step(until);
  return [outcome(whole), outcome(split)];
}

/**
 * Policies that are not among the ten scenarios and have state at two nodes: sender and receiver, or both ends of a
 * link.
 */
const others: Readonly<Record<string, string>> = {
  "IRN whose reach follows each flow's path": `
until: 3ms
topology: { kind: leaf-spine, leaves: 2, spines: 2, hostsPerLeaf: 3, rate: 100Gbps, delay: 1us }
switch: { memory: 100KB }
classes: { lossless: [] }
traffic: [{ kind: incast, from: h0..h4, to: h5, size: 300KB }, { kind: flows, list: [{ from: h0, to: h1, size: 400KB }, { from: h2, to: h1, size: 400KB }] }]
policies: { link: none, headroom: none, congestion: none, recovery: { name: irn, perFlow: true }, routing: spray }`,

  "go-back-N whose receivers forget, with a timeout that is too short": `
until: 3ms
topology: { kind: star, hosts: 6, rate: 100Gbps, delay: 1us }
switch: { memory: 4MiB }
traffic: [{ kind: incast, from: h0..h4, to: h5, size: 10KB, fanIn: 5 }]
policies: { congestion: none, recovery: { name: go-back-n, forgets: true, timeout: 4us, nackInterval: 4us } }`,

  "a script for one flow, DCQCN with CNPs for the rest": `
until: 600us
topology: { kind: dumbbell, pairs: 3, rate: 100Gbps, delay: 1us }
traffic: [{ kind: long-lived, from: h0..h2, to: r0 }]
policies:
  detection: { name: red, kmin: 5KB, kmax: 50KB, pmax: 1 }
  congestion: { name: scripted, others: dcqcn, cnpInterval: 10us, flows: [{ flow: 1, at: 200us, stop: 10us, rate: 40Gbps }] }`,

  "tokens of BifrostX on a long link": `
until: 3ms
topology: { kind: two-dc, k: 0, hosts: 4, farHosts: 2, dciLinks: 1, dciRate: 100Gbps, dciDelay: 100us, rate: 100Gbps, delay: 1us }
switch: { memory: 4MiB }
links: [{ between: dci0-dci1, policy: { name: bifrostx, internal: 1us }, memory: 16MiB }]
traffic: [{ kind: incast, to: h4, from: h0..h3, fanIn: 4, size: 300KB, every: 100us, count: 5 }]
policies: { congestion: none, routing: conga-sampled }`,

  "leaves of ConWeave, which reroute flows and hold packets": `
seed: 1
until: 400us
topology: { kind: leaf-spine, leaves: 3, spines: 3, hostsPerLeaf: 4 }
traffic: [{ kind: poisson, cdf: websearch-hpcc, load: 0.7 }, { kind: incast, to: h11, from: h0..h4, fanIn: 5, size: 50KB, every: 50us }]
policies:
  detection: { name: red, kmin: 20KB, kmax: 100KB }
  congestion: dcqcn
  recovery: irn
  routing: { name: conweave, replyExtra: 1us, age: 100us }`,

  "relays of SWING at the ends of a long link": `
until: 3ms
topology: { kind: two-dc, k: 0, hosts: 4, farHosts: 2, dciLinks: 1, dciRate: 100Gbps, dciDelay: 100us, rate: 100Gbps, delay: 1us }
switch: { memory: 4MiB }
links: [{ between: dci0-dci1, policy: swing, memory: 16MiB }]
traffic: [{ kind: incast, to: h4, from: h0..h3, fanIn: 4, size: 300KB, every: 100us, count: 5 }]
policies: { congestion: none }`,
};

describe("an instance for each node gives the same run", () => {
  test.each(Object.entries({ ...tenScenarios, ...others }))("%s", (_, text) => {
    const [whole, split] = bothWays(readScenario(text, "ten.yaml"));
    expect(split).toEqual(whole);
  });

  test("of the first 120 seeds of the soak", () => {
    for (let seed = 1; seed <= 120; seed++) {
      const drawn = mended(drawScenario(seed));
      if (typeof drawn === "string" || drawn.experiment.scenario.draws === "ns3") continue;
      if (drawn.experiment.network.hosts.plansForAll) continue; // a plan for all flows has one instance by definition
      let both;
      try {
        both = bothWays(drawn.experiment.scenario, 5000);
      } catch (error) {
        throw new Error(`seed ${seed}: ${JSON.stringify(drawn.written["policies"])}`, { cause: error });
      }
      expect(both[1], `seed ${seed}: ${JSON.stringify(drawn.written)}`).toEqual(both[0]);
    }
  });
});
