import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { renderBotApi, describeBot } from "./bot-api.ts";

const root = new URL("../../../../", import.meta.url);

test("[CORE-134] docs/api/bot.json is what the schemas of interface B say", () => {
  expect(readFileSync(new URL("docs/api/bot.json", root), "utf8")).toBe(renderBotApi());
});

test("[CORE-133] interface B is version 1 without a version in its paths", () => {
  const { info, paths } = describeBot() as { info: { version: string }; paths: Record<string, unknown> };
  expect(info.version).toBe("1");
  expect(Object.keys(paths).filter((path) => /\/v\d/.test(path))).toEqual([]);
});
