/**
 * What xoff wrote into a folder: xoff-files.json, with the SHA-256 of each file.
 *
 * Whatever the list does not name, or names with another hash, is somebody's: it is never replaced or removed unasked. A folder within that
 * has a list of its own, such as a run of a comparison, is named and goes by that list. Pages of `xoff report` are known by themselves
 * (signed-text.ts) and stand in nobody's way.
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
/** Of ours too, while a folder is being written. */
export const NEXT = "xoff-files.json.next";
export const WORK = ".xoff-partial";
export const LOCK = ".xoff-lock";

export interface FileList {
  /** The command that wrote them, which alone may replace them. */
  readonly command: string;
  /** The build of xoff that did, where what it wrote is to be taken up by the same alone. */
  readonly build?: string;
  /** SHA-256 by path in the folder, with "/" between its parts. */
  readonly files: Readonly<Record<string, string>>;
  /** Folders with lists of their own. */
  readonly folders: readonly string[];
}

/** Undefined: there is none that can be read. */
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

/** A list that names what is elsewhere is none of ours. */
const isWithin = (path: string): boolean => !isAbsolute(path) && !path.split("/").includes("..");

export const listText = (list: FileList): string => `${JSON.stringify(list, null, 1)}\n`;

/** Of a folder of which nothing is known to be ours. */
export const emptyList = (command: string, build?: string): FileList => ({
  command,
  ...(build === undefined ? {} : { build }),
  files: {},
  folders: [],
});

/** The list of all that is in `folder`, which is all ours. */
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

/** Left by file managers wherever somebody looks: they stay, and are in nobody's way. */
const LITTER = [".DS_Store", "Thumbs.db", "desktop.ini"];

/** What of a folder xoff's `command` did not write, as paths in it; a folder of somebody else's is one path that ends in "/". */
export interface InTheWay {
  readonly foreign: readonly string[];
  /** Listed, but changed since. */
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

/** Folders that a path goes through: "a/b/c" through "a" and "a/b". */
export function foldersAbove(path: string): string[] {
  const parts = path.split("/");
  return parts.slice(1).map((_, k) => parts.slice(0, k + 1).join("/"));
}

/** Is there the file that was listed, as it was written? */
export function isUnchanged(folder: string, path: string, hash: string): boolean {
  const stat = lstatSync(join(folder, path), { throwIfNoEntry: false });
  return stat?.isFile() === true && hashOf(join(folder, path)) === hash;
}

/** Removes what the folder's list names and is unchanged, and the folders that are empty by that; nothing else. */
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

/** Folders on the way to `paths` that have nothing in them. */
export function removeEmpty(folder: string, paths: readonly string[]): void {
  for (const path of paths) {
    for (let above = dirname(path); above !== "."; above = dirname(above)) {
      if (!existsSync(join(folder, above)) || readdirSync(join(folder, above)).length > 0) break;
      rmdirSync(join(folder, above));
    }
  }
}

const PIECE = 1 << 20;

/** SHA-256 of a file, a piece at a time. */
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
