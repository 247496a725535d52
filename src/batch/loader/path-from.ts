import { dirname, isAbsolute, join } from "node:path";

/**
 * Resolves a path that `file` names, relative to the folder of `file`. A path from a setting (`isSet`) is relative to the current folder.
 */
export const pathFrom = (file: string, path: string, isSet = false): string =>
  isSet || isAbsolute(path) ? path : join(dirname(file), path);
