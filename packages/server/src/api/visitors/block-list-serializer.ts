import type { BlockListEntry } from "@parlour/protocol/api";
import type { BlockListRecord } from "../../store/settings/content/block-list.ts";

/** Serializes an entry with its state at `now` (ms since 1970). */
export function serializeBlockListEntry(row: BlockListRecord, now: number): BlockListEntry {
  return {
    id: row.id,
    kind: row.kind,
    value: row.shown,
    channel_id: row.kind === "customer" ? Number(row.value.slice(0, row.value.indexOf(" "))) : null,
    state: getState(row, now),
    until: row.until,
    reason: row.reason,
    chat_id: row.chatId,
    by: row.by,
    created_at: row.createdAt,
    lifted_at: row.liftedAt,
    lifted_by: row.liftedBy,
    managed: row.managed,
  };
}

function getState(
  { until, liftedAt, liftedBy }: BlockListRecord,
  now: number,
): BlockListEntry["state"] {
  if (liftedBy === null && until !== null && Date.parse(until) <= now) return "over";
  return liftedAt === null ? "in_force" : "lifted";
}
