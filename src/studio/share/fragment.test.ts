import fc from "fast-check";
import { expect, test } from "vitest";
import { fragmentOf, LinkError, sharedIn } from "./fragment.ts";

const shared = {
  title: "spfc/fig4",
  about: "who is stopped?",
  drafts: [{ name: "DT", text: "seed: 1\nuntil: 1ms # µs, too\n" }],
};
const coded = (value: unknown): Promise<string> => fragmentOf(value as typeof shared);

test("what a link was made from comes out of it", async () => {
  expect(await sharedIn(await fragmentOf(shared))).toEqual(shared);
});

test("a link that is cut short says so", async () => {
  await expect(sharedIn((await fragmentOf(shared)).slice(0, -9))).rejects.toThrow("cut short");
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
  await expect(sharedIn(await coded(value))).rejects.toThrow("it holds no scenarios");
});

test("of 1,000 hostile fragments each is refused with a LinkError, or is texts", () =>
  fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string({ maxLength: 300 }),
        fc.base64String({ maxLength: 300 }),
        fc.json().map((text) => Buffer.from(text).toString("base64url")),
      ),
      async (letters) => {
        const found = await sharedIn(`#s=${letters}`).catch((error: unknown) => error);
        if (found instanceof Error) expect(found).toBeInstanceOf(LinkError);
        else expect(found).toMatchObject({ title: expect.any(String) });
      },
    ),
    { numRuns: 1000 },
  ));
