/**
 * Writes a folder that appears whole or not at all. Only one process writes at a time, and only files that xoff wrote
 * are replaced.
 *
 * The content of a new folder is written to `<folder>.partial`, which is then renamed. An existing folder stays,
 * because it may be a mount or the user's working directory. Its new content is written to a hidden folder inside it,
 * and the files are then moved one by one. The marker file, which makes the folder whole, is removed first and added
 * last.
 *
 * A file is replaced if `xoff-files.json` lists it for the same command. If the folder has a file of the user
 * (file-list.ts), the command ends with an error that names this file, unless `force` is set. All steps after the
 * work are synchronous, so no signal handler runs between them.
 */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import {
  emptyList,
  foldersAbove,
  inTheWay,
  isUnchanged,
  LIST,
  listOf,
  listText,
  LOCK,
  NEXT,
  readList,
  removeEmpty,
  removeListed,
  WORK,
  type FileList,
  type InTheWay,
} from "./file-list.ts";
import { FolderError, notWritable } from "./folder-error.ts";
import { Lock, lockBeside } from "./lock.ts";

export interface StageOptions {
  /** The command that writes the folder. It replaces only its own files. */
  readonly command: string;
  /** The build of xoff that writes the folder. Absent if another build may resume unfinished work. */
  readonly build?: string;
  /** The file without which the folder does not count as whole. */
  readonly marker: string;
  /**
   * True if the command continues although the folder has files that xoff did not write. They are kept, unless a new file has the same
   * name.
   */
  readonly force?: boolean;
  /** True if the unfinished work of an earlier process of the same command is resumed. */
  readonly resume?: boolean;
}

export class StagedFolder {
  /** Path of the content until it is published. */
  readonly partial: string;
  /** Path of the published folder. */
  readonly target: string;
  private readonly named: string;
  private readonly options: StageOptions;
  private readonly lock: Lock;
  /** Parent folders that were created for this folder. */
  private readonly made: string[];

  /**
   * Checks and prepares the folder. All checks happen before the work, so that no work is lost. A failed check throws
   * `FolderError` and leaves no trace.
   */
  constructor(folder: string, options: StageOptions) {
    this.named = folder;
    this.options = options;
    try {
      if (folder === "")
        throw new FolderError('expected the name of a folder, got "". Name one with --out.', "mistake");
      this.target = resolved(folder);
      this.made = makeAbove(this.target, folder);
      try {
        this.lock = lockOf(this.target, folder);
        try {
          this.check();
          this.partial = this.stage();
        } catch (error) {
          this.lock.release();
          throw error;
        }
      } catch (error) {
        removeFolders(this.made);
        throw error;
      }
    } catch (error) {
      throw notWritable(folder, error, " Choose another name with --out.");
    }
  }

  /**
   * Moves the whole content to its place. `kept` are subfolders of the published folder that stay and belong to the
   * result. Each of them has its own list of files. If foreign files have appeared in the folder since the check, the
   * method throws `FolderError`. The content then stays next to the folder under an unused name, which the message
   * gives.
   */
  publish(kept: readonly string[] = []): void {
    const { command, marker, build } = this.options;
    const list = listOf(this.partial, command, build);
    if (statSync(this.target, { throwIfNoEntry: false }) === undefined) {
      writeFileSync(join(this.partial, LIST), listText(list));
      makeAbove(this.target, this.named);
      renameSync(this.partial, this.target);
      return;
    }
    const problem = this.problem() ?? wrongKind(this.target, list);
    if (problem !== undefined) {
      const free = freeName(this.target);
      writeFileSync(join(this.partial, LIST), listText(list));
      renameSync(this.partial, free);
      const place = join(dirname(this.named), basename(free));
      throw new FolderError(`${this.named}: ${problem}, created during the run. Find the results in ${place}.`, "disk");
    }
    merge(this.partial, this.target, list, { command, marker, kept });
    rmSync(this.partial, { recursive: true });
  }

  /** Removes all content that is not published. */
  discard(): void {
    rmSync(this.partial, { recursive: true, force: true });
    this.release();
    removeFolders(this.made);
  }

  /** Releases the lock and keeps the unpublished content, for a later process to resume. */
  release(): void {
    this.lock.release();
  }

  /** Throws `FolderError` unless the folder may be written. */
  private check(): void {
    const hint = "Choose another name with --out, or continue with --force: files that xoff did not write stay";
    const problem = this.problem();
    if (problem === undefined) return;
    const replaced = /changed since/.test(problem) ? ", and changed files of xoff are overwritten" : "";
    throw new FolderError(
      `${this.named}: expected a new folder or results of xoff ${this.options.command}, ${problem}. ${hint}${replaced}.`,
      "mistake",
    );
  }

  /** Returns the reason why the command must not replace the folder; undefined if it may. */
  private problem(): string | undefined {
    const { command, marker, force = false } = this.options;
    const stat = statSync(this.target, { throwIfNoEntry: false });
    if (stat === undefined || force) return undefined;
    const found = inTheWay(this.target, command);
    if (found.foreign.length + found.changed.length === 0) return undefined;
    const isOld = found.foreign.includes(marker) && readList(this.target) === undefined;
    return `${inWords(found)}${isOld ? ` (${LIST} lists xoff's files; older results have no list)` : ""}`;
  }

  /** Prepares the staging folder, which stores content until it is published. It may still have unfinished work of an earlier process. */
  private stage(): string {
    const there = statSync(this.target, { throwIfNoEntry: false }) !== undefined;
    const partial = there ? join(this.target, WORK) : `${this.target}.partial`;
    const stat = lstatSync(partial, { throwIfNoEntry: false });
    if (stat !== undefined) {
      const left = stat.isDirectory() ? readList(partial) : undefined;
      if (left === undefined && !(stat.isDirectory() && readdirSync(partial).length === 0))
        throw new FolderError(
          `${partial} exists already, and xoff did not write it. Remove it, or choose another name with --out.`,
          "mistake",
        );
      const { command, build, resume = false } = this.options;
      if (resume && left?.command === command && left.build === build) return partial;
      rmSync(partial, { recursive: true });
    }
    mkdirSync(partial);
    writeFileSync(join(partial, LIST), listText(emptyList(this.options.command, this.options.build)));
    return partial;
  }
}

/** Follows symbolic links to the folder, which need not exist yet. Throws `FolderError` if the path is no folder. */
function resolved(folder: string): string {
  const path = resolve(folder);
  const stat = existsSync(path) ? statSync(path) : undefined;
  if (stat?.isDirectory() === false)
    throw new FolderError(`${folder}: expected a folder, found a file. Choose another name with --out.`, "mistake");
  if (stat !== undefined) return realpathSync(path);
  if (isLink(path))
    throw new FolderError(
      `${folder}: expected a folder, found a symbolic link without a target. Choose another name with --out.`,
      "mistake",
    );
  let above = dirname(path);
  while (!existsSync(above)) above = dirname(above);
  return join(realpathSync(above), path.slice(above.length));
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

/** Makes the parent folders of `path`; returns those it made, innermost first. */
function makeAbove(path: string, named: string): string[] {
  const made: string[] = [];
  let above = dirname(path);
  for (; !existsSync(above); above = dirname(above)) made.push(above);
  if (!statSync(above).isDirectory())
    throw new FolderError(
      `${named}: expected a folder, but ${above} is not a folder. Choose another name with --out.`,
      "mistake",
    );
  mkdirSync(dirname(path), { recursive: true });
  return made;
}

/** Removes the folders that are empty, from the innermost to the outermost. */
function removeFolders(folders: readonly string[]): void {
  for (const folder of folders) {
    if (!existsSync(folder) || readdirSync(folder).length > 0) return;
    rmdirSync(folder);
  }
}

/** Takes the lock next to the folder. If the parent folder is not writable, the lock is inside the folder. */
function lockOf(target: string, named: string): Lock {
  try {
    return Lock.take(lockBeside(target), named);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (!["EACCES", "EPERM", "EROFS"].includes(code) || !existsSync(target)) throw error;
    return Lock.take(join(target, LOCK), named);
  }
}

const NAMED = 3;

function inWords({ foreign, changed }: InTheWay): string {
  const some = (paths: readonly string[]): string =>
    `${paths.slice(0, NAMED).join(", ")}${paths.length > NAMED ? ` and ${paths.length - NAMED} more` : ""}`;
  const parts = [
    ...(foreign.length > 0 ? [`${some(foreign)}, which it did not write`] : []),
    ...(changed.length > 0 ? [`${some(changed)}, changed since it was written`] : []),
  ];
  return `found ${parts.join(", and ")}`;
}

/**
 * Checks whether the paths of `list` can be written to the folder, which even `force` does not guarantee. The path of
 * a file may be a folder there, or the path of a folder may be a file or a link. Returns the first such problem as a
 * phrase; undefined if there is none.
 */
function wrongKind(folder: string, { files, folders }: FileList): string | undefined {
  const isFolder = (path: string): boolean | undefined =>
    existsSync(join(folder, path)) ? lstatSync(join(folder, path)).isDirectory() : undefined;
  const paths = Object.keys(files);
  const file = paths.find(isFolder);
  if (file !== undefined) return `found the folder ${file}/ in place of a file`;
  const way = [...paths, ...folders].flatMap(foldersAbove).find((path) => isFolder(path) === false);
  return way && `found the file ${way} in place of a folder`;
}

/** Returns the first free name: "run-2", "run-3" and so on. */
function freeName(path: string): string {
  for (let k = 2; ; k++) if (lstatSync(`${path}-${k}`, { throwIfNoEntry: false }) === undefined) return `${path}-${k}`;
}

interface MergeOptions {
  readonly command: string;
  readonly marker: string;
  readonly kept?: readonly string[];
}

/** Moves the files of `list` from one folder into another. Files that the same command wrote there are replaced. */
function merge(from: string, to: string, list: FileList, { command, marker, kept = [] }: MergeOptions): void {
  // The list of the files that `to` will have is written before any file is removed. So if the disk is full, all files
  // are still there. It is written into `from` under the name `NEXT`, because `from` must keep its own list until all
  // files are moved. A later process needs the own list of `from` to resume an interrupted move.
  const next = join(from, NEXT);
  writeFileSync(next, listText({ ...list, folders: [...list.folders, ...kept].sort() }));
  const before = readList(to);
  const old = before?.command === command ? before : emptyList(command);
  const whole = (a: string, b: string): number => Number(a === marker) - Number(b === marker);
  const gone = Object.keys(old.files).filter((path) => isUnchanged(to, path, old.files[path]));
  for (const path of gone.sort((a, b) => whole(b, a))) rmSync(join(to, path));
  const replaced = old.folders.filter((path) => !kept.includes(path));
  for (const path of replaced) removeListed(join(to, path));
  renameSync(next, join(to, LIST));
  for (const path of list.folders) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    const nested = readList(join(from, path));
    if (!existsSync(join(to, path)) || nested === undefined) renameSync(join(from, path), join(to, path));
    else merge(join(from, path), join(to, path), nested, { command: nested.command, marker: "summary.json" });
  }
  for (const path of Object.keys(list.files).sort(whole)) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    renameSync(join(from, path), join(to, path));
  }
  removeEmpty(to, [...gone, ...replaced]);
}
