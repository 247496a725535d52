/**
 * The list of the files that xoff wrote into a folder: xoff-files.json, with the SHA-256 of each file.
 *
 * A file that the list does not name, or whose hash differs, belongs to the user. xoff never replaces or removes it unless the user asks
 * for that. A subfolder may have its own list, as each run of a comparison does. The list of the outer folder then has only the subfolder's
 * name, and the inner list has its files. A command refuses to replace a folder that has files of the user.
 * Pages of `xoff report` are in no list. They still do not count as the user's, because their signature shows that xoff wrote them
 * (signed-text.ts).
 */
import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmdirSync,
  rmSync,
} from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { isSignedFile } from "./signed-text.ts";

export const LIST = "xoff-files.json";
/** Name of the file list while xoff writes a folder. */
export const NEXT = "xoff-files.json.next";
export const WORK = ".xoff-partial";
export const LOCK = ".xoff-lock";

export interface FileList {
  /** The command that wrote the files. Only the same command may replace them. */
  readonly command: string;
  /** The build of xoff that wrote the files. Absent if any build may resume the work. */
  readonly build?: string;
  /** SHA-256 of each file, by its path in the folder with "/" between the parts. */
  readonly files: Readonly<Record<string, string>>;
  /** Subfolders that have file lists of their own. */
  readonly folders: readonly string[];
}

/** Reads the list of a folder. Returns undefined if the folder has no readable list. */
export function readList(folder: string): FileList | undefined {
  try {
    const list = JSON.parse(readFileSync(join(folder, LIST), "utf8")) as Partial<FileList> | null;
    if (typeof list?.command !== "string" || typeof list.files !== "object" || !Array.isArray(list.folders))
      return undefined;
    const { files, folders } = list as FileList;
    return [...Object.keys(files), ...folders].every(isWithin) ? (list as FileList) : undefined;
  } catch {
    return undefined;
  }
}

/** True if the path stays inside the folder. A list with any other path was not written by xoff. */
const isWithin = (path: string): boolean => !isAbsolute(path) && !path.split("/").includes("..");

export const listText = (list: FileList): string => `${JSON.stringify(list, null, 1)}\n`;

/** The empty list, for a folder in which xoff has written no file. */
export const emptyList = (command: string, build?: string): FileList => ({
  command,
  ...(build === undefined ? {} : { build }),
  files: {},
  folders: [],
});

/**
 * Makes the file list of a folder. All files in the folder get into the list, as files that xoff wrote. So the folder must have no other
 * files.
 */
export function listOf(folder: string, command: string, build?: string): FileList {
  const files: Record<string, string> = {};
  const folders: string[] = [];
  const walk = (below: string): void => {
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true }).sort(byName)) {
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (!entry.isDirectory()) {
        if (path !== LIST && path !== NEXT) files[path] = hashOf(join(folder, path));
      } else if (existsSync(join(folder, path, LIST))) folders.push(path);
      else walk(path);
    }
  };
  walk("");
  return { ...emptyList(command, build), files, folders };
}

const byName = (a: { readonly name: string }, b: { readonly name: string }): number => (a.name < b.name ? -1 : 1);

/** Files that file managers create on their own. xoff does not remove them, and no command refuses a folder because of them. */
const LITTER = [".DS_Store", "Thumbs.db", "desktop.ini"];

/** The files that keep xoff's `command` from replacing a folder, as paths in the folder. */
export interface InTheWay {
  /** Files that the command did not write. A foreign folder is one path that ends in "/". */
  readonly foreign: readonly string[];
  /** Files in the list whose content has changed since xoff wrote them. */
  readonly changed: readonly string[];
}

export function inTheWay(folder: string, command: string): InTheWay {
  const foreign: string[] = [];
  const changed: string[] = [];
  const look = (root: string, prefix: string, command: string): void => {
    const list = readList(root);
    const { files, folders } = list?.command === command ? list : emptyList(command);
    const within = new Set([...Object.keys(files), ...folders].flatMap(foldersAbove));
    const walk = (below: string): void => {
      for (const entry of readdirSync(join(root, below), { withFileTypes: true }).sort(byName)) {
        const path = below === "" ? entry.name : `${below}/${entry.name}`;
        const name = `${prefix}${path}`;
        if (LITTER.includes(entry.name) || (below === "" && [WORK, LOCK].includes(path))) continue;
        if (below === "" && path === LIST && list?.command === command) continue;
        if (entry.isDirectory()) {
          if (folders.includes(path)) look(join(root, path), `${name}/`, "run");
          else if (within.has(path)) walk(path);
          else foreign.push(`${name}/`);
        } else if (Object.hasOwn(files, path)) {
          if (!entry.isFile() || hashOf(join(root, path)) !== files[path]) changed.push(name);
        } else if (!(entry.isFile() && path.endsWith(".html") && isSignedFile(join(root, path)))) foreign.push(name);
      }
    };
    walk("");
  };
  look(folder, "", command);
  return { foreign, changed };
}

/** Returns the folders above a path: "a" and "a/b" for "a/b/c". */
export function foldersAbove(path: string): string[] {
  const parts = path.split("/");
  return parts.slice(1).map((_, k) => parts.slice(0, k + 1).join("/"));
}

/** True if the listed file exists and its content is the one that was written. */
export function isUnchanged(folder: string, path: string, hash: string): boolean {
  const stat = lstatSync(join(folder, path), { throwIfNoEntry: false });
  return stat?.isFile() === true && hashOf(join(folder, path)) === hash;
}

/**
 * Removes the unchanged files of the folder's list, and the inner folders that become empty. If only the list is
 * left, it is removed together with the folder. All other files stay.
 */
export function removeListed(folder: string, list = readList(folder)): void {
  if (list === undefined) return;
  for (const path of list.folders) removeListed(join(folder, path));
  const gone = Object.keys(list.files).filter((path) => isUnchanged(folder, path, list.files[path]));
  for (const path of gone) rmSync(join(folder, path));
  removeEmpty(folder, [...gone, ...list.folders]);
  if (readdirSync(folder).every((name) => name === LIST)) {
    rmSync(join(folder, LIST), { force: true });
    rmdirSync(folder);
  }
}

/** Removes the empty folders among the parents of `paths`, which are relative to `folder`. `folder` itself stays. */
export function removeEmpty(folder: string, paths: readonly string[]): void {
  for (const path of paths) {
    for (let above = dirname(path); above !== "."; above = dirname(above)) {
      if (!existsSync(join(folder, above)) || readdirSync(join(folder, above)).length > 0) break;
      rmdirSync(join(folder, above));
    }
  }
}

const PIECE = 1 << 20;

/** Computes the SHA-256 of a file in pieces, so that a large file needs little memory. */
export function hashOf(path: string): string {
  const hash = createHash("sha256");
  const piece = Buffer.allocUnsafe(PIECE);
  const file = openSync(path, "r");
  try {
    for (;;) {
      const got = readSync(file, piece, 0, PIECE, null);
      if (got === 0) return hash.digest("hex");
      hash.update(piece.subarray(0, got));
    }
  } finally {
    closeSync(file);
  }
}
