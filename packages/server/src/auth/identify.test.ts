import { expect, test } from "vitest";
import type { Sql } from "../store/sql.ts";
import { openIdentify } from "./identify.ts";

test("[CORE-015] [P19] a session that ends while it is looked up lets nobody in: a socket would live with it for days", async () => {
  const held = Promise.withResolvers<void>();
  let rows: object[] = [{ accountId: 1, operatorId: 5, id: 3, lastSeenAt: 0, expiresAt: 9e15, confirmedAt: null, isLimited: false }];
  const asked: string[] = [];
  const db = {
    query: async (text: string) => {
      asked.push(text.trimStart().slice(0, 6));
      if (!text.trimStart().startsWith("update")) return rows;
      await held.promise;
      return [];
    },
  } as unknown as Sql;
  const identify = openIdentify({
    db,
    clock: { now: () => 3_600_000, monotonic: () => 0 },
    limits: { value: () => 7 },
    cookieName: "parlour",
    origins: () => [],
  });
  const request = { method: "GET", headers: { cookie: "parlour=token" }, rawHeaders: [] };
  const entering = identify.authenticate(request);
  while (!asked.includes("update")) await Promise.resolve();
  rows = [];
  identify.invalidate(1);
  held.resolve();
  await expect(entering).rejects.toMatchObject({ failure: { failure: "unauthorized" } });
});
