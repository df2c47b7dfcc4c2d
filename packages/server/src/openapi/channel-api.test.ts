import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { describeChannel } from "./channel-api.ts";

const root = new URL("../../../../", import.meta.url);

test("[CORE-133] interface A is version 1 without a version in its paths, and the changelog names what is deprecated", () => {
  const { info, paths } = describeChannel() as {
    info: { version: string };
    paths: Record<string, unknown>;
  };
  expect(info.version).toBe("1");
  expect(Object.keys(paths).filter((path) => /\/v\d/.test(path))).toEqual([]);
  const changelog = readFileSync(new URL("CHANGELOG.md", root), "utf8");
  expect(changelog).toContain("session.utm");
  expect(changelog).toContain("twelve months before");
});
