import fc from "fast-check";
import { expect, test } from "vitest";
import { fragmentOf, LinkError, plainFragmentOf, sharedIn, type Shared } from "./fragment.ts";

const shared = {
  title: "spfc/fig4",
  about: "who is stopped?",
  drafts: [{ name: "DT", text: "seed: 1\nuntil: 1ms # µs, too\n" }],
  files: [{ name: "my-cc.ts", text: "export const role = 'congestion';\n" }],
};
const coded = (value: unknown): Promise<string> => fragmentOf(value as typeof shared);

test("a link gives back its contents", async () => {
  expect(await sharedIn(await fragmentOf(shared))).toEqual(shared);
});

test.each([0, 65_000, 140_000])("a link without compression gives back a text of %s more letters", async (letters) => {
  const long = { ...shared, drafts: [{ name: "DT", text: `# µs${"a".repeat(letters)}` }] };
  expect(await sharedIn(plainFragmentOf(long) ?? "")).toEqual(long);
});

test("a text too long for an address has no link without compression", () => {
  expect(plainFragmentOf({ ...shared, drafts: [{ name: "DT", text: "a".repeat(160_000) }] })).toBeUndefined();
});

test("a link of an earlier version has no files", async () => {
  const { files, ...before } = shared;
  expect(files).toHaveLength(1);
  expect(await sharedIn(await coded(before))).toEqual({ ...before, files: [] });
});

test.each([
  ["a path", [{ name: "../my-cc.ts", text: "" }]],
  ["no ending that is code's", [{ name: "my-cc.html", text: "" }]],
  ["no text", [{ name: "my-cc.ts", text: null }]],
  ["two of one name", [shared.files[0], shared.files[0]]],
  ["nine of them", Array.from({ length: 9 }, (_, k) => ({ name: `my-${k}.ts`, text: "" }))],
  ["no list", { name: "my-cc.ts", text: "" }],
])("files, %s: refused", async (_, files) => {
  await expect(sharedIn(await coded({ ...shared, files }))).rejects.toThrow("it contains");
});

test("a truncated link gives an error", async () => {
  await expect(sharedIn((await fragmentOf(shared)).slice(0, -9))).rejects.toThrow("truncated");
});

test("20 MB in a short link are not unpacked", async () => {
  const bomb = await coded({ ...shared, about: "a".repeat(20_000_000) });
  expect(bomb.length).toBeLessThan(200_000);
  await expect(sharedIn(bomb)).rejects.toThrow("larger than a scenario");
});

test.each([
  ["no scenarios", { ...shared, drafts: [] }],
  ["five of them", { ...shared, drafts: Array.from({ length: 5 }, () => shared.drafts[0]) }],
  ["a number for a text", { ...shared, drafts: [{ name: "x", text: 7 }] }],
  ["a list", []],
  ["null", null],
])("%s: refused", async (_, value) => {
  await expect(sharedIn(await coded(value))).rejects.toThrow("it contains no scenarios");
});

test("each of 1,000 hostile fragments gives a LinkError or texts", () =>
  fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string({ maxLength: 300 }),
        fc.base64String({ maxLength: 300 }),
        fc.json().map((text) => Buffer.from(text).toString("base64url")),
        // A complete link, but without files.
        fc
          .oneof(
            fc.jsonValue(),
            fc.array(fc.record({ name: fc.oneof(fc.string(), fc.constant("a.ts")), text: fc.jsonValue() })),
          )
          .map((files) => ({ ...shared, files })),
      ),
      async (given) => {
        const fragment = typeof given === "string" ? `#s=${given}` : await coded(given);
        const found = await sharedIn(fragment).catch((error: unknown) => error);
        if (found instanceof Error) expect(found).toBeInstanceOf(LinkError);
        else {
          const { title, files } = found as Shared;
          expect(typeof title).toBe("string");
          for (const { name, text } of files) expect([name, typeof text]).toEqual([name, "string"]);
          for (const { name } of files) expect(name).toMatch(/^[\w-][\w.-]*\.(ts|js|mts|mjs)$/);
        }
      },
    ),
    { numRuns: 1000 },
  ));
