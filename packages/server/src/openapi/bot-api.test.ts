import { expect, test } from "vitest";
import { describeBot } from "./bot-api.ts";

test("[CORE-133] interface B is version 1 without a version in its paths", () => {
  const { info, paths } = describeBot() as {
    info: { version: string };
    paths: Record<string, unknown>;
  };
  expect(info.version).toBe("1");
  expect(Object.keys(paths).filter((path) => /\/v\d/.test(path))).toEqual([]);
});
