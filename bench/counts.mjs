/**
 * Counts instructions, cache misses and mispredicted branches for each packet-hop, of xoff and of the C program. The
 * counts come from valgrind's cachegrind, so other programs on the machine do not affect them. The simulated caches are
 * those of one core: a first level of 32 KiB and a last level of 1 MiB.
 *
 *   node bench/counts.mjs [hosts ...] [role=policy ...]      default: 128 and 1024 hosts, about 20 minutes; with role=policy, xoff alone
 *
 * Each program runs twice, the second time with twice the bytes. The difference of the two counts excludes startup and compilation. `REPEATABLE`
 * has the settings of V8 with which two equal runs have equal counts. The settings of the network are those of `permutation.mjs`. Compare the counts of two versions only if both were built by `scripts/setup.mjs`, which folds
 * constants, and their digests are equal. Other digests mean other traffic, for instance because a default changed. The defaults of
 * versions before 2026-11-25 are `acks=control 'routing={"name":"ecmp","seed":"per-switch"}'`.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { ran } from "../scripts/ran.mjs";
import { withProgram } from "./limit.mjs";

const RUNS = { 128: ["8", 4_000_000], 1024: ["16", 300_000] };
const COUNTS = {
  instructions: /I\s+refs:\s+([\d,]+)/,
  "data accesses": /D\s+refs:\s+([\d,]+)/,
  branches: /Branches:\s+([\d,]+)/,
  mispredicted: /Mispredicts:\s+([\d,]+)/,
  "code misses, 32 KiB": /I1\s+misses:\s+([\d,]+)/,
  "data misses, 32 KiB": /D1\s+misses:\s+([\d,]+)/,
  "data misses, 1 MiB": /LLd misses:\s+([\d,]+)/,
};
/**
 * Without these settings equal runs differ by up to 6% at 1,024 hosts. While V8 marks the heap in steps, each store of an object takes more
 * instructions, and the steps follow the clock. Young and old space are large enough for a run without a full collection.
 */
const REPEATABLE = [
  ...["--single-threaded", "--predictable", "--hash-seed=1", "--random-seed=1", "--no-incremental-marking"],
  ...["--min-semi-space-size=16", "--max-semi-space-size=16", "--initial-old-space-size=1024"],
];
const script = fileURLToPath(new URL("permutation.mjs", import.meta.url));

if (spawnSync("valgrind", ["--version"]).status !== 0) fail("valgrind is not installed");
const given = process.argv.slice(2);
const policies = given.filter((one) => one.includes("="));
const named = given.filter((one) => !one.includes("="));
const hosts = named.length > 0 ? named : Object.keys(RUNS);
for (const one of hosts) if (!(one in RUNS)) fail(`hosts ${one}: expected one of ${Object.keys(RUNS).join(", ")}`);
withProgram([], (program) => {
  const programs = {
    ...(program === undefined || policies.length > 0 ? {} : { C: [program] }),
    xoff: [process.execPath, ...REPEATABLE, script],
  };
  for (const one of hosts) for (const [name, command] of Object.entries(programs)) print(one, name, command);
});

function print(one, name, command) {
  const [k, bytes] = RUNS[one];
  const [short, long] = [bytes, 2 * bytes].map((size) => counted([...command, k, String(size), ...policies]));
  const hops = long.hops - short.hops;
  const counts = Object.keys(COUNTS).map((what) => `${((long[what] - short[what]) / hops).toFixed(2)} ${what}`);
  const traffic = long.digest === undefined ? "" : `; digest ${long.digest}`;
  console.log(`${one} hosts, ${name}, a packet-hop: ${counts.join(", ")}${traffic}`);
}

function counted(command) {
  const options = ["--cache-sim=yes", "--branch-sim=yes", "--LL=1048576,16,64", "--cachegrind-out-file=/dev/null"];
  const { status, stdout, stderr } = ran("valgrind", ["--tool=cachegrind", ...options, ...command]);
  if (status !== 0) fail(`valgrind ended with ${status}:\n${stderr}`);
  const number = (text, of) => Number(of.exec(text)?.[1].replaceAll(",", ""));
  return {
    hops: number(stdout, /hops"?[:=](\d+)/),
    digest: /"digest":"(\w+)"/.exec(stdout)?.[1],
    ...Object.fromEntries(Object.entries(COUNTS).map(([what, of]) => [what, number(stderr, of)])),
  };
}

function fail(why) {
  console.error(why);
  process.exit(1);
}
