/** The scenarios that come with xoff, to read, copy and edit. */
import { readdirSync, readFileSync } from "node:fs";

const FOLDER = new URL("../../../../scenarios/starter/", import.meta.url);

/** Their names, without ending. */
export const starterNames = (): string[] =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith(".yaml"))
    .map((file) => file.slice(0, -".yaml".length))
    .sort();

/** The text of one of `starterNames`. */
export const readStarter = (name: string): string => readFileSync(new URL(`${name}.yaml`, FOLDER), "utf8");

/** The starter that a file began as: the one with the same `about`. */
export const starterOf = (about: string): string | undefined =>
  about === ""
    ? undefined
    : starterNames()
        .map(readStarter)
        .find((text) => text.includes(`about: ${JSON.stringify(about)}`));
