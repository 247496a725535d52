import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { isSignedFile, signed, signedJson } from "./signed-text.ts";

const folder = mkdtempSync(join(tmpdir(), "xoff-signed-"));
const file = join(folder, "page");
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function isOurs(text: string): boolean {
  writeFileSync(file, text);
  return isSignedFile(file);
}

test("a page is known again as it was written, and not with a letter changed, added, or without its mark", () => {
  const text = signed("<p>4 PAUSEs</p>");
  expect(text).toMatch(/^<p>4 PAUSEs<\/p>\n<!-- xoff wrote this/);
  expect(isOurs(text)).toBe(true);
  for (const other of [text.replace("4", "5"), `${text}<p>mine</p>\n`, `mine ${text}`, "<p>4 PAUSEs</p>\n", ""])
    expect(isOurs(other)).toBe(false);
});

test("so is a JSON object, which holds what it held", () => {
  const value = { claims: [1, 2], plots: {} };
  const text = signedJson(value, 1);
  expect(JSON.parse(text)).toMatchObject(value);
  expect(isOurs(text)).toBe(true);
  expect(isOurs(text.replace("2", "3"))).toBe(false);
  expect(isOurs(`${JSON.stringify(value)}\n`)).toBe(false);
});

test("what is not there, a folder, or a link is none of ours", () => {
  writeFileSync(file, signed("x"));
  symlinkSync(file, join(folder, "link"));
  for (const name of ["none", ".", "link"]) expect(isSignedFile(join(folder, name))).toBe(false);
});
