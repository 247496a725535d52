/** Modules from somebody's files, once they are read: what whoever imports them, in any thread, has to know. */

/** A file of a module: its path from the module's own folder, with "/" between its parts, and its text. */
export interface ModuleSource {
  readonly path: string;
  readonly text: string;
  /** Its name in stack traces. */
  readonly href: string;
}

export interface LoadedModule {
  /** Of the file, as it was named. */
  readonly file: string;
  /** To import: holds all of its code. */
  readonly url: string;
  /** SHA-256 over all of its files, 64 hexadecimal digits. */
  readonly hash: string;
  /** The file itself first. */
  readonly sources: readonly ModuleSource[];
  /** Names that it exports. */
  readonly exports: readonly string[];
}

/** What a module may be called. */
export const ENDINGS = [".ts", ".mts", ".js", ".mjs"];
export const MODULE_FILE = /\.(ts|mts|js|mjs)$/;

export interface LoadOptions {
  /** The code comes from the folder of a run, a comparison or a sweep. */
  readonly isCarried?: boolean;
  /** Read the files, and run none of them. */
  readonly isReadOnly?: boolean;
  /** Keeps clocks, chance and what differs between machines from the code: they throw, and say what to use instead. */
  readonly sameEverywhere: boolean;
}
