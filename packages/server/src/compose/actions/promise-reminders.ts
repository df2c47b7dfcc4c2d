import { maxOpenReminders } from "@parlour/protocol/api";
import type { ConsumerDeps, DurableConsumer } from "../../journal/subscribers/durable-consumer.ts";
import { toMailLanguage } from "../../mail/templates/operator-text.ts";
import type { Db } from "../../store/database/sql.ts";
import { listMailRecipients } from "../../store/mail/recipients.ts";
import { startPromiseReminders, type ReminderOutput } from "../../timers/promise-reminders.ts";

/** Text of the reminder of a promise that is nearly due (PROM-011). */
const texts = {
  en: "The promised answer is due soon.",
  ru: "Скоро срок обещанного ответа.",
} as const;

/** Starts the reminders of promises, each in the language of its operator. */
export const startRemindersOfPromises = (
  deps: ConsumerDeps & { readonly db: Db },
  output: ReminderOutput,
): Promise<DurableConsumer> =>
  startPromiseReminders({
    ...deps,
    ...output,
    maxReminders: maxOpenReminders,
    async text(account, operatorId) {
      const [operator] = await listMailRecipients(deps.db, account, [operatorId]);
      return texts[toMailLanguage(operator?.locale ?? "en")];
    },
  });
