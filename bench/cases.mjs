/**
 * Defines the cases of the benchmark: a script with its arguments, and the goals for its speed and memory.
 * bench/results.md explains the goals. No test asserts them.
 */

/**
 * Speed and memory of single runs.
 *
 * - `speed`: the goal in million packet-hops per second.
 * - `memory`: the goal for resident memory in MB.
 * - `c`: if present, the case alternates with a C program of the same traffic (bench/limit.mjs). `goal` is xoff's
 *   speed as a share of the C program's speed.
 * - `of`: `goal` is the speed of this case as a share of the speed of case `name`.
 */
export const SPEEDS = {
  "fat-tree-128": {
    args: ["permutation.mjs", "8", "20000000"],
    speed: 4,
    memory: 150,
    c: { args: ["8", "20000000"], goal: 0.45 },
  },
  "fat-tree-1024": {
    args: ["permutation.mjs", "16", "2000000"],
    speed: 3,
    memory: 300,
    c: { args: ["16", "2000000"], goal: 0.4 },
  },
  "fat-tree-8192": {
    args: ["permutation.mjs", "32", "100000"],
    memory: 1000,
    c: { args: ["32", "100000"] },
    of: { name: "fat-tree-1024", goal: 0.8 },
  },
  "ns3-leaf-spine": { args: ["ns3.mjs"], speed: 3 },
  "long-haul": { args: ["scenario.mjs", "scenarios/two-dc.yaml"] },
};

/**
 * Runs with two threads, alternating with runs of one thread. `goal` is the goal for the speedup. With `eight`, the
 * case also runs in eight partitions on the available cores. `eight` is then the allowed ratio of their processor time
 * to that of one thread.
 *
 * Each run takes at least half a minute. Threads need about two seconds until their code is compiled, so short runs would show no gain.
 */
export const THREADS = {
  "threads-128": { args: ["scenario.mjs", "scenarios/fat-tree-128.yaml"], goal: 1.6, eight: 1.5 },
  "threads-1024": { args: ["scenario.mjs", "scenarios/fat-tree-1024.yaml"], goal: 1.8, eight: 1.5 },
  "threads-two-dc": { args: ["scenario.mjs", "scenarios/two-dc.yaml"], goal: 1.8 },
};

/** Time to build a network. `goal` is the goal in seconds. */
export const BUILDS = {
  "build-8192": { args: ["build.mjs", "fat-tree", "32"], goal: 5 },
  "build-hpcc-65521": { args: ["build.mjs", "hpcc", "1985"] },
};

export const CASES = { ...SPEEDS, ...THREADS, ...BUILDS };
