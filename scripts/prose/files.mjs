/** Selects the files whose prose is linted. */
/** Generated pages are skipped. Their generators are linted instead. */
const GENERATED =
  /^docs\/(api|results)\/|^docs\/(parameters|messages|results|experiments)\.md$|^docs\/(policies|decisions)\/README\.md$|\.generated\.ts$|^src\/policies\/traffic\/cdfs\//;
const PAGES = /^[^/]+\.md$|^(docs|examples|bench)\/.*\.md$/;
const SOURCES = /^(src|test|scripts|bench|scenarios|examples|config)\/.*\.(tsx?|mjs)$|^[^/]+\.(mjs|js|ts)$/;

/** Files from other projects, kept unchanged. */
const FOREIGN = /^test\/(parity\/cases|cases\/[^/]+)\//;

export const isProse = (file) =>
  (PAGES.test(file) || SOURCES.test(file)) && !GENERATED.test(file) && !FOREIGN.test(file);

/** True for files whose strings people read: the program, and scripts that write pages. Strings in tests are data. */
export const hasMessages = (file) => /^(src|scripts|bench)\//.test(file) && !/\.test\.tsx?$/.test(file);
