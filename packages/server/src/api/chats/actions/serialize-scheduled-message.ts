import type { ScheduledMessage } from "@parlour/protocol/api";
import type { AccountConfig } from "../../../core/command.ts";
import type { ScheduledMessageRecord } from "../../../store/actions/scheduled-message.ts";

/** Returns a scheduled message with the name of its author. */
export const serializeScheduledMessage = (
  record: ScheduledMessageRecord,
  { operators }: AccountConfig,
): ScheduledMessage => ({
  id: record.id,
  chat_id: record.chatId,
  operator: { id: record.operatorId, name: operators.get(record.operatorId)?.name ?? "" },
  text: record.text,
  send_at: record.sendAt,
  state: record.state,
  error: record.error,
  created_at: record.createdAt,
});
