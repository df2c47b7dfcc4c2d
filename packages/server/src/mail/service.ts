import { isMailAddress } from "@parlour/protocol/email/sender";
import { randomUUID } from "node:crypto";
import type { ServerAddresses } from "../config/read-config.ts";
import type { AccountConfig, Clock } from "../core/command.ts";
import type { Log } from "../log.ts";
import type { Secrets } from "../store/database/seal.ts";
import type { Db } from "../store/database/sql.ts";
import type { MailRecord } from "../store/settings/installation/mail-changes.ts";
import { stageRank } from "../core/routing/escalation-steps.ts";
import { mailRecipients, offlineMessageRecipients } from "../core/routing/recipients.ts";
import { claimWaitingMail, listWaitingChats } from "../store/deliveries/waiting-mail.ts";
import { renderCodeMail } from "./templates/visitor-templates.ts";
import type { Mail, MailServer } from "./settings.ts";
import { toMailLanguage } from "./templates/operator-text.ts";
import {
  renderLinkMail,
  renderAddressCodeMail,
  renderTestMail,
} from "./templates/operator-templates.ts";
import { createMailOutbound, type MailOutboundDeps } from "./outbound.ts";
import { mailRetryPolicy, minWaitingMailIntervalMs } from "./policy.ts";
import { sendMail, type SendMailResult, type SmtpDeps } from "./smtp.ts";
import { unsubscribeRoutes } from "./templates/unsubscribe.ts";
import { describeMailResult } from "./error-text.ts";
import { createStopLinks } from "./stop-links.ts";
import {
  admitPermitted,
  createMailGate,
  type MailGate,
  type MailGateDeps,
  type MailPass,
  type PermittedKind,
} from "./gate/mail-gate.ts";
import { storeRefusals } from "../store/mail/refusal.ts";
import {
  findEndpointOutage,
  findFailedRule,
  isOfflineMessageNew,
  findOpenedAddresses,
  readChatAnswers,
  readTranscript,
  findWaitingChat,
} from "../store/mail/facts.ts";
import {
  listOutageRecipients,
  findRecipientLocale,
  readMailLocale,
  listMailRecipients,
  listManagerRecipients,
  listOwnerRecipients,
  type MailRecipient,
} from "../store/mail/recipients.ts";

export interface MailServiceDeps {
  readonly db: Db;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly log: Log;
  readonly config: (account: number) => Promise<AccountConfig>;
  /** Returns the settings of the mail server. Null: no mail is sent. */
  readonly settings: () => MailRecord | null;
  readonly limits: MailGateDeps["limits"];
  readonly addresses: () => ServerAddresses;
  readonly connect: SmtpDeps["connect"];
  readonly replyAddress: MailOutboundDeps["replyAddress"];
  readonly scheduledReport: MailOutboundDeps["changes"]["scheduledReport"];
}

/** Connects mail to the other parts of the server. `port` is the interface for the service API. */
export function createMail(deps: MailServiceDeps) {
  const { secrets } = deps;
  const currentServer = (): MailServer | null => {
    const setting = deps.settings();
    return setting === null ? null : openMailServer(setting, secrets.open);
  };
  const send = createMailSender(deps);
  const stopLinks = createStopLinks(deps);
  const gate = createMailGate({ limits: deps.limits, isUnsubscribed: stopLinks.isUnsubscribed });
  return {
    outbound: createMailOutbound({
      ...createMailData(deps),
      unsubscribe: stopLinks,
      gate,
      clock: deps.clock,
      server: currentServer,
      send,
      publicUrl: () => deps.addresses().publicUrl,
    }),
    port: createMailPort(deps, { gate, currentServer, send }),
    /**
     * Emails a code to a visitor (CORE-162), once and without a retry, because the visitor is
     * waiting and can request another code.
     */
    async code(
      account: number,
      to: string,
      params: { readonly code: string; readonly language: string | null; readonly channel: string },
    ) {
      const server = currentServer();
      if (server === null || !isMailAddress(to)) return;
      const admission = await gate.admit({ kind: "code", account, to: [to] });
      if (!("pass" in admission)) return;
      const language = params.language ?? toMailLanguage(await readMailLocale(deps.db, account));
      const stopUrl = stopLinks.createUrl(account, to, language);
      const letter = renderCodeMail(language, {
        code: params.code,
        channel: params.channel,
        stopUrl,
      });
      const messageId = `parlour.code.${account}.${deps.clock.now()}.${randomUUID()}`;
      const result = await send(
        server,
        {
          ...letter,
          pass: admission.pass,
          to: [to],
          stopUrl,
          fromName: params.channel,
          messageId,
          isAutomatic: true,
        },
        interactiveTimeoutMs,
      );
      if (result.outcome !== "delivered")
        deps.log.warn({ account, step: result.step, outcome: result.outcome }, "mail.code_failed");
    },
    routes: unsubscribeRoutes({
      parseToken: (token) => stopLinks.open(token),
      unsubscribe: (account, address) =>
        storeRefusals(deps.db, account, [address], { at: deps.clock.now(), source: "link" }),
    }),
  };
}

type SendMail = (server: MailServer, mail: Mail, timeoutMs: number) => Promise<SendMailResult>;
function createMailSender({ clock, addresses, connect }: MailServiceDeps): SendMail {
  const greeting = (): string => new URL(addresses().publicUrl).hostname;
  return (server, mail, timeoutMs) =>
    sendMail({ clock, greeting, connect }, server, mail, timeoutMs);
}

/** Reads the content and recipients of emails. */
function createMailData(
  deps: MailServiceDeps,
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

interface MailPortDeps {
  readonly gate: MailGate;
  readonly currentServer: () => MailServer | null;
  readonly send: SendMail;
}
function createWaitingChats({ db, clock, config }: MailServiceDeps): MailOutboundDeps["waiting"] {
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

/** Sends emails whose outcome an operator waits for. */
function createMailPort(
  { db, clock, secrets, addresses }: MailServiceDeps,
  { gate, currentServer, send }: MailPortDeps,
) {
  const admit = (kind: PermittedKind, account: number, to: string): Promise<MailPass> =>
    admitPermitted(gate, { kind, account, to: [to] });
  const languageFor = async (account: number, email: string) =>
    toMailLanguage(await findRecipientLocale(db, account, email));
  return {
    isAvailable: () => currentServer() !== null,
    async test(account: number, to: string, settings: MailRecord | null) {
      const server = settings === null ? currentServer() : openMailServer(settings, secrets.open);
      if (server === null) return null;
      const letter = renderTestMail(await languageFor(account, to), addresses().publicUrl);
      const mail = {
        ...letter,
        pass: await admit("test", account, to),
        to: [to],
        messageId: `parlour.test.${clock.now()}`,
        isAutomatic: true,
      };
      const result = await send(server, mail, mailRetryPolicy.timeoutMs);
      const { step, reply, durationMs } = result;
      return {
        ok: result.outcome === "delivered",
        step,
        message: describeMailResult(result, server),
        reply,
        durationMs,
      };
    },
    /** Mails a code that proves the address of a channel (CON-068). */
    async addressCode(account: number, to: string, code: string): Promise<void> {
      const server = currentServer();
      if (server === null || !isMailAddress(to)) return;
      const language = toMailLanguage(await readMailLocale(db, account));
      await send(
        server,
        {
          ...renderAddressCodeMail(language, { code, url: addresses().publicUrl }),
          pass: await admit("address_code", account, to),
          to: [to],
          messageId: `parlour.address.${account}.${randomUUID()}`,
          isAutomatic: true,
        },
        interactiveTimeoutMs,
      );
    },
    async link(account: number, to: string, link: Parameters<typeof renderLinkMail>[1]) {
      const server = currentServer();
      if (server === null || !isMailAddress(to)) return null;
      const letter = renderLinkMail(await languageFor(account, to), link);
      const mail = {
        ...letter,
        pass: await admit(link.kind, account, to),
        to: [to],
        messageId: `parlour.link.${account}.${clock.now()}`,
        isAutomatic: true,
      };
      const result = await send(server, mail, interactiveTimeoutMs);
      return { ok: result.outcome === "delivered", message: describeMailResult(result, server) };
    },
  };
}
const toRecipient = ({ id, email, locale }: MailRecipient) => ({
  id: Number(id),
  email,
  language: toMailLanguage(locale),
});
/**
 * Timeout in ms for emails whose outcome an operator waits for. It is short, because the response
 * also contains the link.
 */
const interactiveTimeoutMs = 8_000;

/** Opens the stored settings of the mail server. */
export function openMailServer(
  { password, ...rest }: MailRecord,
  open: (sealed: Buffer) => string,
): MailServer {
  return { ...rest, password: password === null ? null : open(password) };
}
