/**
 * A folder that appears whole or not at all, by one writer at a time, and that takes nothing away but what xoff wrote.
 *
 * It is filled beside its place, as `<folder>.partial`, and renamed; into a folder that is there already (which may be a mount, or somebody's
 * working directory) its files are moved from a hidden folder within, the file that makes it whole first out and last in. What stands there is
 * replaced where `xoff-files.json` lists it as written by the same command; the rest is in the way and named (file-list.ts). All steps
 * after the work are synchronous, so no signal handler comes between them.
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
  /** Which command writes: it replaces its own files only. */
  readonly command: string;
  /** Its build, where only the same may take up what it left. */
  readonly build?: string;
  /** The file without which the folder is not taken for whole. */
  readonly marker: string;
  /** Go on although something stands there that is not ours; it stays, but for a file of a name that is to be written. */
  readonly force?: boolean;
  /** Take up what an earlier writer of the same command left unfinished. */
  readonly resume?: boolean;
}

export class StagedFolder {
  /** Where its content goes until it is published. */
  readonly partial: string;
  /** Where it goes then. */
  readonly target: string;
  private readonly named: string;
  private readonly options: StageOptions;
  private readonly lock: Lock;
  /** Folders above that were made for it. */
  private readonly made: string[];

  /** Asked before the work, so that none is lost. Throws `FolderError` and leaves no trace then. */
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
   * Puts all of it in its place; `kept` are folders there, with lists of their own, that stay and belong to it. Throws `FolderError` where
   * something has come in the way since: the folder is then beside it under a free name, which the message tells.
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

  /** Leaves no trace of what is not published. */
  discard(): void {
    rmSync(this.partial, { recursive: true, force: true });
    this.release();
    removeFolders(this.made);
  }

  /** Leaves it unpublished, for another to take up. */
  release(): void {
    this.lock.release();
  }

  /** Throws `FolderError` unless it may be written. */
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

  /** What stands in the way; undefined: nothing that may not be replaced. */
  private problem(): string | undefined {
    const { command, marker, force = false } = this.options;
    const stat = statSync(this.target, { throwIfNoEntry: false });
    if (stat === undefined || force) return undefined;
    const found = inTheWay(this.target, command);
    if (found.foreign.length + found.changed.length === 0) return undefined;
    const isOld = found.foreign.includes(marker) && readList(this.target) === undefined;
    return `${inWords(found)}${isOld ? ` (${LIST} lists xoff's files; older results have no list)` : ""}`;
  }

  /** A place for what is to come, which may hold what was left unfinished. */
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

/** Behind symbolic links stands the folder that is meant, or will. Throws `FolderError` where there is something else. */
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

/** Makes the folders above `path`; returns them, the innermost first. */
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

/** Those that are empty, from the innermost. */
function removeFolders(folders: readonly string[]): void {
  for (const folder of folders) {
    if (!existsSync(folder) || readdirSync(folder).length > 0) return;
    rmdirSync(folder);
  }
}

/** Beside the folder, or within where nothing may be written beside it. */
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

/** What no file of `list` may replace, whatever was said: a folder in its place, a file or a link for a folder on its way. */
function wrongKind(folder: string, { files, folders }: FileList): string | undefined {
  const isFolder = (path: string): boolean | undefined =>
    existsSync(join(folder, path)) ? lstatSync(join(folder, path)).isDirectory() : undefined;
  const paths = Object.keys(files);
  const file = paths.find(isFolder);
  if (file !== undefined) return `found the folder ${file}/ in place of a file`;
  const way = [...paths, ...folders].flatMap(foldersAbove).find((path) => isFolder(path) === false);
  return way && `found the file ${way} in place of a folder`;
}

/** "run-2" and so on, the first that nobody has. */
function freeName(path: string): string {
  for (let k = 2; ; k++) if (lstatSync(`${path}-${k}`, { throwIfNoEntry: false }) === undefined) return `${path}-${k}`;
}

interface MergeOptions {
  readonly command: string;
  readonly marker: string;
  readonly kept?: readonly string[];
}

/** Moves what `list` names from one folder into another, where what the same command wrote gives way. */
function merge(from: string, to: string, list: FileList, { command, marker, kept = [] }: MergeOptions): void {
  // Before anything goes: a full disk shows here. The list of what is unfinished stays where it is, for whoever has to take it up.
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
