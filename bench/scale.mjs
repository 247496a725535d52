/**
 * Builds fabrics of up to 65,536 NICs and runs a ring all-reduce of 8 far-apart NICs. Prints processor time and memory as a table for
 * bench/scale.md. The completion time is checked by its closed form.
 *
 *   node bench/scale.mjs              all fabrics, each in its own process
 *   node bench/scale.mjs fat-tree     fabrics whose name contains this word
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { readScenario, setUp } from "../dist/run/lab/lab.js";

const self = fileURLToPath(import.meta.url);
const LINK = { rate: "400Gbps", delay: "1us" };
const rails = (groups, servers) => ({
  topology: { kind: "rail-optimised", groups, servers, rails: 8, spines: servers, ...LINK },
  nics: groups * servers * 8,
  links: 4,
});
const fatTree = (k) => ({ topology: { kind: "fat-tree", k, ...LINK }, nics: k ** 3 / 4, links: 6 });

/** By name: the topology, its NICs, and the links between two NICs that are far apart. */
const CASES = {
  "rail-optimised, 1,024": rails(4, 32),
  "rail-optimised, 8,192": rails(16, 64),
  "rail-optimised, 65,536": rails(64, 128),
  "fat-tree, 1,024": fatTree(16),
  "fat-tree, 8,192": fatTree(32),
  "fat-tree, 65,536": fatTree(64),
};

const RANKS = 8;
const STEPS = 2 * (RANKS - 1);
/** Number of full packets in a message. */
const PACKETS = 100;
// At 400 Gbps a byte takes 0.02 ns. A packet of 1000 B has 82 B of headers, preamble and gap. An ACK takes 86 B.
const [PACKET_NS, ACK_NS, DELAY_NS] = [1082 * 0.02, 86 * 0.02, 1000];

/** The time of the all-reduce: each step is a message over idle links, and its ACK precedes the next step. */
const closedForm = (links) => STEPS * ((PACKETS - 1 + links) * PACKET_NS + links * DELAY_NS) + (STEPS - 1) * ACK_NS;

if (process.argv[2] === "--one") one(CASES[process.argv[3]]);
else all(process.argv.slice(2));

function one({ topology, nics, links }) {
  const text = JSON.stringify({
    ...{ until: "done", limit: "1s", topology, switch: { memory: "1GiB" }, packet: { payload: "1000B" } },
    traffic: [
      {
        ...{ kind: "collective", operation: "all-reduce-ring", size: `${RANKS * PACKETS * 1000}B` },
        ranks: Array.from({ length: RANKS }, (_, rank) => `h${(rank * nics) / RANKS + rank}`),
      },
    ],
    policies: { congestion: "none", recovery: { name: "go-back-n", ackEvery: 1_000_000, timeout: "1s" } },
    measure: { pauses: false },
  });
  const seconds = () => (process.cpuUsage().user + process.cpuUsage().system) / 1e6;
  const before = seconds();
  const experiment = setUp(readScenario(text, "scale.json"));
  const built = seconds() - before;
  const ending = experiment.run(experiment.scenario.until);
  const [job] = experiment.results(ending).summary.collectives;
  const expected = closedForm(links);
  const isRight = Math.abs(job.completion_ns - expected) < 0.001;
  const ran = seconds() - before - built;
  const nodes = experiment.network.fabric.nodes;
  console.log(JSON.stringify({ nodes, built, ran, memory: process.resourceUsage().maxRSS, isRight, expected, job }));
}

function all(words) {
  const names = Object.keys(CASES).filter((name) => words.length === 0 || words.some((word) => name.includes(word)));
  console.log("| fabric, NICs | nodes | build, s | run and results, s | memory, MB | equals the closed form |");
  console.log("|---|---|---|---|---|---|");
  for (const name of names) {
    const { stdout, stderr, status } = spawnSync(process.execPath, [self, "--one", name], { encoding: "utf8" });
    if (status !== 0) throw new Error(`${name}: ${stderr}`);
    const { nodes, built, ran, memory, isRight, expected, job } = JSON.parse(stdout);
    const verdict = isRight ? "yes" : `no: ${job.completion_ns} ns, expected ${expected} ns`;
    if (!isRight) process.exitCode = 1;
    console.log(
      `| ${name} | ${nodes.toLocaleString("en-US")} | ${built.toFixed(1)} | ${ran.toFixed(1)} | ${(memory / 1024).toFixed(0)} | ${verdict} |`,
    );
  }
}
