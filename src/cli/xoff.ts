#!/usr/bin/env node
/**
 * Starts `xoff`. The program is loaded from here: where its files cannot be opened, such as with too few file descriptors, Node would print a
 * stack trace and end with 1.
 */
import("./main.ts").catch((error: unknown) => {
  const { code, message } = error as NodeJS.ErrnoException;
  const isMachine = typeof code === "string" && /^E[A-Z]+$/.test(code);
  process.stderr.write(
    isMachine ? `error: xoff cannot be loaded: ${message}\n` : `error: xoff cannot be loaded: ${String(error)}\n`,
  );
  process.exitCode = isMachine ? 74 : 70; // as exit.ts says, which may not be loadable either
});
