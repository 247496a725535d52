/** A file of the user. It defines a policy, a topology or a traffic kind, or is a module that other files import. */
export interface OwnFile {
  /** File name, such as "my-cc.ts". A scenario refers to it as "./my-cc.ts". */
  readonly name: string;
  readonly text: string;
}

/** Maximum number of files in an address that shares scenarios. */
export const MAX_FILES = 8;
export const FILE_NAME = /^[\w-][\w.-]{0,60}\.(ts|mts|js|mjs)$/;
