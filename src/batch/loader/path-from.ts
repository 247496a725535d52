import { dirname, isAbsolute, join } from "node:path";

/** A path that `file` names starts from the folder of `file`; one that a setting names (`isSet`) starts from the current folder. */
export const pathFrom = (file: string, path: string, isSet = false): string =>
  isSet || isAbsolute(path) ? path : join(dirname(file), path);
