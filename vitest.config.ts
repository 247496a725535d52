import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    pool: "forks", // a run that exhausts its memory fails its own file, not the whole session
    maxWorkers: 2,
    // Ends what hangs; no test fails because a machine is slow.
    testTimeout: 900_000,
    hookTimeout: 900_000,
  },
});
