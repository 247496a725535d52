/** What the bench runs: scripts with their arguments, and the bars that the project set itself (bench/results.md). Bars are never asserted. */

/**
 * `speed`: million packet-hops a second. `memory`: MB resident. `c`: beside the C program in bench/limit, run in
 * turns; its `bar`: share of C's speed. `of`: share of another case's speed.
 */
export const SPEEDS = {
  "fat-tree-128": {
    args: ["permutation.mjs", "8", "20000000"],
    speed: 4,
    memory: 150,
    c: { args: ["8", "20000000"], bar: 0.45 },
  },
  "fat-tree-1024": {
    args: ["permutation.mjs", "16", "2000000"],
    speed: 3,
    memory: 300,
    c: { args: ["16", "2000000"], bar: 0.4 },
  },
  "fat-tree-8192": {
    args: ["permutation.mjs", "32", "100000"],
    memory: 1000,
    c: { args: ["32", "100000"] },
    of: { name: "fat-tree-1024", bar: 0.8 },
  },
  "ns3-leaf-spine": { args: ["ns3.mjs"], speed: 3 },
  "long-haul": { args: ["scenario.mjs", "scenarios/two-dc.yaml"] },
};

/**
 * Two threads against one, in turns; `bar`: times as fast. `eight`: and eight parts, on whatever cores there are, by processor time. Runs of half
 * a minute and more, which is what threads are for: each thread takes two seconds until its code is compiled.
 */
export const THREADS = {
  "threads-128": { args: ["scenario.mjs", "scenarios/fat-tree-128.yaml"], bar: 1.6, eight: 1.25 },
  "threads-1024": { args: ["scenario.mjs", "scenarios/fat-tree-1024.yaml"], bar: 1.8, eight: 1.25 },
  "threads-two-dc": { args: ["scenario.mjs", "scenarios/two-dc.yaml"], bar: 1.8 },
};

/** How long a network takes to be built; `bar`: seconds. */
export const BUILDS = {
  "build-8192": { args: ["build.mjs", "fat-tree", "32"], bar: 5 },
  "build-hpcc-65521": { args: ["build.mjs", "hpcc", "1985"] },
};

export const CASES = { ...SPEEDS, ...THREADS, ...BUILDS };
