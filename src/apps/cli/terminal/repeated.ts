/** For options that may be given again: all that was given, in order. */
export const repeated = (value: string, before: readonly string[] = []): string[] => [...before, value];
