import { expect, test } from "vitest";

import { Source } from "./source.ts";

test.each([
  ["a tab", "a:\n\tb: 1\n", "2:1: expected spaces before a key, got a tab. Indent YAML with spaces."],
  [
    "no blank after the colon",
    "until:1ms\nseed: 1\n",
    '1:1: expected a name, a colon, a blank and a value, got "until:1ms"',
  ],
  ["a name alone", "a:\n  b\n  c: 1\n", '2:3: expected a name, a colon, a blank and a value, got "b"'],
  ["no comma", "a: { b: 1 c: 2 }\n", '1:9: expected a comma between entries, got "1 c: 2 }"'],
  ["no bracket", "a: { b: 1\nc: 2\n", '2:1: expected } to close the {, got "c: 2"'],
  ["one bracket too many", "a: [1]]\n", '1:7: expected the end of the value, got "]"'],
  [
    "another column",
    "a:\n  b: 1\n c: 2\n",
    '3:1: expected the fields of a map below each other, in one column, got "c: 2"',
  ],
  ["another column in a list", "a:\n  - 1\n - 2\n", "3:1: expected"],
  [
    "a sign at the beginning",
    "a: @b\n",
    '1:4: expected a value, got "@b". Put text that begins with a sign such as @, % or ` in quotes.',
  ],
  [
    "a colon in text",
    "a: is it: so\n",
    '1:4: expected one value after a colon, got "is it: so". Put text that holds ": " in quotes.',
  ],
  [
    "an escape that is none",
    'a: "C:\\mix"\n',
    '1:7: expected an escape such as \\n, got "\\\\mix\\"". In single quotes a backslash is an ordinary character.',
  ],
  [
    "an open quote in the middle",
    'a: "b\nc: 1\nd: 2\n',
    '1:4: expected text that ends with a quotation mark too, got "\\"b"',
  ],
  [
    "an open quote with an escaped one",
    'a: "b \\" c\nd: 1\n',
    '1:4: expected text that ends with a quotation mark too, got "\\"b \\\\\\" c"',
  ],
  [
    "a directive nobody knows",
    "%YAML 9.9\n---\na: 1\n",
    '1:7: expected YAML or JSON, got "9.9". Unsupported YAML version 9.9.',
  ],
])("%s", (_, text, message) => {
  expect(() => new Source(text, "x.yaml")).toThrow(`x.yaml:${message}`);
});
