/**
 * Writes the results of a run as the output files of HPCC's ns-3 simulator, to the paths in the simulator's config or to another folder.
 *
 * The config's paths may hold ns-3's own output, which is needed for a comparison. If a file exists at one of these paths, all output
 * goes to another folder: the folder that the user names, or a default one. A folder that the user names is used in any case. A device
 * or a pipe keeps its path in the config.
 */
import { createHash } from "node:crypto";
import { accessSync, constants, mkdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";
import { InputError, quote } from "../../../formats/hpcc/input-error.ts";
import { fctPieces, pfcPieces, qlenText, TraceEncoder, traceHeader } from "../../../report/hpcc-outputs.ts";
import type { Ns3Options, Ns3Setup } from "../../../run/lab/ns3.ts";
import { notWritten } from "../../../batch/store/folder-error.ts";
import { Lock } from "../../../batch/store/lock.ts";
import { keptAs } from "../../../batch/store/run-folder.ts";
import { StagedFolder } from "../../../batch/store/staged-folder.ts";
import type { Ns3Files } from "./input.ts";
import { StagedFile } from "../files/staged-file.ts";
import { storing } from "../files/storing.ts";

/** Config keys that name an output file. */
const KEYS = ["FCT_OUTPUT_FILE", "PFC_OUTPUT_FILE", "QLEN_MON_FILE", "TRACE_OUTPUT_FILE"] as const;
export type OutputKey = (typeof KEYS)[number];

export interface Ns3Plan {
  /** Path of each output file. A key without a file name in the config is left out. */
  readonly paths: ReadonlyMap<OutputKey, string>;
  /** Files that exist at the config's output paths. They are assumed to be outputs of ns-3 itself. */
  readonly there: ReadonlyMap<OutputKey, string>;
  /** The folder for the output. Absent if the output goes to the config's paths. */
  readonly folder?: { readonly path: string; readonly names: ReadonlyMap<OutputKey, string> };
}

/**
 * The paths of the output files by key. `buffer` is a buffer policy that replaces the simulator's threshold. The
 * default output folder has a hash of the run's input in its name. `buffer` is part of this input, so each policy has a
 * folder of its own. Throws `InputError` for a file that cannot be written.
 */
export function planOutputs(files: Ns3Files, out?: string, buffer?: Ns3Options["buffer"]): Ns3Plan {
  const { config, configFile, lines } = files;
  const asked: Record<OutputKey, string> = {
    FCT_OUTPUT_FILE: config.fctOutputFile,
    PFC_OUTPUT_FILE: config.pfcOutputFile,
    QLEN_MON_FILE: config.qlenMonFile,
    TRACE_OUTPUT_FILE: config.traceOutputFile,
  };
  const named = new Map(KEYS.filter((key) => asked[key] !== "").map((key) => [key, asked[key]]));
  const there = new Map([...named].filter(([, path]) => statSync(path, { throwIfNoEntry: false })?.isFile()));
  const inFolder = out !== undefined || there.size > 0;

  const taken = new Map(files.read.map((file) => [identity(file), `${quote(file)}, an input file`]));
  for (const [key, path] of named) {
    const line = lines.get(key);
    const place = { file: configFile, ...(line === undefined ? {} : { line }) };
    const problem = inFolder && !isSpecial(path) ? undefined : unwritable(path);
    if (problem !== undefined) {
      const hint = `Paths start from the current folder, ${quote(process.cwd())}.`;
      throw new InputError(place, `${key} to name a writable file`, `${quote(path)}: ${problem}`, hint);
    }
    const other = isSpecial(path) ? undefined : taken.get(identity(path));
    if (other !== undefined) throw new InputError(place, `${key} to name a file that no other key names`, other);
    taken.set(identity(path), `${quote(path)}, the file of ${key}`);
  }
  if (!inFolder) return { paths: named, there };

  const path = out ?? ownFolder(files, buffer);
  const names = namesIn([...named].filter(([, file]) => !isSpecial(file)));
  const paths = new Map(
    [...named].map(([key, file]) => [key, names.has(key) ? join(path, names.get(key) ?? "") : file]),
  );
  return { paths, there, folder: { path, names } };
}

/** The default folder for output. Its name consists of the config's name and a hash of the run's input. */
function ownFolder({ configFile, config, topology, flows, traced }: Ns3Files, buffer: Ns3Options["buffer"]): string {
  const made = JSON.stringify({ config, topology, flows, traced, buffer }, (_, value: unknown) =>
    value instanceof Map ? [...(value as ReadonlyMap<unknown, unknown>)] : value,
  );
  const hash = createHash("sha256").update(made).digest("hex").slice(0, 8);
  return join("results", `${basename(configFile, extname(configFile))}-ns3-${hash}`);
}

/** Names for the output files within one folder. No two are equal. */
function namesIn(files: readonly (readonly [OutputKey, string])[]): Map<OutputKey, string> {
  const names = new Map<OutputKey, string>();
  for (const [key, path] of files) {
    const name = keptAs(path);
    const isTaken = [...names.values()].includes(name);
    names.set(key, isTaken ? `${key.toLowerCase()}-${basename(path)}` : name);
  }
  return names;
}

/** The absolute path of a file, with symbolic links resolved if the file exists. */
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

/**
 * Writes the output files of a run. Traces and queue lengths are written while the run is in progress, because they can
 * exceed memory. Other files are written at the end.
 */
export class Ns3Outputs {
  private readonly setup: Ns3Setup;
  private readonly files = new Map<OutputKey, StagedFile>();
  private readonly encoder: TraceEncoder;
  private readonly locks: Lock[] = [];
  private folder: StagedFolder | undefined;

  constructor(setup: Ns3Setup, { config }: Ns3Files) {
    this.setup = setup;
    this.encoder = new TraceEncoder(setup, { pauseTime: config.pauseTime, stamped: config.ccMode === 7 });
  }

  /** Opens the files. `force` has the same meaning as for `StagedFolder`. Throws `Failure`. */
  open({ paths, folder }: Ns3Plan, force: boolean): void {
    const names = folder?.names ?? new Map<OutputKey, string>();
    if (folder !== undefined) {
      const marker = [...names.values()][0] ?? "";
      this.folder = storing(() => new StagedFolder(folder.path, { command: "run --ns3", marker, force }));
    }
    for (const [key, path] of paths) {
      const name = names.get(key);
      const at = name === undefined || this.folder === undefined ? path : join(this.folder.partial, name);
      if (name !== undefined) mkdirSync(dirname(at), { recursive: true });
      else if (!isSpecial(path)) this.locks.push(storing(() => Lock.of(path)));
      this.files.set(key, new StagedFile(at, { isNew: true, shown: path }));
    }
    this.files.get("TRACE_OUTPUT_FILE")?.write(traceHeader(this.setup));
  }

  /** Writes the trace records and queue lengths collected since the last call. */
  drain(): void {
    const { trace, queues } = this.setup;
    const traceFile = this.files.get("TRACE_OUTPUT_FILE");
    trace?.take((chunk) => traceFile?.write(this.encoder.encode(chunk)));
    const dumps = queues?.take() ?? [];
    if (dumps.length > 0) this.files.get("QLEN_MON_FILE")?.write(qlenText(dumps));
  }

  /** Writes the remaining data and publishes every file. */
  publish(): void {
    this.drain();
    for (const piece of fctPieces(this.setup)) this.files.get("FCT_OUTPUT_FILE")?.write(piece);
    for (const piece of pfcPieces(this.setup)) this.files.get("PFC_OUTPUT_FILE")?.write(piece);
    for (const file of this.files.values()) file.close();
    for (const file of this.files.values()) file.publish();
    const { folder } = this;
    if (folder === undefined) return;
    storing(() => {
      try {
        folder.publish();
      } catch (error) {
        throw notWritten(folder.target, error);
      }
    });
  }

  /** Deletes all unpublished files. */
  discard(): void {
    for (const file of this.files.values()) file.discard();
    this.folder?.discard();
    for (const lock of this.locks.splice(0)) lock.release();
  }

  bytes(key: OutputKey): number {
    return this.files.get(key)?.bytes ?? 0;
  }
}
