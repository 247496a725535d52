/** Runs `xoff studio`: starts the server and waits for a signal. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { complaint } from "../../../base/params.ts";
import { EXIT, Failure } from "../terminal/exit.ts";
import { Interrupts } from "../terminal/signals.ts";
import { storing } from "../files/storing.ts";
import { ResultsFolder } from "./results.ts";
import { serve } from "./server.ts";
import { say } from "../terminal/terminal.ts";

export interface StudioOptions {
  /** The text of `--port`, such as "8080". */
  readonly port?: string;
}

const FILES = fileURLToPath(new URL("../../../studio/", import.meta.url));

/**
 * Serves the studio, and the results in `folder` if given, until a signal arrives. `interrupts` may already have one.
 * Returns the exit code.
 */
export async function runStudio(
  folder: string | undefined,
  { port: text = "0" }: StudioOptions,
  interrupts = new Interrupts(() => {}),
): Promise<number> {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new Failure(`--port: ${complaint("the number of a port, up to 65535", text)}`, EXIT.input);
  if (!existsSync(FILES)) throw new Failure(`${FILES}: the studio is not built. Run npm run build.`, EXIT.input);
  const results = folder === undefined ? undefined : storing(() => new ResultsFolder(folder));
  const { server, url } = await serve(FILES, port, results).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE" || code === "EACCES")
      throw new Failure(`--port: ${complaint("a free port on 127.0.0.1", text)}`, EXIT.input);
    throw error;
  });
  process.stdout.write(`${url}${results === undefined ? "" : "#results"}\n`);
  say("Only browsers of this machine can open the studio. Ctrl-C ends it.");
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      if (interrupts.code === undefined) return;
      clearInterval(timer);
      resolve();
    }, 100);
  });
  interrupts.release();
  server.close();
  server.closeAllConnections();
  return EXIT.done;
}
