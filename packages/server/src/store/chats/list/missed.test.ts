import { expect, test } from "vitest";
import { readMigrationSteps } from "../../migration-steps.ts";
import { missedClosedCondition } from "./missed.ts";

const joinLines = (sql: string): string => sql.replaceAll(/\s+/g, " ");

test("API-029: the index of missed chats has the condition by which they are counted", async () => {
  const step = (await readMigrationSteps()).find(({ sql }) => sql.includes("missed_chat on chat"));
  expect(joinLines(step?.sql ?? "")).toContain(
    `where ${joinLines(missedClosedCondition).replaceAll("c.", "")};`,
  );
});
