/** Which files are linted for prose. */
import { readFileSync } from "node:fs";

/** Generated pages are linted through their generators. */
const GENERATED =
  /^docs\/(api|results)\/|^docs\/(parameters|messages|results|experiments)\.md$|^docs\/(policies|decisions)\/README\.md$|^bench\/results\.md$|\.generated\.ts$|^src\/policies\/traffic\/cdfs\//;
const PAGES = /^[^/]+\.md$|^docs\/.*\.md$/;
const SOURCES = /^(src|test|scripts|bench|scenarios|config)\/.*\.(tsx?|mjs)$|^[^/]+\.(mjs|js|ts)$/;

/** Files of others, kept as they are. */
const FOREIGN = /^test\/(parity\/cases|cases\/[^/]+)\//;

export const isProse = (file) =>
  (PAGES.test(file) || SOURCES.test(file)) && !GENERATED.test(file) && !FOREIGN.test(file);

/** People read the strings of the program and of the scripts that write pages; those of tests are data. */
export const hasMessages = (file) => /^(src|scripts|bench)\//.test(file) && !/\.test\.tsx?$/.test(file);

/** Files, and folders by a `/` at the end. */
export const pendingPaths = () =>
  readFileSync(new URL("not-yet-rewritten.txt", import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));

export const isPending = (file, paths) =>
  paths.some((path) => file === path || (path.endsWith("/") && file.startsWith(path)));
