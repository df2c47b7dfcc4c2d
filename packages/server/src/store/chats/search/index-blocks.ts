import type { Message } from "../../../core/entity.ts";
import { buildBlockWords } from "../../../core/search/index-words.ts";
import { lookupJoin } from "../../database/parameters.ts";
import type { Db, Sql } from "../../database/sql.ts";

/** Number of journal positions of a row of `search_block`. SQL functions divide by it too. */
export const searchBlockSize = 8;
/** Name of the consumer that writes the index in the table `cursor`. */
export const searchIndexReader = "search-words";
/** Maximum number of blocks that are written again in one transaction. */
const blocksPerStep = 20;

/**
 * Writes the words of stale blocks again, whose messages were erased or edited. Each is locked
 * before its messages are read. So a message that is changed meanwhile marks the block again.
 * Blocks that the consumer has not reached are still incomplete and stay as they are.
 */
export async function rebuildSearchBlocks(db: Db): Promise<void> {
  while ((await db.transaction(rebuildStep)) === blocksPerStep);
}

async function rebuildStep(tx: Sql): Promise<number> {
  const blocks = await tx.query<{ account: number; block: number }>(
    `select s.account_id::float8 as account, s.block::float8 as block from search_block s
     join cursor c on c.reader = $1 and c.account_id = s.account_id and c.position >= s.block * ${searchBlockSize} + ${searchBlockSize - 1}
     where s.stale order by s.account_id, s.block limit ${blocksPerStep} for update of s skip locked`,
    [searchIndexReader],
  );
  if (blocks.length === 0) return 0;
  const keys = [blocks.map(({ account }) => account), blocks.map(({ block }) => block)];
  const messages = await tx.query<{ n: number; body: string }>(
    `select q.n::int as n, j.body from unnest($1::bigint[], $2::bigint[]) with ordinality q(account, block, n)
     ${lookupJoin("journal", "j", `j.account_id = q.account and ${isInBlock("j.position", "q.block")} and j.seq is not null`)}`,
    keys,
  );
  const words = blocks.map((_, n) =>
    buildBlockWords(
      messages.filter((row) => row.n === n + 1).map(({ body }) => JSON.parse(body) as Message),
    ),
  );
  await tx.query(
    `update search_block s set words = q.words, stale = false
     from unnest($1::bigint[], $2::bigint[], $3::text[]) q(account, block, words) where s.account_id = q.account and s.block = q.block`,
    [...keys, words],
  );
  return blocks.length;
}

/** Returns an SQL condition for the positions of a block. */
export const isInBlock = (position: string, block: string): string =>
  `${position} >= ${block} * ${searchBlockSize} and ${position} < ${block} * ${searchBlockSize} + ${searchBlockSize}`;
