import { createSystemMessage } from "../chat/create.ts";
import { withNotice } from "../chat/notices.ts";
import type { CommandContext } from "../command.ts";
import type { ChatNotice } from "../entity.ts";
import type { ChatData, NewEvent } from "../event.ts";
import { formatNames } from "./operator-names.ts";
import { getAdministrators } from "./recipients.ts";
import type { RoutingSnapshot } from "./snapshot.ts";

/** Interval of the reminders to administrators (CORE-342). */
const reminderIntervalMs = 86_400_000;

/**
 * Returns the notice of an operator to whom the chat was assigned and who has not opened it since
 * (CORE-341). The chat waits for them. Null if there is none.
 */
export function findUnopenedAssignment({
  state,
  assignee,
  notices = [],
}: ChatData): ChatNotice | null {
  if (state !== "open" || assignee === null) return null;
  return (
    notices.find(
      (notice) =>
        notice.kind === "assigned" && notice.to.id === assignee.id && notice.opened_at === null,
    ) ?? null
  );
}

/** Returns the next reminder of an unopened assignment, or null if there is none. */
export function nextAssignmentReminderAt(chat: ChatData, from: number): number | null {
  const notice = findUnopenedAssignment(chat);
  if (notice === null) return null;
  const since = Date.parse(notice.at);
  const elapsed = Math.floor(Math.max(0, from - since) / reminderIntervalMs);
  return since + Math.max(elapsed + 1, (notice.reminded ?? 0) + 1) * reminderIntervalMs;
}

/**
 * Reminds administrators once a day of an assigned chat that was not opened, if a message of its
 * visitor is unanswered (CORE-342).
 */
export function remindOfAssignment(
  context: CommandContext,
  chat: ChatData,
  snapshot: RoutingSnapshot,
): readonly NewEvent[] {
  const notice = findUnopenedAssignment(chat);
  if (notice === null || !snapshot.isUnanswered) return [];
  const days = Math.floor((context.now - Date.parse(notice.at)) / reminderIntervalMs);
  const administrators = getAdministrators(context.config);
  if (days <= (notice.reminded ?? 0) || administrators.length === 0) return [];
  const assignment = { rules: ["ladder_remind"], eligible: [...administrators], others: [] };
  const names = formatNames(context.config, administrators);
  return [
    createSystemMessage(
      context,
      chat.id,
      { code: "ladder_remind", to: notice.to, assignment },
      `${notice.to.name} has not opened the chat yet: reminder to ${names}`,
    ),
    { name: "chat_updated", chat: withNotice(chat, { ...notice, reminded: days }) },
  ];
}
