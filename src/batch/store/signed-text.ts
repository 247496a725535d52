/**
 * Signs a single file as written by xoff: a page, a drawing or a JSON object ends with the SHA-256 of the rest.
 *
 * A folder of results has a list of its files with their hashes. A single file has no such list, so the file itself
 * proves that xoff wrote it and that it is unchanged. xoff overwrites an existing file only with this proof,
 * unless the user forces it.
 */
import { createHash } from "node:crypto";
import { lstatSync, readFileSync } from "node:fs";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Signature of HTML, SVG and Markdown, as a comment. */
const COMMENT = /<!-- xoff wrote this; sha256 of what stands above: ([0-9a-f]{64}) -->\n$/;
/** Signature of a JSON object, as its last field. */
const FIELD = /,\n( *)"xoff_wrote_this": "([0-9a-f]{64})"\n\}\n$/;
/** A file above this size, bytes, is not checked for a signature. No page that xoff writes is that large. */
const MAX_BYTES = 500e6;

export function signed(text: string): string {
  const whole = text.endsWith("\n") ? text : `${text}\n`;
  return `${whole}<!-- xoff wrote this; sha256 of what stands above: ${sha256(whole)} -->\n`;
}

/** Returns a JSON object with its signature, over several lines that are indented by `indent`. */
export function signedJson(value: object, indent: number): string {
  const text = `${JSON.stringify(value, null, indent)}\n`;
  return `${text.slice(0, -3)},\n${" ".repeat(indent)}"xoff_wrote_this": "${sha256(text)}"\n}\n`;
}

function isSigned(text: string): boolean {
  const comment = COMMENT.exec(text);
  if (comment !== null) return sha256(text.slice(0, comment.index)) === comment[1];
  const field = FIELD.exec(text);
  return field !== null && sha256(`${text.slice(0, field.index)}\n}\n`) === field[2];
}

/** True if the file exists, xoff wrote it, and it is unchanged. */
export function isSignedFile(path: string): boolean {
  try {
    const stat = lstatSync(path);
    return stat.isFile() && stat.size < MAX_BYTES && isSigned(readFileSync(path, "utf8"));
  } catch {
    return false;
  }
}
