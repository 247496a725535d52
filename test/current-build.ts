/** Tells whether dist/ is the build of the present sources. */
const { built } = (await import(new URL("../scripts/up-to-date.mjs", import.meta.url).href)) as {
  built: () => boolean;
};

export const isBuilt = built;
