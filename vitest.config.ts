import { defineConfig } from "vitest/config";

/**
 * Pure tests beside their files, tests that boot a server or a database, journeys in a real browser. Modules are loaded once for all files of
 * a worker; only those of the application stand alone, because they put in other browser globals and other words.
 */
export default defineConfig({
  test: {
    reporters: ["default"],
    projects: [
      {
        test: {
          name: "unit",
          isolate: false,
          sequence: { groupOrder: 0 },
          maxWorkers: 2,
          include: ["packages/*/src/**/*.test.ts", "tools/**/*.test.ts"],
          exclude: ["packages/operator/**"],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: "app",
          sequence: { groupOrder: 0 },
          maxWorkers: 2,
          include: ["packages/operator/src/**/*.test.ts", "packages/operator/src/**/*.test.tsx"],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: "server",
          isolate: false,
          sequence: { groupOrder: 0 },
          include: ["packages/*/tests/**/*.test.ts"],
          globalSetup: ["packages/testkit/src/global-setup.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: "browser",
          isolate: false,
          sequence: { groupOrder: 1 },
          include: ["tests/e2e/**/*.test.ts"],
          globalSetup: ["packages/testkit/src/global-setup.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 15_000 } },
          maxWorkers: 2,
        },
      },
    ],
  },
});
