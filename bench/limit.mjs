/** The bench's traffic in plain C, compiled when asked for: a bound for what one core can do. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const SOURCE = fileURLToPath(new URL("limit/permutation.c", import.meta.url));

/**
 * Calls `use` with what runs the program with such arguments: million packet-hops a second of processor time. Undefined instead, where
 * there is no C compiler.
 */
export function withLimit(use) {
  return withProgram(["-march=native"], (program) =>
    use(program === undefined ? undefined : (args) => speedOf(program, args)),
  );
}

/** Calls `use` with where the program is, compiled with `flags`, or undefined. */
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
  const run = spawnSync(program, args, { encoding: "utf8" });
  const [, speed] = /([\d.]+) M hops\/s/.exec(run.stdout) ?? [];
  if (run.status !== 0 || speed === undefined) throw new Error(`the C program failed: ${run.stderr}${run.stdout}`);
  return Number(speed);
}
