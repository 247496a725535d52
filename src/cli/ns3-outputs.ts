/** The files that a run of HPCC's ns-3 simulator leaves, where the config says. */
import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { InputError, quote } from "../formats/hpcc/input-error.ts";
import { fctPieces, pfcPieces, qlenText, TraceEncoder, traceHeader } from "../formats/hpcc/outputs.ts";
import type { Ns3Setup } from "../lab-ns3.ts";
import type { Ns3Files } from "./ns3-input.ts";
import { StagedFile } from "./staged-file.ts";

/** Keys that name a file to write. */
const KEYS = ["FCT_OUTPUT_FILE", "PFC_OUTPUT_FILE", "QLEN_MON_FILE", "TRACE_OUTPUT_FILE"] as const;
export type OutputKey = (typeof KEYS)[number];

/** Files to write, by key; a key whose file is not named is left out. Throws `InputError` for one that cannot be. */
export function planOutputs(files: Ns3Files): Map<OutputKey, string> {
  const { config, configFile, lines } = files;
  const paths: Record<OutputKey, string> = {
    FCT_OUTPUT_FILE: config.fctOutputFile,
    PFC_OUTPUT_FILE: config.pfcOutputFile,
    QLEN_MON_FILE: config.qlenMonFile,
    TRACE_OUTPUT_FILE: config.traceOutputFile,
  };
  const plan = new Map<OutputKey, string>();
  const taken = new Map(files.read.map((file) => [identity(file), `${quote(file)}, which is read`]));
  for (const key of KEYS) {
    const path = paths[key];
    if (path === "") continue;
    const line = lines.get(key);
    const place = { file: configFile, ...(line === undefined ? {} : { line }) };
    const problem = unwritable(path);
    if (problem !== undefined) {
      const hint = `Paths are taken from the current folder, ${quote(process.cwd())}.`;
      throw new InputError(place, `${key} to name a file that can be written`, `${quote(path)}: ${problem}`, hint);
    }
    const other = isSpecial(path) ? undefined : taken.get(identity(path));
    if (other !== undefined) throw new InputError(place, `${key} to name a file of its own`, other);
    taken.set(identity(path), `${quote(path)}, which ${key} names`);
    plan.set(key, path);
  }
  return plan;
}

/** Where a path leads, whether or not the file exists. */
function identity(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const folder = resolve(dirname(path));
    try {
      return join(realpathSync(folder), basename(path));
    } catch {
      return resolve(path);
    }
  }
}

function isSpecial(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat !== undefined && !stat.isFile() && !stat.isDirectory();
}

function unwritable(path: string): string | undefined {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat?.isDirectory()) return "a folder";
    if (stat !== undefined) accessSync(path, constants.W_OK);
    if (!isSpecial(path)) accessSync(dirname(path), constants.W_OK);
    return undefined;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return `there is no folder ${quote(dirname(path))}`;
    return code === "EACCES" || code === "EROFS" ? "no permission to write there" : message;
  }
}

/** The files of a run under way. What grows without end is written between slices, the rest when the run is over. */
export class Ns3Outputs {
  private readonly setup: Ns3Setup;
  private readonly files = new Map<OutputKey, StagedFile>();
  private readonly encoder: TraceEncoder;

  constructor(setup: Ns3Setup, { config }: Ns3Files) {
    this.setup = setup;
    this.encoder = new TraceEncoder(setup, { pauseTime: config.pauseTime, stamped: config.ccMode === 7 });
  }

  open(plan: ReadonlyMap<OutputKey, string>): void {
    for (const [key, path] of plan) this.files.set(key, new StagedFile(path));
    this.files.get("TRACE_OUTPUT_FILE")?.write(traceHeader(this.setup));
  }

  /** Writes what has come together. */
  drain(): void {
    const { trace, queues } = this.setup;
    const traceFile = this.files.get("TRACE_OUTPUT_FILE");
    trace?.take((chunk) => traceFile?.write(this.encoder.encode(chunk)));
    const dumps = queues?.take() ?? [];
    if (dumps.length > 0) this.files.get("QLEN_MON_FILE")?.write(qlenText(dumps));
  }

  /** Writes the rest, then puts every file in its place. */
  publish(): void {
    this.drain();
    for (const piece of fctPieces(this.setup)) this.files.get("FCT_OUTPUT_FILE")?.write(piece);
    for (const piece of pfcPieces(this.setup)) this.files.get("PFC_OUTPUT_FILE")?.write(piece);
    for (const file of this.files.values()) file.close();
    for (const file of this.files.values()) file.publish();
  }

  discard(): void {
    for (const file of this.files.values()) file.discard();
  }

  bytes(key: OutputKey): number {
    return this.files.get(key)?.bytes ?? 0;
  }
}
