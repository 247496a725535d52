/** Runs the search of `xoff tune` on Slurm, as docs/tune.md describes. The answer must equal that of one process. */
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hasSlurm, Slurm } from "./cluster.ts";
import { build, Folder } from "./xoff.ts";

const scenario = `seed: 7
until: done
limit: 200us
topology: { kind: star, hosts: 4, delay: 1us }
switch: { memory: 1MiB }
traffic:
  - { kind: incast, fanIn: 3, size: 100KB, every: 100us, count: 1 }
  - { kind: poisson, cdf: solar2022, load: 0.2, stop: 20us }
policies: { buffer: dt }
`;

let at: Folder;
const slurm = new Slurm();
beforeAll(() => {
  build();
  at = new Folder();
  at.write("my.yaml", scenario);
});
afterAll(async () => {
  await slurm.stop();
  at.remove();
});

test.skipIf(!hasSlurm)(
  "each step is a job array of Slurm (skipped without root and Debian's slurm-wlm and munge): the same answer as that of one process",
  async () => {
    const args = ["tune", "my.yaml", "--vary", "buffer.alpha=1/2..2", "--runs", "20", "--seeds", "2"];
    const alone = at.run(...args, "--out", "alone");
    expect(alone.code, alone.stderr).toBe(0);
    await slurm.start();
    let steps = 0;
    let next = at.run(...args, "--plan", "--out", "steps");
    while (next.code === 1) {
      steps++;
      const script = at.run("sweep", "script", "slurm", "steps", "--tasks", "1");
      const job = slurm.submit(script.stdout, at.path);
      while (slurm.isThere(job)) await delay(100);
      next = at.run(...args, "--plan", "--out", "steps");
    }
    expect([next.code, next.stdout]).toEqual([0, alone.stdout]);
    expect(steps).toBeGreaterThan(2);
    expect(at.text("steps/tune.json")).toBe(at.text("alone/tune.json"));
  },
  600_000,
);
