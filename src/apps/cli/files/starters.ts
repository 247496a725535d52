/** Lists and reads the starter scenarios that are part of the package, for users to read, copy and edit. */
import { readdirSync, readFileSync } from "node:fs";

const FOLDER = new URL("../../../../scenarios/starter/", import.meta.url);

/** Names of the starters without their extension. */
export const starterNames = (): string[] =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith(".yaml"))
    .map((file) => file.slice(0, -".yaml".length))
    .sort();

/** The text of the starter with that name. */
export const readStarter = (name: string): string => readFileSync(new URL(`${name}.yaml`, FOLDER), "utf8");

/** The starter from which a file was copied: the starter with the same `about`. */
export const starterOf = (about: string): string | undefined =>
  about === ""
    ? undefined
    : starterNames()
        .map(readStarter)
        .find((text) => text.includes(`about: ${JSON.stringify(about)}`));
