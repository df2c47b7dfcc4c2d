import { expect, it } from "vitest";

/** The launcher is plain JavaScript that runs on old Node versions. */
const { needsBuild } = (await import(
  new URL("../scripts/launch/test-run.js", import.meta.url).href
)) as {
  needsBuild: (name: string) => boolean;
};

it("builds before named tests that use a browser, the built process or the widget, and before names that are no files", () => {
  const built = [
    "tests/e2e/composer.test.ts",
    "packages/server/tests/cli-start.test.ts",
    "packages/server/tests/crash.test.ts",
    "composer",
  ];
  expect(built.filter((name) => !needsBuild(name))).toEqual([]);
  // Through a file of its folder that it imports.
  expect(needsBuild("packages/server/tests/widget-chat.test.ts:20")).toBe(true);
  const pure = [
    "packages/server/tests/channel-inbound.test.ts",
    "packages/server/tests/channel-inbound.test.ts:22",
    "packages/server/src/core/chat/state-machine.test.ts",
    "-t",
  ];
  expect(pure.filter((name) => needsBuild(name))).toEqual([]);
});
