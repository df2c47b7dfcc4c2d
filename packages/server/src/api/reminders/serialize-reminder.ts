import type { Reminder } from "@parlour/protocol/api";
import type { AccountConfig } from "../../core/command.ts";
import type { NamedRef } from "../../core/entity.ts";
import type { ReminderRecord } from "../../store/reminders/reminder.ts";

/** Returns a reminder with the names of its operators. */
export function serializeReminder(record: ReminderRecord, { operators }: AccountConfig): Reminder {
  const toRef = (id: number): NamedRef => ({ id, name: operators.get(id)?.name ?? "" });
  return {
    id: record.id,
    operator: toRef(record.operatorId),
    created_by: toRef(record.createdBy),
    chat_id: record.chatId,
    text: record.text,
    due_at: record.dueAt,
    state: record.state,
    created_at: record.createdAt,
    done_at: record.doneAt,
  };
}
