import type { BotTestPost } from "../../../core/bot/test-post.ts";
import type { BotTestRecord } from "./bot-record.ts";
import { toMilliseconds, fromMilliseconds, type Db } from "../../database/sql.ts";

/** Maximum number of posts stored per test. Later posts are accepted but not shown. */
const maxPosts = 50;

/**
 * Creates the store for the latest test of each bot connection (BOT-090). It is in the database, so
 * that every node accepts posts of the test.
 */
export function createBotTestStore(db: Db) {
  return {
    /** Starts a test, which replaces the previous one. Times are in milliseconds since 1970. */
    async begin(account: number, botId: number, now: number, until: number): Promise<void> {
      await db.query(
        `insert into bot_test (account_id, bot_id, started_at, open_until) values ($1, $2, ${fromMilliseconds("$3")}, ${fromMilliseconds("$4")})
         on conflict (account_id, bot_id) do update set started_at = excluded.started_at, open_until = excluded.open_until, posts = '[]'`,
        [account, botId, now, until],
      );
    },

    /** Adds a post to the open test. Returns false if no test is open. */
    async add(account: number, botId: number, post: BotTestPost, now: number): Promise<boolean> {
      const rows = await db.query(
        `update bot_test set posts = case when jsonb_array_length(posts) < ${maxPosts} then posts || jsonb_build_array($3::jsonb) else posts end
         where account_id = $1 and bot_id = $2 and open_until > ${fromMilliseconds("$4")} returning bot_id`,
        [account, botId, JSON.stringify(post), now],
      );
      return rows.length > 0;
    },

    async find(account: number, botId: number): Promise<BotTestRecord | null> {
      const [row] = await db.query<{
        started: number;
        until: number;
        posts: readonly BotTestPost[];
      }>(
        `select ${toMilliseconds("started_at")} as started, ${toMilliseconds("open_until")} as until, posts from bot_test where account_id = $1 and bot_id = $2`,
        [account, botId],
      );
      return row === undefined
        ? null
        : {
            startedAt: Math.round(row.started),
            openUntil: Math.round(row.until),
            posts: row.posts,
          };
    },
  };
}
