/** Writes a YAML map on one line, such as `{ name: pfc, frame: 43B }`. The values are YAML already. */
export const flowMap = (fields: Readonly<Record<string, string | number | boolean>>): string =>
  `{ ${Object.entries(fields)
    .map(([key, value]) => `${key}: ${value}`)
    .join(", ")} }`;
