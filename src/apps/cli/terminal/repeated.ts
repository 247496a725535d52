/** Collects the values of an option that may be repeated, in their order. */
export const repeated = (value: string, before: readonly string[] = []): string[] => [...before, value];
