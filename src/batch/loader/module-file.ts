/** The description of a user's module after it was read. Any thread can import the module from it. */

/** One file of a module. `path` starts at the module's own folder and has "/" between its parts. */
export interface ModuleSource {
  readonly path: string;
  readonly text: string;
  /** The file's name in stack traces. */
  readonly href: string;
}

export interface LoadedModule {
  /** The path of the file as the user named it. */
  readonly file: string;
  /** The URL to import. It holds all of the module's code. */
  readonly url: string;
  /** SHA-256 over all of the module's files, 64 hexadecimal digits. */
  readonly hash: string;
  /** The module's files; its own file is first. */
  readonly sources: readonly ModuleSource[];
  readonly exports: readonly string[];
}

/** File name endings of a module. */
export const ENDINGS = [".ts", ".mts", ".js", ".mjs"];
export const MODULE_FILE = /\.(ts|mts|js|mjs)$/;

export interface LoadOptions {
  /**
   * True if the code comes from the folder of a run, a comparison or a sweep. The command line runs such code only
   * with `--run-code`, because another user may have written the folder.
   */
  readonly isCarried?: boolean;
  /** True if the files are read but their code is not run. */
  readonly isReadOnly?: boolean;
  /**
   * True if the code must give the same results on every machine. Clocks, unseeded random numbers and similar functions
   * then throw an error that names the replacement.
   */
  readonly sameEverywhere: boolean;
}
