import type { ChatEntity } from "../../core/entity.ts";
import { refuse } from "../../core/failure.ts";
import type { Sql } from "../database/sql.ts";
import { findMatchingBlocks } from "../settings/content/block-list.ts";
import { addBlock, expireBlocks, updateBlock } from "../settings/content/block-list-changes.ts";

/** Maximum number of active entries per account. Every node keeps them in memory. */
const maxBlockListEntries = 10_000;

/** Throws a `Refusal` if the block list is full. */
export async function assertBlockListLimit(tx: Sql, account: number, now: number): Promise<void> {
  if ((await expireBlocks(tx, account, now)) >= maxBlockListEntries)
    refuse(
      "at_limit",
      `The block list has ${maxBlockListEntries} active entries, which is the limit. Unblock some, or block a range.`,
      { limit: "block_list" },
    );
}

export const toBlockSubject = ({ visitor }: ChatEntity) => ({
  kind: "visitor" as const,
  value: String(visitor.id),
  shown: String(visitor.number),
});

/** Returns how the audit log names the block. */
export const toBlockTarget = ({ id, visitor }: ChatEntity): string =>
  `visitor ${visitor.number} in chat ${id}`;

/**
 * Adds the block list entry of a visitor who is blocked in a chat (API-027). If the visitor is
 * already blocked in a chat, the new end and reason replace the old ones. Returns the id of the
 * entry. Throws a `Refusal` if the list is full. The caller must have the account lock. Times in ms
 * since 1970.
 */
export async function blockVisitorOfChat(
  tx: Sql,
  account: number,
  chat: ChatEntity,
  block: {
    readonly until: number | null;
    readonly reason: string | null;
    /** null: a rule. */
    readonly by: number | null;
    readonly now: number;
  },
): Promise<number> {
  const { until, reason, now } = block;
  const subject = toBlockSubject(chat);
  const matching = await findMatchingBlocks(tx, account, subject, now);
  const same = matching.find((candidate) => candidate.chatId !== null);
  if (same !== undefined) {
    await updateBlock(tx, { account, id: same.id }, { until, reason, chatId: chat.id });
    return same.id;
  }
  await assertBlockListLimit(tx, account, now);
  return addBlock(tx, account, { ...subject, ...block, chatId: chat.id, managed: false });
}
