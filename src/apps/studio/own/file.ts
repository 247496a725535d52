/** A file of one's own: a policy, a topology, a kind of traffic, or what such import. */
export interface OwnFile {
  /** "my-cc.ts"; scenarios say "./my-cc.ts". */
  readonly name: string;
  readonly text: string;
}

/** More than anybody sends in a link. */
export const MOST_FILES = 8;
export const FILE_NAME = /^[\w-][\w.-]{0,60}\.(ts|mts|js|mjs)$/;
