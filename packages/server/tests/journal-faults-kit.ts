import { createHash } from "node:crypto";
import { Refusal } from "../src/core/failure.ts";
import type { Command, WriteResult } from "../src/core/command.ts";
import type { Ground, Place } from "./journal-kit.ts";

/** A key of a request, with the hash of its body. */
export const key = (name: string, body = name): Required<Command>["idempotency"] => ({
  scope: "channel:1",
  key: name,
  hash: createHash("sha256").update(body).digest(),
});
export const codeOf = (error: unknown): string => (error instanceof Refusal ? error.failure.failure : String(error));
/** How each write ended: `ok`, or the failure's code. */
export const codes = async (writes: readonly Promise<WriteResult>[]): Promise<readonly string[]> =>
  (await Promise.allSettled(writes)).map((one) => (one.status === "fulfilled" ? "ok" : codeOf(one.reason)));
/** The messages that are stored, in order. */
export const texts = async (ground: Ground, place: Place): Promise<readonly string[]> =>
  (
    await ground.pools.writer.query<{ body: string }>(
      "select body from journal where account_id = $1 and seq is not null order by position",
      [place.account],
    )
  ).rows.map((row) => (JSON.parse(row.body) as { text: string }).text);
