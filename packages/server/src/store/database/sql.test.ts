import pg from "pg";
import { expect, test } from "vitest";
import { createDb } from "./sql.ts";

const refused = { failure: { failure: "temporarily_unavailable", retryAfterMs: 1_000 } };

test("[P17] a database that cannot be reached refuses as temporarily unavailable", async () => {
  const pool = new pg.Pool({ host: "127.0.0.1", port: 1, connectionTimeoutMillis: 1_000 });
  await expect(createDb(pool).query("select 1")).rejects.toMatchObject(refused);
  await expect(createDb(pool).transaction(() => Promise.resolve(1))).rejects.toMatchObject(refused);
  await pool.end();
});

test.each([
  ["53100", true],
  ["57P01", true],
  ["55P03", true],
  ["58030", true],
  ["25006", true],
  ["08006", true],
  ["42P01", false],
  ["23505", false],
])("[P18] SQLSTATE %s refuses as temporarily unavailable: %s", async (code, expected) => {
  const error = Object.assign(new pg.DatabaseError("nothing of this may be shown", 1, "error"), {
    code,
  });
  const pool = { query: () => Promise.reject(error) } as unknown as pg.Pool;
  await expect(createDb(pool).query("select 1")).rejects.toMatchObject(
    expected ? refused : { code },
  );
});

test("[R1] a transaction that fails is rolled back, and its connection goes on serving", async () => {
  const sent: string[] = [];
  const released: unknown[] = [];
  const client = {
    query: (text: string) => {
      sent.push(text);
      return Promise.resolve({ rows: [] });
    },
    release: (broken: unknown) => {
      released.push(broken);
    },
  };
  const pool = { connect: () => Promise.resolve(client) } as unknown as pg.Pool;
  await expect(createDb(pool).transaction(() => Promise.reject(new Error("no")))).rejects.toThrow(
    "no",
  );
  await createDb(pool).transaction((tx) => tx.query("select 1"));
  expect(sent).toEqual(["begin", "rollback", "begin", "select 1", "commit"]);
  expect(released).toEqual([undefined, undefined]);
});
