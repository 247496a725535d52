/**
 * Verifies fast-forward with random scenarios. Each scenario runs twice: packet by packet, and with fast-forward.
 * Prints the distribution of the errors and of the skipped shares. A seed defines a scenario, so a range of seeds
 * identifies the tested scenarios.
 *
 *   node bench/fast-forward-soak.mjs                            2,000 scenarios from seed 1
 *   node bench/fast-forward-soak.mjs --seed 7 --scenarios 1     the scenario of seed 7, with its text
 *   node bench/fast-forward-soak.mjs --set congestion=hpcc      the same scenarios, with another policy
 *   node bench/fast-forward-soak.mjs --repeats                  scenarios whose collectives repeat flows, so that most are replayed
 *
 * `--list` prints the bound and the errors of each run with replays.
 *
 * An error beyond the bound of the run (`error_bound` in summary.json) is printed with its seed. The exit code is then 1.
 */
import { parseArgs } from "node:util";
import { Stream } from "../dist/base/random.js";
import { ParamError, readScenario, ScenarioError, setUp } from "../dist/run/lab/lab.js";
import { pairsOf } from "../dist/report/skip-errors.js";

const text = { type: "string" };
const { values } = parseArgs({
  options: {
    seed: text,
    scenarios: text,
    set: { ...text, multiple: true },
    repeats: { type: "boolean" },
    list: { type: "boolean" },
  },
});
/** Policies from `--set`, by role. They replace the drawn policies. */
const given = Object.fromEntries((values.set ?? []).map((setting) => setting.split("=")));
const first = Number(values.seed ?? 1);
const count = Number(values.scenarios ?? 2000);
/** Scenarios with more packet-hops than this are left out, because the exact run would take many seconds. */
const MAX_HOPS = values.repeats ? 6_000_000 : 2_000_000;

const PORT_COLUMNS = ["pauses_sent", "paused_ns", "sent_bytes"];
const FLOW_COLUMNS = ["fct_ns", "received_bytes", "marked_packets"];

/**
 * The window of a drawn scenario. The congestion policies below work only with a window of one bandwidth-delay product.
 */
const windowOf = (drawn) => (["hpcc", "powertcp", "dctcp"].includes(given.congestion) ? "bdp" : drawn);

/** Draws a scenario of the kinds that fast-forward accepts, as text. */
function drawn(seed) {
  const stream = new Stream(seed, 38, 1);
  const int = (low, high) => low + Math.floor(stream.next() * (high - low + 1));
  const one = (...list) => list[int(0, list.length - 1)];
  const rate = one("25Gbps", "100Gbps", "400Gbps");
  const delay = one("100ns", "600ns", "1us", "3us");
  const [topology, hosts] = one(
    () => {
      const n = int(3, 9);
      return [{ kind: "star", hosts: n, rate, delay }, n];
    },
    () => [{ kind: "leaf-spine", leaves: 2, spines: int(1, 2), hostsPerLeaf: 4, rate, delay }, 8],
    () => [{ kind: "rail-optimised", groups: 1, servers: 4, rails: 4, spines: int(2, 4), rate, delay }, 16],
    () => [{ kind: "fat-tree", k: 4, rate, delay, uplinkRate: one(rate, "100Gbps") }, 16],
  )();
  const size = (low, high) => `${int(low, high) * 1000 + one(0, 0, int(0, 999))}B`;
  const flow = () => {
    const from = int(0, hosts - 1);
    const to = (from + int(1, hosts - 1)) % hosts;
    return { from: `h${from}`, to: `h${to}`, size: size(20, 3000), start: `${int(0, 400)}us` };
  };
  const ranks = one(4, 8).valueOf() > hosts ? `h0..h${hosts - 1}` : `h0..h${Math.min(hosts, one(4, 8)) - 1}`;
  const job = () => ({
    ...{ kind: "collective", ranks, iterations: int(1, 2), compute: one("0us", "20us") },
    ...one(
      { operation: "all-reduce-ring", size: size(200, 8000) },
      { operation: "all-gather", size: size(200, 8000) },
      { operation: "all-to-all", size: size(200, 4000), channels: int(1, 3) },
      { operation: "all-reduce-tree", size: size(200, 2000), pieces: int(1, 4) },
      { operation: "pipeline", size: size(50, 1000), pieces: int(1, 4) },
    ),
  });
  /** Returns a collective that repeats each of its flows often. Each flow has more than 100 packets. */
  const repeats = (payload) => {
    const number = Math.min(hosts, one(4, 8));
    const times = number * (payload / 1000);
    return {
      ...{ kind: "collective", ranks: `h0..h${number - 1}`, size: size(Math.ceil(110 * times), 500 * times) },
      ...one(
        { operation: "all-reduce-ring", iterations: int(3, 5), compute: one("0us", "20us") },
        { operation: "all-reduce-ring", iterations: int(3, 5), compute: "20us", straggle: "10us" },
        { operation: "all-gather", iterations: int(6, 9), compute: one("0us", "20us") },
      ),
    };
  };
  const others = () =>
    one(
      () => ({ kind: "flows", list: Array.from({ length: int(1, 3) }, flow) }),
      () => ({ kind: "incast", fanIn: int(2, hosts - 1), to: "h0", size: size(50, 500), count: 1 }),
    )();
  const mixed = () =>
    one(
      () => ({ kind: "flows", list: Array.from({ length: int(1, 6) }, flow) }),
      () => ({ kind: "flows", list: Array.from({ length: int(1, 3) }, flow) }),
      () => ({ kind: "incast", fanIn: int(2, hosts - 1), to: "h0", size: size(50, 1500), count: 1 }),
      job,
      job,
      () => ({ kind: "poisson", cdf: "websearch-hpcc", load: one(0.1, 0.3), stop: "60us" }),
      () => ({ kind: "long-lived", from: "h1", to: "h2" }),
    )();
  const payload = values.repeats ? one("1000B", "1000B", "4096B") : undefined;
  const traffic = values.repeats
    ? [repeats(parseInt(payload, 10)), ...(int(0, 3) === 0 ? [others()] : [])]
    : Array.from({ length: int(1, 2) }, mixed);
  const endless = traffic.every(({ kind }) => kind === "long-lived");
  const congestion = one("none", "none", "dcqcn");
  const lossy = one(false, false, false, true);
  return JSON.stringify({
    ...{
      seed,
      ...(endless ? { until: `${int(200, 900)}us` } : { until: "done", limit: values.repeats ? "40ms" : "4ms" }),
    },
    ...{ topology, traffic, packet: { payload: payload ?? one("1000B", "4096B") } },
    switch: { memory: lossy ? "400KB" : one("4MiB", "16MiB") },
    ...(lossy ? { classes: { lossless: [] } } : {}),
    host: { window: windowOf(one("none", "bdp")) },
    policies: {
      ...{ congestion, buffer: one({ name: "dt", alpha: one(0.125, 1) }, { name: "st" }) },
      ...{ routing: { name: "ecmp", seed: "per-switch" } },
      recovery:
        lossy && int(0, 1) === 0
          ? "irn"
          : { name: "go-back-n", ackEvery: one(1, 1, 4, values.repeats ? 2 : 1_000_000) },
      ...given,
    },
    measure: { pauses: false },
  });
}

/** Runs a scenario in both modes. Returns undefined if it is refused or too long. */
function verified(text) {
  try {
    const [fast, exact] = [true, false].map((fastForward) => {
      const experiment = setUp(readScenario(JSON.stringify({ ...JSON.parse(text), fastForward }), "drawn.json"));
      const results = experiment.results(experiment.run(experiment.scenario.until));
      if (experiment.network.fabric.hops > MAX_HOPS) throw new RangeError("too long");
      return results;
    });
    return { fast, exact };
  } catch (error) {
    if (error instanceof ScenarioError || error instanceof ParamError || error instanceof RangeError) return error;
    throw error;
  }
}

const relative = (a, b) =>
  Object.is(a, b) ? 0 : a === 0 || Number.isNaN(a + b) ? Infinity : Math.abs(b - a) / Math.abs(a);

/**
 * Compares the two runs of a scenario. Returns the largest relative error of flows, ports and end of the run, and the
 * mean error of completion times.
 */
function errorsOf({ exact, fast }) {
  const worst = (table, columns) =>
    Math.max(
      0,
      ...columns.flatMap((name) =>
        Array.from(exact.tables[table].columns[name] ?? [], (value, row) =>
          relative(value, fast.tables[table].columns[name][row]),
        ),
      ),
    );
  const errors = pairsOf(exact, fast).map((pair) => relative(pair.exact, pair.fast));
  // The order in which a run with replays numbers its flows differs from the exact run. It also rounds queue lengths to
  // whole packets. Rows of flows and peaks of queues are therefore not compared.
  const isReplayed = fast.summary.fast_forward.memory !== undefined;
  return {
    flows: Math.max(...errors, 0, ...(isReplayed ? [] : [worst("flows", FLOW_COLUMNS)])),
    ports: worst("ports", isReplayed ? PORT_COLUMNS : [...PORT_COLUMNS, "queue_peak_bytes"]),
    end: relative(exact.summary.simulated_ns, fast.summary.simulated_ns),
    mean: errors.reduce((sum, one) => sum + one, 0) / Math.max(1, errors.length),
  };
}

const share = { none: 0, "up to 10%": 0, "up to 50%": 0, "up to 90%": 0, "above 90%": 0 };
const classOf = (one) =>
  one === 0 ? "none" : one <= 0.1 ? "up to 10%" : one <= 0.5 ? "up to 50%" : one <= 0.9 ? "up to 90%" : "above 90%";
/** Number of runs with replays, by their largest error relative to the bound that the run states. */
const ofBound = { "up to 10%": 0, "up to 33%": 0, "up to 100%": 0, beyond: 0 };
const boundClass = (part) =>
  part <= 0.1 ? "up to 10%" : part <= 1 / 3 ? "up to 33%" : part <= 1 ? "up to 100%" : "beyond";
const reasons = new Map();
const largest = { flows: 0, ports: 0, end: 0, mean: 0 };
let [held, broken] = [0, 0];
const tell = () =>
  console.log(JSON.stringify({ held, broken, refused: Object.fromEntries(reasons), share, ofBound, largest }, null, 1));
for (let seed = first; seed < first + count; seed++) {
  const text = drawn(seed);
  if (count === 1) console.log(text);
  const run = verified(text);
  if (run instanceof Error) {
    const why = run instanceof RangeError ? "too long" : run.message.replace(/^[^ ]* /, "").slice(0, 90);
    reasons.set(why, (reasons.get(why) ?? 0) + 1);
    continue;
  }
  const { share: skipped, error_bound: bound } = run.fast.summary.fast_forward;
  share[classOf(skipped)]++;
  const errors = errorsOf(run);
  if (bound > 0) {
    ofBound[boundClass(Math.max(...Object.values(errors)) / bound)]++;
    if (values.list) console.log(`seed ${seed}: bound ${bound}, ${JSON.stringify(errors)}`);
  }
  for (const name of Object.keys(largest)) largest[name] = Math.max(largest[name], errors[name]);
  if (Math.max(...Object.values(errors)) > bound) {
    broken++;
    console.log(`seed ${seed}: beyond the bound ${bound}: ${JSON.stringify(errors)}`);
  } else held++;
  if ((seed - first + 1) % 100 === 0) tell();
}
tell();
process.exitCode = broken > 0 ? 1 : 0;
