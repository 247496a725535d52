/**
 * Checks that an interrupted sweep gives the same bytes as an uninterrupted one. It kills a sweep by SIGKILL at random
 * times, resumes it, and then collects the results.
 */
import { execFileSync, spawn } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("../dist/bin/xoff.js", import.meta.url));

const scenario = `seed: 7
until: 400us
topology: { kind: star, hosts: 9, delay: 2us }
traffic:
  - { kind: poisson, cdf: solar2022, load: 0.5 }
`;

/** Works in an empty folder. `next` returns random numbers in [0, 1). Returns the errors, and the number of finished rows at each kill. */
export async function sweepKills(folder, kills, next) {
  writeFileSync(join(folder, "my.yaml"), scenario);
  const xoff = (...args) => execFileSync(process.execPath, [main, "sweep", ...args], { cwd: folder, stdio: "ignore" });
  const rows = (name) =>
    readdirSync(join(folder, name), { recursive: true }).filter((path) => /rows.*\.json$/.test(path)).length;
  const collected = (name) => {
    xoff("collect", name);
    return ["rows.csv", "rows.parquet"].map((file) => readFileSync(join(folder, name, "collected", file)));
  };
  for (const name of ["whole", "killed"])
    xoff("plan", "my.yaml", "--vary", "buffer=st,dt", "--seeds", String(20 * kills), "--keep", "flows", "--out", name);
  const began = performance.now();
  xoff("run", "whole");
  // Each kill comes after a random time. The time's upper limit is a little more than this share of the sweep's
  // duration.
  const pace = (performance.now() - began) / kills;
  const at = [];
  for (let kill = 0; kill < kills; kill++) {
    const child = spawn(process.execPath, [main, "sweep", "run", "killed"], { cwd: folder, stdio: "ignore" });
    const ended = new Promise((resolve) => child.on("close", resolve));
    await delay(500 + next() * pace * 2);
    child.kill("SIGKILL");
    await ended;
    at.push(rows("killed"));
  }
  xoff("run", "killed");
  const [one, other] = [collected("whole"), collected("killed")];
  return { same: one.every((bytes, k) => bytes.equals(other[k])), at };
}
