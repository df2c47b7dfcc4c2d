import { removeScheduledMessages } from "../actions/scheduled-message.ts";
import { eraseReplayTexts } from "../agent/replay-result.ts";
import { eraseGapStates } from "../articles/gap-note.ts";
import type { Sql } from "../database/sql.ts";
import { eraseMoveRecords } from "./erase-move-records.ts";
import { eraseTranslations } from "../model/translation.ts";
import { removeRemindersOfChats } from "../reminders/reminder.ts";
import { eraseRunFacts } from "../rules/rule-run.ts";

/** Removes what reminders, rules, replays, translations and others have of the texts of chats. */
export async function eraseChatCopies(
  tx: Sql,
  account: number,
  chats: readonly number[],
): Promise<void> {
  await eraseRunFacts(tx, account, chats);
  await eraseReplayTexts(tx, account, chats);
  await eraseTranslations(tx, account, chats);
  await eraseGapStates(tx, account, chats);
  await removeRemindersOfChats(tx, account, chats);
  await removeScheduledMessages(tx, account, chats);
  await eraseMoveRecords(tx, account, "chat", chats);
}
