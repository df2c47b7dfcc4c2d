import { defineConfig } from "vitest/config";

/** Three projects: pure tests beside their files, tests that boot a server or a database, journeys in a real browser. */
export default defineConfig({
  test: {
    reporters: ["default"],
    projects: [
      {
        test: {
          name: "unit",
          isolate: false,
          sequence: { groupOrder: 0 },
          include: ["packages/*/src/**/*.test.ts", "packages/*/src/**/*.test.tsx", "tools/**/*.test.ts"],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: "server",
          isolate: false,
          sequence: { groupOrder: 1 },
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
          sequence: { groupOrder: 2 },
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
