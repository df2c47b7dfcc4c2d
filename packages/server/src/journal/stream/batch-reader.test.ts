import { describe, expect, it } from "vitest";
import { maxReadBytes } from "../entry.ts";
import { createBatchReader } from "./batch-reader.ts";
import type { Queryable } from "../../store/database/sql.ts";

/** A database whose statements wait until they are answered. */
function createDatabase() {
  const statements: { values: number[][]; answered: PromiseWithResolvers<{ rows: object[] }> }[] =
    [];
  const query = ({ values }: { values: number[][] }) => {
    const answered = Promise.withResolvers<{ rows: object[] }>();
    statements.push({ values, answered });
    return answered.promise;
  };
  return { pool: { query } as unknown as Queryable, statements };
}
const row = (account: number, position: number) => ({
  account_id: account,
  position,
  at: 0,
  name: "message_added",
  channel_id: null,
  chat_id: 1,
  visitor_id: null,
  seq: position,
  chat_seq: null,
  body: "{}",
});

describe("entries of other nodes", () => {
  it("[CORE-132] [PERF-23] accounts that are requested in one turn share a statement, and those during it share the next one", async () => {
    const { pool, statements } = createDatabase();
    const read = createBatchReader(pool);
    const first = [1, 4].map((account) => read(account, 0, 2, 1_000));
    await Promise.resolve();
    const others = [2, 3].map((account) => read(account, 5, 6, 1_000));
    await Promise.resolve();
    expect(statements.map(({ values }) => values)).toEqual([
      [[1, 4], [0, 0], [2, 2], [1_000, 1_000], maxReadBytes / 2],
    ]);
    statements[0]?.answered.resolve({ rows: [row(1, 1), row(1, 2)] });
    expect(
      (await Promise.all(first)).flat().map(({ account, position }) => [account, position]),
    ).toEqual([
      [1, 1],
      [1, 2],
    ]);
    expect(statements[1]?.values).toEqual([
      [2, 3],
      [5, 5],
      [6, 6],
      [1_000, 1_000],
      maxReadBytes / 2,
    ]);
    statements[1]?.answered.resolve({ rows: [row(3, 6)] });
    expect((await Promise.all(others)).map((entries) => entries.length)).toEqual([0, 1]);
  });

  it("[CORE-132] a statement reads at most 4,000 entries and 64 accounts; its error reaches each of them, and reading continues", async () => {
    const { pool, statements } = createDatabase();
    const read = createBatchReader(pool);
    const first = read(0, 0, 1, 1_000);
    await Promise.resolve();
    const reads = Array.from({ length: 65 }, (_, i) => read(i + 1, 0, 5_000, 1_000));
    statements[0]?.answered.resolve({ rows: [] });
    await first;
    expect([statements[1]?.values[0]?.length, statements[1]?.values[3]?.[0]]).toEqual([64, 62]);
    statements[1]?.answered.reject(new Error("away"));
    const results = await Promise.allSettled(reads.slice(0, 64));
    expect(results.every(({ status }) => status === "rejected")).toBe(true);
    statements[2]?.answered.resolve({ rows: [row(65, 1)] });
    expect(await reads[64]).toHaveLength(1);
  });
});
