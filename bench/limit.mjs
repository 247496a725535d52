/** The benchmark's traffic in plain C, compiled on demand. Its speed is an upper bound for one core. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ran } from "../scripts/ran.mjs";

const SOURCE = fileURLToPath(new URL("limit/permutation.c", import.meta.url));

/**
 * Calls `use` with a function that runs the C program with some arguments. The function returns million packet-hops per second of processor
 * time. Without a C compiler, `use` gets undefined.
 */
export function withLimit(use) {
  return withProgram(["-march=native"], (program) =>
    use(program === undefined ? undefined : (args) => speedOf(program, args)),
  );
}

/** Compiles the C program with `flags` and calls `use` with its path. Without a C compiler, `use` gets undefined. */
export function withProgram(flags, use) {
  const folder = mkdtempSync(join(tmpdir(), "xoff-limit-"));
  try {
    const program = join(folder, "permutation");
    const compiler = ["cc", "gcc", "clang"].find(
      (name) => spawnSync(name, ["-O3", ...flags, "-w", "-o", program, SOURCE]).status === 0,
    );
    return use(compiler === undefined ? undefined : program);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function speedOf(program, args) {
  const run = ran(program, args);
  const [, speed] = /([\d.]+) M hops\/s/.exec(run.stdout) ?? [];
  if (run.status !== 0 || speed === undefined) throw new Error(`the C program failed: ${run.stderr}${run.stdout}`);
  return Number(speed);
}
