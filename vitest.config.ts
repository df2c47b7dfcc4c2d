import { defineConfig } from "vitest/config";

/** Three projects: pure tests beside their files, tests that boot a server or a database, journeys in a real browser. */
export default defineConfig({
  test: {
    reporters: ["default"],
    projects: [
      { test: { name: "unit", include: ["packages/*/src/**/*.test.ts", "packages/*/src/**/*.test.tsx", "tools/**/*.test.ts"], testTimeout: 20_000 } },
      {
        test: {
          name: "server", include: ["packages/*/tests/**/*.test.ts"], globalSetup: ["packages/testkit/src/global-setup.ts"],
          testTimeout: 60_000, hookTimeout: 60_000, maxWorkers: 2,
        },
      },
      {
        test: {
          name: "browser", include: ["tests/e2e/**/*.test.ts"], globalSetup: ["packages/testkit/src/global-setup.ts"],
          testTimeout: 120_000, hookTimeout: 120_000, fileParallelism: false,
        },
      },
    ],
  },
});
