/** Prints a packet trace of any size. The trace is processed in pieces, at the speed at which the output is consumed. */
import { once } from "node:events";
import { closeSync, fstatSync } from "node:fs";
import {
  decodeHeader,
  decodeRecord,
  HEADER_START,
  headerBytes,
  RECORD_BYTES,
  recordNode,
  recordText,
} from "../../../formats/hpcc/tr.ts";
import { EXIT } from "../terminal/exit.ts";
import { openInput, readBytes, readNamed } from "../files/input-file.ts";
import { say, warn } from "../terminal/terminal.ts";

export interface TraceOptions {
  /** Nodes to print. Absent: all nodes. */
  readonly node?: readonly number[];
  readonly limit?: number;
}

/** Number of records that are read at once. */
const RECORDS = 4096;

export async function printTrace(path: string, { node = [], limit = Infinity }: TraceOptions): Promise<number> {
  const file = readNamed(path, "a .tr trace", openInput);
  try {
    const size = fstatSync(file).isFile() ? fstatSync(file).size : Infinity;
    const start = readBytes(file, HEADER_START);
    const rest = readBytes(file, headerBytes(start, size, path) - start.length);
    const { ports } = decodeHeader(Buffer.concat([start, rest]), path);
    const wanted = new Set(node);
    for (const id of wanted) {
      if (!ports.some((port) => port.node === id))
        warn(`${path}: the network of this trace has no node ${id}. Name another with --node.`);
    }

    let records = 0;
    let printed = 0;
    while (printed < limit) {
      const bytes = readBytes(file, RECORDS * RECORD_BYTES);
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
      const whole = Math.floor(bytes.length / RECORD_BYTES);
      records += whole;
      let text = "";
      for (let k = 0; k < whole && printed < limit; k++) {
        if (wanted.size > 0 && !wanted.has(recordNode(view, k * RECORD_BYTES))) continue;
        text += `${recordText(decodeRecord(view, k * RECORD_BYTES))}\n`;
        printed++;
      }
      if (!process.stdout.write(text)) await once(process.stdout, "drain");
      const stray = bytes.length - whole * RECORD_BYTES;
      if (stray > 0)
        warn(
          `${path} is truncated: it ends ${stray} bytes into a record of ${RECORD_BYTES}. Run the simulation again for a complete trace.`,
        );
      if (whole < RECORDS) break;
    }
    if (records === 0 && limit > 0) {
      say(`${path} contains no packet: ENABLE_TRACE was 0, or the trace file listed no node.`);
    }
    return EXIT.done;
  } finally {
    closeSync(file);
  }
}
