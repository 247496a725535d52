export const tenScenarios: readonly string[] = [];
