/**
 * Tests the table of permitted imports: it has few rooms, in an order without cycles. `npm run layers` checks the
 * imports against the table.
 */
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";

interface Row {
  readonly may: readonly string[];
  readonly types?: readonly string[];
}

const root = new URL("../", import.meta.url);
const { rows } = (await import(new URL("config/dependency-cruiser.mjs", root).href)) as {
  readonly rows: Readonly<Record<string, Row>>;
};

const roomOf = (folder: string): string => folder.split("/")[0];
const rooms = ["base", ...new Set(Object.keys(rows).map(roomOf))];

test("src/ has the rooms of the table, at most 14", () => {
  expect(readdirSync(new URL("src/", root)).sort()).toEqual([...rooms].sort());
  expect(rooms.length).toBeLessThanOrEqual(14);
});

test("each room imports rooms before it, so there is no circle between rooms", () => {
  const back = Object.entries(rows).flatMap(([folder, { may, types = [] }]) =>
    [...may, ...types]
      .filter(
        (other) => roomOf(other) !== roomOf(folder) && rooms.indexOf(roomOf(other)) >= rooms.indexOf(roomOf(folder)),
      )
      .map((other) => `${folder} imports ${other}`),
  );
  expect(back).toEqual([]);
});
