/** What the build makes of constants: `scripts/fold.mjs`. */
import { expect, test } from "vitest";

type Fold = (text: string, load: () => Promise<object>) => Promise<string>;
const { folded } = (await import(new URL("../scripts/fold.mjs", import.meta.url).href)) as { folded: Fold };

const exported = { NOW: 3, SIZE: 2, NAME: "x", FAR: Infinity };
const fold = (text: string): Promise<string> => folded(text, () => Promise.resolve(exported));

test("numbers that are imported, taken from an import or reckoned stand where they are read", async () => {
  const head = 'import * as record from "./record.js";\nimport { NOW as AT } from "./clock.js";\n';
  const constants =
    "const { SIZE, NAME, FAR } = record;\nconst ROOM = 1 << 4;\nconst MASK = (ROOM - 1) | SIZE;\nconst LOW = -7.5;\n";
  const use = "words[(p << ROOM) | SIZE] & MASK; f(AT, LOW, NAME, FAR);\n";
  expect(await fold(head + constants + use)).toBe(
    head +
      "const { SIZE, NAME, FAR } = record;\nconst ROOM = 1 << 4;\nconst MASK = (16 - 1) | 2;\nconst LOW = -7.5;\n" +
      "words[(p << 16) | 2] & 15; f(3, (-7.5), NAME, FAR);\n",
  );
});

test("what is folded stays as it is: nothing is left to fold", async () => {
  const once = await fold("const A = 2;\nexport const g = (x) => x[A] + A;\n");
  expect(once).toBe("const A = 2;\nexport const g = (x) => x[2] + 2;\n");
  expect(await fold(once)).toBe(once);
});

test.each([
  ["a parameter of the same name", "const A = 2;\nconst f = (A) => A;\nf(A);\n"],
  ["a variable of the same name", "const A = 2;\n{\n let A = 3;\n A++;\n}\n"],
  ["a property, a key and a member of a number", "const A = 2;\nx.A = { A: 1, A };\nA.toFixed();\n"],
  ["what is exported and what may change", "const A = 2;\nexport { A };\nlet B = 1;\nB + 1;\n"],
  ["a package's", 'import { A } from "package";\nA + 1;\n'],
])("%s keeps its name", async (_, text) => {
  expect(await fold(text)).toBe(text);
});
