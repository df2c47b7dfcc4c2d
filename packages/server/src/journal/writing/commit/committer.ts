import pg from "pg";
import {
  CommitOutcomeUnknownError,
  getResourceShortage,
} from "../../../store/database/database-errors.ts";
import type { CommitCall } from "./commit-call.ts";
import { MessageBatch } from "./commit-messages.ts";
import { OtherSessionError } from "../gateway-connection.ts";
import { maxRetries, type GatewayDeps } from "../gateway-deps.ts";

/** SQLSTATE of a unique key that exists already. */
const uniqueViolation = "23505";
/** SQLSTATEs of a transaction that PostgreSQL ended for another one. It may be repeated. */
const repeatable: ReadonlySet<string> = new Set(["40001", "40P01"]);

/** Makes the database calls of batches (journal.md 1, step 5). */
export class Committer {
  readonly #deps: GatewayDeps;
  #repeats = 0;
  #unwritten = { count: 0, code: "" };

  constructor(deps: GatewayDeps) {
    this.#deps = deps;
  }

  stats(): { readonly repeats: number; readonly unwritten: { count: number; code: string } } {
    return { repeats: this.#repeats, unwritten: this.#unwritten };
  }

  /**
   * Makes one call and finishes it. Returns false if it has the short form and nothing was written,
   * because one of its unique keys exists already, or because the session is another one.
   */
  async commit<Result>(
    batch: CommitCall<Result>,
    finish: (result: Result) => Promise<void>,
  ): Promise<boolean> {
    for (let n = 1; ; n++) {
      try {
        const startedAt = this.#deps.clock.monotonic();
        const result = await this.#deps.connection.commit(batch);
        this.#deps.onCommit?.(batch.size, this.#deps.clock.monotonic() - startedAt);
        await finish(result);
        return true;
      } catch (error) {
        if (error instanceof CommitOutcomeUnknownError) {
          const result = await this.#deps.connection.findOutcome(batch, error.batch);
          if (result) {
            await finish(result);
            return true;
          }
          this.#deps.cache.clear();
          for (const [account, entries] of batch.countEntries())
            this.#deps.onOutcomeUnknown(account, entries);
          throw error;
        }
        const code = error instanceof pg.DatabaseError ? error.code : undefined;
        if (
          batch instanceof MessageBatch &&
          (code === uniqueViolation || error instanceof OtherSessionError)
        )
          return false;
        if (code !== undefined && repeatable.has(code) && n < maxRetries) {
          this.#repeats++;
          continue;
        }
        const shortage = getResourceShortage(error);
        if (shortage !== null)
          this.#unwritten = { count: this.#unwritten.count + 1, code: shortage };
        throw error;
      }
    }
  }
}
