/** Reads the traces of all ranks of a training job: name.0.et, name.1.et and so on, up to the first missing number. */
import { existsSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { parseGroups, type Groups } from "../../../formats/chakra/groups.ts";
import { parseChakra, type ChakraTrace } from "../../../formats/chakra/nodes.ts";
import { InputError } from "../../../formats/hpcc/input-error.ts";
import { readNamed, readText, readWhole } from "../files/input-file.ts";

const RANK = /\.(\d+)\.et$/;
/** Maximum size of an unpacked file in bytes. */
const MAX_BYTES = 1e9;

export const isChakra = (file: string): boolean => file.endsWith(".et");

/** The traces of all ranks. `file` is the trace of one of them. Throws `InputError`. */
export function readChakra(file: string): ChakraTrace[] {
  if (!RANK.test(file))
    throw new InputError({ file }, "the trace of one rank, such as llama.0.et", "a name without a rank's number");
  const named = (rank: number): string => file.replace(RANK, `.${rank}.et`);
  const traces: ChakraTrace[] = [];
  for (let rank = 0; rank === 0 || existsSync(named(rank)); rank++)
    traces.push(
      parseChakra(unpacked(readNamed(named(rank), "the trace of a rank", readWhole), named(rank)), named(rank)),
    );
  const given = Number(RANK.exec(file)?.[1]);
  if (given < traces.length) return traces;
  throw new InputError({ file: named(traces.length) }, `the traces of all ranks from 0 to ${given}`, "no such file");
}

/** The process groups in a file, or undefined if no file is named. */
export const readGroups = (file: string | undefined): Groups | undefined =>
  file === undefined ? undefined : parseGroups(readNamed(file, "process groups", readText), file);

/** Unpacks a trace that is compressed with gzip. Chakra's own tools accept such traces too. */
function unpacked(bytes: Uint8Array, file: string): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_BYTES });
  } catch (error) {
    throw new InputError({ file }, "a trace packed by gzip", `a damaged one: ${(error as Error).message}`);
  }
}
