/** The output of an export: standard output for "-", otherwise a new file. The file appears only once it is complete. */
import { existsSync } from "node:fs";
import { EXIT, Failure } from "../terminal/exit.ts";
import { StagedFile } from "../files/staged-file.ts";

export type NewFile = Pick<StagedFile, "path" | "write" | "publish" | "discard">;

/** Opens the output. Throws `Failure` if a file or a folder with that name exists. */
export function newFile(path: string): NewFile {
  if (path === "-") return stdout;
  if (existsSync(path))
    throw new Failure(
      `${path} exists already, and no file is overwritten. Choose another name with --out.`,
      EXIT.input,
    );
  return new StagedFile(path, { isNew: true });
}

const stdout: NewFile = {
  path: "standard output",
  write: (piece) => void process.stdout.write(piece),
  publish: () => {},
  discard: () => {},
};
