import { createHash } from "node:crypto";
import { Refusal } from "../src/core/failure.ts";
import type { Command, WriteResult } from "../src/core/command.ts";
import type { JournalFixture, TestAccount } from "./journal-fixture.ts";

/** Creates an idempotency key with the hash of its request body. */
export const createIdempotency = (name: string, body = name): Required<Command>["idempotency"] => ({
  scope: "channel:1",
  key: name,
  hash: createHash("sha256").update(body).digest(),
});
export const toFailureCode = (error: unknown): string =>
  error instanceof Refusal ? error.failure.failure : String(error);
/** Returns the outcome of each write: `ok`, or the code of the failure. */
export const collectOutcomes = async (
  writes: readonly Promise<WriteResult>[],
): Promise<readonly string[]> =>
  (await Promise.allSettled(writes)).map((result) =>
    result.status === "fulfilled" ? "ok" : toFailureCode(result.reason),
  );
/** Returns the texts of the stored messages, in order. */
export const readMessageTexts = async (
  fixture: JournalFixture,
  testAccount: TestAccount,
): Promise<readonly string[]> =>
  (
    await fixture.pools.writer.query<{ body: string }>(
      "select body from journal where account_id = $1 and seq is not null order by position",
      [testAccount.id],
    )
  ).rows.map((row) => (JSON.parse(row.body) as { text: string }).text);
