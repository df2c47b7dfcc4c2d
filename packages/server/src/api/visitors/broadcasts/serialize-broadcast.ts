import type { Broadcast, BroadcastRecipient } from "@parlour/protocol/api";
import { exclusions, recipientStates } from "@parlour/protocol/broadcast";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { AccountConfig } from "../../../core/command.ts";
import type { BroadcastRecord } from "../../../store/broadcasts/broadcast.ts";
import type {
  countRecipients,
  RecipientRecord,
} from "../../../store/broadcasts/broadcast-recipient.ts";

/** Returns a broadcast with the present names of its channel and its operator. */
export function serializeBroadcast(record: BroadcastRecord, config: AccountConfig): Broadcast {
  const { channelId, operatorId, content } = record;
  const { subject, text, template } = content;
  return {
    id: record.id,
    name: record.name,
    segment: record.segment,
    channel: { id: channelId, name: config.channels.get(channelId)?.name ?? "" },
    operator: { id: operatorId, name: config.operators.get(operatorId)?.name ?? "" },
    ...omitAbsent({ subject, text, template: template?.values }),
    stop_percent: record.stopPercent,
    state: record.state,
    stopped_by_failures: record.stoppedByFailures,
    total: record.total,
    processed: record.processed,
    created_at: record.createdAt,
    start_at: record.startAt,
    started_at: record.startedAt,
    ended_at: record.endedAt,
  };
}

/** Returns the numbers of visitors by state, and by the reason why they get no message. */
export function serializeCounts(rows: Awaited<ReturnType<typeof countRecipients>>) {
  const counts = toZeros(recipientStates);
  const leftOut = toZeros(exclusions);
  for (const row of rows) {
    counts[row.state] += row.count;
    if (row.leftOut !== null) leftOut[row.leftOut] += row.count;
  }
  return { counts, left_out: leftOut };
}
const toZeros = <K extends string>(names: readonly K[]): Record<K, number> =>
  Object.fromEntries(names.map((name) => [name, 0])) as Record<K, number>;

export const serializeRecipient = (row: RecipientRecord): BroadcastRecipient => ({
  visitor: row.number,
  name: row.name,
  address: row.address,
  state: row.state,
  left_out: row.leftOut,
  chat_id: row.chatId,
  error: row.error,
  sent_at: row.sentAt,
});
