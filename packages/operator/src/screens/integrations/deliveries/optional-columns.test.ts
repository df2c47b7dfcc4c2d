import { expect, it } from "vitest";
import { findOptionalColumns } from "./optional-columns.ts";

it("[CORE-346] a column of the delivery log without a value in any row is left out", () => {
  const empty = { chat_id: null, last_attempt: null };
  const used = { taken: [], ignored: [], ignored_count: 0 };
  expect(findOptionalColumns([])).toEqual({ hasChats: false, hasUsage: false });
  expect(findOptionalColumns([empty, { ...empty, chat_id: 7 }])).toEqual({
    hasChats: true,
    hasUsage: false,
  });
  expect(
    findOptionalColumns([{ ...empty, last_attempt: { used, duration_ms: 1 } as never }, empty]),
  ).toEqual({ hasChats: false, hasUsage: true });
});
