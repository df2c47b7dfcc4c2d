import type { AccountConfig, Clock } from "../core/command.ts";
import { stageRank } from "../core/routing/escalation-steps.ts";
import { mailRecipients, offlineMessageRecipients } from "../core/routing/recipients.ts";
import type { Db } from "../store/database/sql.ts";
import { claimWaitingMail, listWaitingChats } from "../store/deliveries/waiting-mail.ts";
import {
  findEndpointOutage,
  findFailedRule,
  findStoppedAgent,
  isOfflineMessageNew,
  findOpenedAddresses,
  readChatAnswers,
  readTranscript,
  findWaitingChat,
} from "../store/mail/facts.ts";
import {
  listOutageRecipients,
  readMailLocale,
  listMailRecipients,
  listManagerRecipients,
  listOwnerRecipients,
  type MailRecipient,
} from "../store/mail/recipients.ts";
import type { MailOutboundDeps } from "./outbound.ts";
import { minWaitingMailIntervalMs } from "./policy.ts";
import { toMailLanguage } from "./templates/operator-text.ts";

export interface MailDataDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: (account: number) => Promise<AccountConfig>;
  readonly replyAddress: MailOutboundDeps["replyAddress"];
  readonly scheduledReport: MailOutboundDeps["changes"]["scheduledReport"];
}

/** Reads the content and recipients of emails. */
export function createMailData(
  deps: MailDataDeps,
): Omit<MailOutboundDeps, "clock" | "server" | "send" | "publicUrl" | "unsubscribe" | "gate"> {
  const { db, config, replyAddress, scheduledReport } = deps;
  return {
    language: async (account) => toMailLanguage(await readMailLocale(db, account)),
    recipients: {
      list: async (account, operators) =>
        (await listMailRecipients(db, account, operators)).map(toRecipient),
      listForOutage: async (account) => (await listOutageRecipients(db, account)).map(toRecipient),
      listOwners: async (account) => (await listOwnerRecipients(db, account)).map(toRecipient),
      listManagers: async (account) => (await listManagerRecipients(db, account)).map(toRecipient),
      findForOfflineMessage: async (account, message) =>
        offlineMessageRecipients(await config(account), message),
      async filterByReminders(account, operators) {
        const reminderReceivers = (await config(account)).mail?.reminders;
        return operators.filter((id) => reminderReceivers?.has(id) === true);
      },
    },
    changes: {
      addresses: (account, changed, at) => findOpenedAddresses(db, account, changed, at),
      failedRule: (account, id) => findFailedRule(db, account, id),
      stoppedAgent: (account, id) => findStoppedAgent(db, account, id),
      scheduledReport,
    },
    outage: (account, endpointId, kind) =>
      findEndpointOutage(db, account, endpointId, kind === "endpoint_off"),
    isOfflineMessageNew: (account, id) => isOfflineMessageNew(db, account, id),
    waiting: createWaitingChats(deps),
    transcript: (account, id) => readTranscript(db, account, id),
    answers: (account, chatId, range) => readChatAnswers(db, account, chatId, range),
    replyAddress,
  };
}

function createWaitingChats({ db, clock, config }: MailDataDeps): MailOutboundDeps["waiting"] {
  return {
    find: (account, id) => findWaitingChat(db, account, id),
    async claim(account, { id, createdAt }, operators) {
      const { mailMs } = (await config(account)).routing;
      return claimWaitingMail(db, account, {
        deliveryId: id,
        createdAt,
        operators,
        now: clock.now(),
        intervalMs: Math.max(mailMs, minWaitingMailIntervalMs),
      });
    },
    async list(account) {
      const settings = await config(account);
      return (await listWaitingChats(db, account))
        .filter(({ wait }) => wait !== null && stageRank(wait.step) >= stageRank("mail"))
        .map((chat) => ({
          id: chat.id,
          since: Date.parse(chat.wait?.since ?? chat.created_at),
          operators: mailRecipients(settings, chat),
        }));
    },
  };
}

const toRecipient = ({ id, email, locale }: MailRecipient) => ({
  id: Number(id),
  email,
  language: toMailLanguage(locale),
});
