/**
 * Text that shows who wrote it: a page, a drawing or a JSON object that ends with the SHA-256 of the rest.
 *
 * A single file has no folder with a list beside it, so it says itself that xoff wrote it and that nobody has changed it since. Only such
 * a file may be replaced by another.
 */
import { createHash } from "node:crypto";
import { lstatSync, readFileSync } from "node:fs";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** For HTML, SVG and Markdown, to which it is a comment. */
const COMMENT = /<!-- xoff wrote this; sha256 of what stands above: ([0-9a-f]{64}) -->\n$/;
/** Last field of a JSON object. */
const FIELD = /,\n( *)"xoff_wrote_this": "([0-9a-f]{64})"\n\}\n$/;
/** More than any page has, bytes. */
const MOST = 500e6;

export function signed(text: string): string {
  const whole = text.endsWith("\n") ? text : `${text}\n`;
  return `${whole}<!-- xoff wrote this; sha256 of what stands above: ${sha256(whole)} -->\n`;
}

/** Of a JSON object over several lines, indented by `indent`. */
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

/** Of a file that is there: did xoff write it as it is? */
export function isSignedFile(path: string): boolean {
  try {
    const stat = lstatSync(path);
    return stat.isFile() && stat.size < MOST && isSigned(readFileSync(path, "utf8"));
  } catch {
    return false;
  }
}
