/**
 * Tests flows of htsim's connection matrix that depend on other flows. They begin, to the picosecond, when their sender
 * is notified. The tests use one partition and two.
 */
import { expect, test } from "vitest";
import { runInTurns } from "../src/run/lab/in-partitions.ts";
import { experiment, readScenario, setUp, type Results } from "../src/run/lab/lab.ts";
import { WINDOW_AND_BARRIER } from "./htsim.ts";

const TREE = "Nodes 16\nTiers 3\nPodsize 4\n" + [2, 2, 4].map((down, k) => tier(k, down)).join("");
function tier(number: number, down: number): string {
  const up = number === 2 ? "" : "Radix_Up 2\n";
  return `Tier ${number}\nDownlink_speed_Gbps 100\nRadix_Down ${down}\n${up}Downlink_Latency_ns 500\n`;
}

const scenario = () =>
  readScenario(
    "until: 1ms\ntopology: { kind: file, path: t.topo }\ntraffic: [{ kind: flows, path: f.cm }]\n",
    "x.yaml",
    (path) => (path === "t.topo" ? TREE : WINDOW_AND_BARRIER),
  );

test("a window of two, a barrier of three, a link that has failed", () => {
  const { tables, summary } = experiment(scenario());
  expect(summary.ending).toBe("all flows are done");
  const { source, destination, start_ns: start, fct_ns: fct, fct_ack_ns: ack } = tables.flows.columns;
  const at = (from: string, to: string): number =>
    start.findIndex((_, k) => source[k] === from && destination[k] === to);
  const ends = (k: number): number => Math.round((start[k] + fct[k]) * 1000) / 1000;
  // The window: each last ACK permits the next flow.
  const heard = [at("h0", "h4"), at("h0", "h5"), at("h0", "h6")]
    .map((k) => Math.round((start[k] + ack[k]) * 1000) / 1000)
    .sort((a, b) => a - b);
  expect(["h6", "h8", "h9"].map((to) => start[at("h0", to)])).toEqual(heard);
  // The barrier: h7 answers when the last of the three flows has arrived.
  const came = ["h11", "h12", "h13"].map((from) => ends(at(from, "h7")));
  expect(start[at("h7", "h1")]).toBe(Math.max(...came));
  // The second core of agg0 is core2.
  const ports = tables.ports.columns;
  const sent = ports.node.findIndex((node, k) => node === "agg0" && ports.peer[k] === "core2");
  expect(ports.sent_bytes[sent]).toBe(0);
});

test("a failure affects the first link of a bundle, as in htsim", () => {
  const core = "Tier 2\nDownlink_speed_Gbps 100\nRadix_Down 8\nBundle 2\nDownlink_Latency_ns 500\n";
  const tree = `Nodes 16\nTiers 3\nPodsize 4\n${tier(0, 2)}${tier(1, 2).replace("Radix_Up 2", "Radix_Up 4")}${core}`;
  const { faults } = readScenario(
    "until: 1ms\ntopology: { kind: file, path: t.topo }\ntraffic: [{ kind: flows, path: f.cm }]\n",
    "x.yaml",
    (path) => (path === "t.topo" ? tree : WINDOW_AND_BARRIER),
  );
  // agg0 has two links to core0 and two to core2, its second core.
  expect(faults?.map(({ kind, target }) => [kind, target])).toEqual([["link-down", ["agg0-core2#1"]]]);
});

const told = ({ summary, tables }: Results): string => JSON.stringify([summary, tables.flows]);

test("with two partitions they begin as with one", () => {
  const partOf = Int32Array.from(scenario().wiring.names, (_, node) => node % 2);
  expect(told(runInTurns(setUp(scenario()), partOf))).toBe(told(experiment(scenario())));
});
