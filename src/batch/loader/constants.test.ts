import { expect, test } from "vitest";
import { byValue, constantsOf, exportedConstants } from "./constants.ts";
import { edited } from "./edits.ts";
import { syntaxOf } from "./syntax.ts";

const exported = { NOW: 3, SIZE: 2, NAME: "x", FAR: Infinity };

function fold(text: string): string {
  const program = syntaxOf(text, "a.js");
  const constants = constantsOf(program, (specifier) => (specifier.startsWith(".") ? exported : undefined));
  return edited(text, byValue(program, constants));
}

test("numbers that are imported, taken from an import or reckoned stand where they are read", () => {
  const head = 'import * as record from "./record.js";\nimport { NOW as AT } from "./clock.js";\n';
  const constants =
    "const { SIZE, NAME, FAR } = record;\nconst ROOM = 1 << 4;\nconst MASK = (ROOM - 1) | SIZE;\nconst LOW = -7.5;\nconst NIL = -0;\n";
  const use = "words[(p << ROOM) | SIZE] & MASK; f(AT, LOW, NIL, NAME, FAR, { SIZE: SIZE, [AT]: `${AT}` });\n";
  expect(fold(head + constants + use)).toBe(
    head +
      "const { SIZE, NAME, FAR } = record;\nconst ROOM = 1 << 4;\nconst MASK = (16 - 1) | 2;\nconst LOW = -7.5;\nconst NIL = -0;\n" +
      "words[(p << 16) | 2] & 15; f(3, (-7.5), (-0), NAME, FAR, { SIZE: 2, [3]: `${3}` });\n",
  );
});

test("what is folded stays as it is: nothing is left to fold", () => {
  const once = fold("const A = 2;\nexport const g = (x) => x[A] + A;\n");
  expect(once).toBe("const A = 2;\nexport const g = (x) => x[2] + 2;\n");
  expect(fold(once)).toBe(once);
});

test.each([
  ["a parameter of the same name", "const A = 2;\nconst f = (A) => A;\nf(A);\n"],
  ["a variable of the same name", "const A = 2;\n{\n let A = 3;\n A++;\n}\n"],
  ["a variable out of a list or a map", "const A = 2;\nconst f = ({ A }) => A;\nconst g = ([A]) => A;\nf(A);\n"],
  ["a property, a key and a member of a number", "const A = 2;\nx.A = { A: 1, A };\nA.toFixed();\n"],
  ["a method, a field and a label", "const A = 2;\nclass B { A = 1; }\nclass C { A() {} }\nA: for (;;) break A;\n"],
  ["what is exported and what may change", "const A = 2;\nexport { A };\nlet B = 1;\nB + 1;\n"],
  ["what somebody tries to change", "const A = 2;\nf(A);\nA++;\n"],
  ["a package's", 'import { A } from "package";\nA + 1;\n'],
])("%s keeps its name", (_, text) => {
  expect(fold(text)).toBe(text);
});

test("what a module exports of them, by the names that others know", () => {
  const program = syntaxOf("export const A = 2;\nconst B = A + 1;\nexport { B as C, f };\nfunction f() {}\n", "a.js");
  const constants = constantsOf(program, () => undefined);
  expect(exportedConstants(program, constants)).toEqual({ A: 2, C: 3 });
});
