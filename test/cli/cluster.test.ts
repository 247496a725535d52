/**
 * Runs a sweep on a cluster's scheduler. Some tasks are killed and requeued. The rows must equal those of a single
 * process, byte for byte.
 */
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { has, hasSlurm, Slurm } from "./cluster.ts";
import { build, Folder, main, ran } from "./xoff.ts";

const scenario = `seed: 7
until: 60us
topology: { kind: star, hosts: 5, delay: 2us }
traffic:
  - { kind: poisson, cdf: solar2022, load: 0.4 }
`;
const RUNS = 200;

if (!hasSlurm) console.warn("no Slurm here, or not root: what it would do to a sweep is not tested");

let at: Folder;
let slurm: Slurm | undefined;
let local: readonly Buffer[];
beforeAll(() => {
  build();
  at = new Folder();
  at.write("my.yaml", scenario);
  planned("local");
  at.run("sweep", "run", "local");
  local = collect("local");
  expect(local[0].toString().split("\n")).toHaveLength(RUNS + 2);
}, 300_000);
afterAll(async () => {
  await slurm?.stop();
  at.remove();
});

const planned = (name: string) =>
  at.run("sweep", "plan", "my.yaml", "--vary", "buffer=st,dt", "--seeds", String(RUNS / 2), "--out", name);

function collect(folder: string): Buffer[] {
  expect(at.run("sweep", "collect", folder).code).toBe(0);
  return ["rows.csv", "rows.parquet"].map((name) => at.bytes(`${folder}/collected/${name}`));
}

function script(...args: readonly string[]): string {
  const { code, stdout } = at.run("sweep", "script", ...args);
  expect(code).toBe(0);
  return stdout;
}

const rowsIn = (folder: string): number =>
  existsSync(at.at(`${folder}/rows`))
    ? readdirSync(at.at(`${folder}/rows`), { recursive: true, encoding: "utf8" }).filter((name) =>
        name.endsWith(".json"),
      ).length
    : 0;

/** Kills the running tasks of a sweep, and returns their number. */
const killTasks = (folder: string): number =>
  ran("ps", ["-eo", "pid=,args="])
    .stdout.split("\n")
    .filter((line) => line.includes(` sweep run ${at.at(folder)} --task `) && !/ (sh|perl|parallel) /.test(line))
    .filter((line) => spawnSync("kill", ["-9", String(Number.parseInt(line, 10))]).status === 0).length;

test.skipIf(!hasSlurm)(
  "Slurm's job array (skipped without root and Debian's slurm-wlm and munge): the same bytes after half of its tasks were killed and requeued",
  async () => {
    planned("slurm");
    const text = script("slurm", "slurm", "--tasks", "4");
    slurm = new Slurm();
    await slurm.start();
    let job = slurm.submit(text, at.path);
    const hit = new Set<string>();
    for (;;) {
      if (!slurm.isThere(job)) {
        if (rowsIn("slurm") === RUNS) break;
        // If a task is killed at its very start, Slurm counts it as failed and does not requeue it. A new call of the
        // script runs the missing rows.
        job = slurm.submit(text, at.path);
      }
      const task = slurm.running(job).find((one) => !hit.has(one));
      if (task !== undefined && hit.size < 2 && rowsIn("slurm") > 0) {
        hit.add(task);
        slurm.requeue(job, task);
      }
      slurm.hasten(job);
      await delay(50);
    }
    expect(hit.size).toBe(2);
    expect(at.run("sweep", "status", "slurm").stdout).toContain(`${RUNS} of ${RUNS} runs done`);
    expect(collect("slurm")).toEqual(local);
  },
  300_000,
);

test.skipIf(!has("parallel"))(
  "GNU parallel (skipped without it): the same bytes after half of its tasks were killed and the command was repeated",
  async () => {
    planned("parallel");
    // The last task stops itself when it first begins. So the test can always kill a task, even if the others are fast.
    const held = at.at("held");
    at.write(
      "held",
      `#!/bin/sh
case "$*" in *"--task 4/4"*) mkdir "${held}-once" 2>/dev/null && kill -STOP $$;; esac
exec "${process.execPath}" "${main}" "$@"
`,
    );
    chmodSync(held, 0o755);
    const text = script("parallel", "parallel", "--tasks", "4", "--xoff", held);
    const start = (): Promise<number | null> => {
      const child = spawn("sh", {
        cwd: at.path,
        env: { ...process.env, JOBS: "2" },
        stdio: ["pipe", "ignore", "ignore"],
      });
      child.stdin.end(text);
      return new Promise((resolve) => child.on("close", resolve));
    };
    const first = start();
    while (rowsIn("parallel") === 0) await delay(20);
    while (!existsSync(`${held}-once`)) await delay(20);
    expect(killTasks("parallel")).toBeGreaterThan(0);
    expect(await first).toBeGreaterThan(0); // the exit code is the number of failed tasks
    expect(await start()).toBe(0);
    expect(collect("parallel")).toEqual(local);
  },
  300_000,
);

test("the scripts for HyperQueue and Kubernetes contain folder, share and cores", () => {
  expect(script("hyperqueue", "local", "--tasks", "5", "--xoff", "xoff")).toContain(
    `--array 1-5 --cpus 1 --time-limit 40m --crash-limit 5 -- \\\n  bash -c 'exec xoff sweep run ${at.at("local")} --task "$HQ_TASK_ID"/5 --jobs 1'`,
  );
  const job = parse(script("kubernetes", "local", "--tasks", "5", "--cores", "2")) as Record<string, never>;
  expect(job).toMatchObject({
    kind: "Job",
    metadata: { name: "xoff-my" },
    spec: { completionMode: "Indexed", completions: 5, parallelism: 5 },
  });
});

test("the commands for HyperQueue and Kubernetes, called as by their schedulers: each index runs its share", () => {
  at.run("sweep", "plan", "my.yaml", "--vary", "buffer=st,dt", "--seeds", "2", "--out", "shares");
  const xoff = `${process.execPath} ${main}`;
  const shell = (text: string, env: Readonly<Record<string, string>>): string | null => {
    const { status, stderr } = ran("bash", ["-c", text], { env: { ...process.env, ...env } });
    expect(status).toBe(0);
    return stderr;
  };
  // A substitute for hq, which runs the command after "--" for each number of the array.
  const hq = `hq() { while [ "$1" != -- ]; do shift; done; shift; HQ_TASK_ID=1 "$@"; }; exec() { "$@"; }`;
  const array = script("hyperqueue", "shares", "--tasks", "2", "--xoff", xoff);
  expect(shell(`${hq}\n${array}`, {})).toContain("done by task 1/2");
  const job = parse(script("kubernetes", "shares", "--tasks", "2")) as KubernetesJob;
  const [, , pod] = job.spec.template.spec.containers[0].command;
  const here = pod.replace("xoff sweep run /sweep", `${xoff} sweep run ${at.at("shares")}`);
  expect(shell(here, { JOB_COMPLETION_INDEX: "1" })).toContain(
    "2 runs done by task 2/2, 0 failed; 4 of 4 are complete.",
  );
});

interface KubernetesJob {
  readonly spec: {
    readonly template: { readonly spec: { readonly containers: readonly { readonly command: readonly string[] }[] } };
  };
}
