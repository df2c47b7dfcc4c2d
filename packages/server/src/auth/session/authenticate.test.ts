import { fail } from "../../core/failure.ts";
import { expect, test } from "vitest";
import type { Sql } from "../../store/database/sql.ts";
import { createAuthenticator } from "./authenticate.ts";

test("[CORE-015] [P19] a session that ends while it is looked up lets nobody in: a socket would live with it for days", async () => {
  const updateGate = Promise.withResolvers<void>();
  let rows: object[] = [
    {
      accountId: 1,
      operatorId: 5,
      id: 3,
      lastSeenAt: 0,
      expiresAt: 9e15,
      confirmedAt: null,
      isLimited: false,
      movedTo: null,
    },
  ];
  const queries: string[] = [];
  const db = {
    query: async (text: string) => {
      queries.push(text.trimStart().slice(0, 6));
      if (!text.trimStart().startsWith("update")) return rows;
      await updateGate.promise;
      return [];
    },
  } as unknown as Sql;
  const authenticator = createAuthenticator({
    db,
    clock: { now: () => 3_600_000, monotonic: () => 0, scheduleAt: () => () => undefined },
    limits: { value: () => 7 },
    cookieName: () => "parlour",
    origins: () => [],
    openedAddresses: { note: (opened) => fail("wrong_address", opened) },
  });
  const request = { method: "GET", headers: { cookie: "parlour=token" }, rawHeaders: [] };
  const authentication = authenticator.authenticate(request);
  while (!queries.includes("update")) await Promise.resolve();
  rows = [];
  authenticator.invalidate(1);
  updateGate.resolve();
  await expect(authentication).rejects.toMatchObject({ failure: { failure: "unauthorized" } });
});
