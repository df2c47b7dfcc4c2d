import type { ChatEntity } from "../core/entity.ts";
import { getAuthorKind, type JournalEntry } from "../journal/entry.ts";
import {
  startDurableConsumer,
  type ConsumerDeps,
  type DurableConsumer,
} from "../journal/subscribers/durable-consumer.ts";
import type { Db } from "../store/database/sql.ts";
import { createReminder, endReminders, type ReminderRecord } from "../store/reminders/reminder.ts";

/** Where changed reminders go. */
export interface ReminderOutput {
  /** Publishes a reminder that ended to its operator. */
  readonly publish: (account: number, reminder: ReminderRecord) => Promise<void>;
  /** Notes that a reminder is due at this time, in ms since 1970. */
  readonly scheduleBy: (at: number) => void;
}
interface PromiseRemindersDeps extends ConsumerDeps, ReminderOutput {
  readonly db: Db;
  /** Maximum number of reminders of an operator. */
  readonly maxReminders: number;
  /** Returns the text of the reminder in the language of the operator. */
  readonly text: (account: number, operatorId: number) => Promise<string>;
}

/** Beginning of the origins of these reminders. The position of the journal entry follows. */
const originPrefix = "promise:";
/** Events after which nobody needs the reminder of the promise before. */
const endEvents: ReadonlySet<string> = new Set([
  "chat_promised",
  "chat_promise_kept",
  "chat_closed",
]);
const isWithdrawal = (entry: JournalEntry): boolean =>
  getAuthorKind(entry) === "system" && entry.frame.includes('"line":{"code":"promise_withdrawn"');
const isEnd = (entry: JournalEntry): boolean => endEvents.has(entry.name) || isWithdrawal(entry);

/** Starts the consumer that reminds of a promise that is nearly due, once (PROM-011). */
export const startPromiseReminders = (deps: PromiseRemindersDeps): Promise<DurableConsumer> =>
  startDurableConsumer(deps, {
    name: "promises",
    minIntervalMs: 0,
    isRelevant: (entry) => entry.name === "chat_promise_at_risk" || isEnd(entry),
    async handle(entries) {
      for (const entry of entries) await (isEnd(entry) ? finish : remind)(deps, entry);
    },
  });

async function remind(deps: PromiseRemindersDeps, entry: JournalEntry): Promise<void> {
  const { data } = JSON.parse(entry.frame) as { readonly data: { readonly chat: ChatEntity } };
  const operator = data.chat.assignee;
  if (operator === null) return;
  const now = deps.clock.now();
  const created = await createReminder(
    deps.db,
    entry.account,
    {
      operatorId: operator.id,
      createdBy: operator.id,
      chatId: data.chat.id,
      text: await deps.text(entry.account, operator.id),
      dueAt: now,
      now,
      origin: `${originPrefix}${entry.position}`,
    },
    deps.maxReminders,
  );
  if (created !== null) deps.scheduleBy(now);
}

async function finish(deps: PromiseRemindersDeps, entry: JournalEntry): Promise<void> {
  if (entry.chatId === null) return;
  const ended = await endReminders(deps.db, entry.account, {
    chatId: entry.chatId,
    prefix: originPrefix,
    doneAt: deps.clock.now(),
  });
  for (const reminder of ended) await deps.publish(entry.account, reminder);
}
