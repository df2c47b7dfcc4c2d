import type { NamedRef, OfflineMessage } from "../../core/entity.ts";
import type { Clock } from "../../core/command.ts";
import type { OutageMailData } from "./outage-template.ts";
import type { WaitingMailTurn } from "../../store/deliveries/waiting-mail.ts";
import type { MailContent } from "./layout.ts";
import type { MailLanguage } from "./operator-text.ts";
import type { MailFile } from "../settings.ts";
import type { renderAddressChangeMail, ReportSummary, ViewSummary } from "./operator-templates.ts";
import type { renderTranscriptMail } from "./visitor-templates.ts";

/** A waiting chat as it is when the email about it is sent. */
interface WaitingChatDetails {
  readonly isWaiting: boolean;
  /** The operator who got the chat and has not opened it since (CORE-341), or null. */
  readonly assigned: { readonly to: NamedRef; readonly by: NamedRef } | null;
  readonly visitor: string;
  readonly channel: string;
  readonly since: number;
  /** The last message of the visitor. */
  readonly text: string;
}
/** Data for emails, loaded when they are sent. */
export interface MailRenderDeps {
  readonly clock: Clock;
  /** Returns the public URL of the installation (CFG-002), without a slash at the end. */
  readonly publicUrl: () => string;
  readonly language: (account: number) => Promise<MailLanguage>;
  readonly recipients: MailRecipients;
  readonly unsubscribe: UnsubscribeLinks;
  /**
   * Returns the outage of an endpoint. Returns null if the endpoint has recovered, or its owner was
   * disabled or deleted.
   */
  readonly outage: (
    account: number,
    endpointId: number,
    kind: "endpoint_failing" | "endpoint_off",
  ) => Promise<OutageDetails | null>;
  readonly changes: SettingsChanges;
  /** Returns whether no operator has handled the offline message yet. */
  readonly isOfflineMessageNew: (account: number, id: number) => Promise<boolean>;
  readonly waiting: WaitingChats;
  /**
   * Returns the answers of a chat from the given message on that were written before `until` (ms
   * since 1970), and where to send them. Null: the visitor no longer gets them by email.
   */
  readonly answers: (
    account: number,
    chatId: number,
    range: { readonly fromSeq: number; readonly until: number },
  ) => Promise<ChatAnswers | null>;
  /**
   * Returns the address at which a reply to an email reaches a conversation (MAIL-039), and the
   * token for its Message-ID. Null: the account has no mail channel, so replies are not read.
   */
  readonly replyAddress: (account: number, target: ReplyTarget) => Promise<ReplyAddress | null>;
  /** Returns a conversation as its visitor saw it, or null if it no longer exists. */
  readonly transcript: (account: number, chatId: number) => Promise<Conversation | null>;
}
/** A scheduled report as it is emailed. */
type ScheduledReportMail = {
  readonly name: string;
  readonly recipients: readonly string[];
  readonly file: MailFile;
} & (ReportTableMail | { readonly view: ViewSummary });
interface ReportTableMail extends ReportSummary {
  /** Filters of the page of the report, as in its address. */
  readonly filter: Readonly<Record<string, string>>;
  /** Whether its numbers are on the page of SLA policies. */
  readonly isSla: boolean;
}
/** An agent that stopped by itself (AGENT-060). */
interface StoppedAgent {
  readonly name: string;
  readonly reason: "hand_overs" | "ratings";
}
/** Reads changed settings about which operators get an email. */
interface SettingsChanges {
  /**
   * Returns the outbound addresses that a resource got at about this time, or null if there are
   * none (CORE-251).
   */
  readonly addresses: (
    account: number,
    changed: ChangedResource,
    at: number,
  ) => Promise<AddressChange | null>;
  /** Returns the name of a rule that has switched itself off, or null if it runs again. */
  readonly failedRule: (account: number, id: number) => Promise<string | null>;
  /** Returns an agent that stopped by itself, or null if its state was set again. */
  readonly stoppedAgent: (account: number, id: number) => Promise<StoppedAgent | null>;
  /**
   * Returns the scheduled report of an email. null: it or its view was deleted, or its owner may no
   * longer use them.
   */
  readonly scheduledReport: (
    account: number,
    deliveryId: number,
  ) => Promise<ScheduledReportMail | null>;
}
/** Reads waiting chats, and merges the emails about them. */
interface WaitingChats {
  readonly find: (account: number, id: number) => Promise<WaitingChatDetails | null>;
  /** Decides which of the operators get the email of a delivery now (CORE-365). */
  readonly claim: (
    account: number,
    delivery: { readonly id: number; readonly createdAt: number },
    operators: readonly number[],
  ) => Promise<WaitingMailTurn>;
  /**
   * Lists since when each chat waits that operators were already mailed about, with the operators
   * who may take it and want these emails.
   */
  readonly list: (account: number) => Promise<readonly WaitingChatTime[]>;
}
interface WaitingChatTime {
  readonly id: number;
  readonly since: number;
  readonly operators: readonly number[];
}
/** Finds the operators who get an email. */
interface MailRecipients {
  /** Returns those of the given operators who are active, with the language of their emails. */
  readonly list: (
    account: number,
    operators: readonly number[],
  ) => Promise<readonly MailRecipient[]>;
  /** Returns who wants emails about failing endpoints among owners to developers (CORE-112). */
  readonly listForOutage: (account: number) => Promise<readonly MailRecipient[]>;
  /** Returns the active owners, who are notified of new outbound addresses (CORE-251). */
  readonly listOwners: (account: number) => Promise<readonly MailRecipient[]>;
  /** Returns the active owners and administrators, who are notified of rules (RULE-027). */
  readonly listManagers: (account: number) => Promise<readonly MailRecipient[]>;
  /** Returns the operators who want an email about an offline message. */
  readonly findForOfflineMessage: (
    account: number,
    message: OfflineMessage,
  ) => Promise<readonly number[]>;
  /** Returns those of the given operators who get reminders by email (CORE-035). */
  readonly filterByReminders: (
    account: number,
    operators: readonly number[],
  ) => Promise<readonly number[]>;
}
/** Unsubscriptions from the account's emails (CORE-163). */
export interface UnsubscribeLinks {
  readonly isUnsubscribed: (account: number, address: string) => Promise<boolean>;
  readonly createUrl: (account: number, address: string, language: string) => string;
}
/** An operator of the account who gets an email. */
export interface MailRecipient {
  readonly id: number;
  readonly email: string;
  readonly language: MailLanguage;
}
type OutageDetails = Omit<OutageMailData, "url" | "settingsUrl"> & {
  readonly endpointId: number;
  readonly ownerId: number;
};
/** The changed resource of a `settings_changed` journal entry. */
export interface ChangedResource {
  readonly kind: string;
  readonly id: number | null;
}
type AddressChange = Omit<
  Parameters<typeof renderAddressChangeMail>[1],
  "settingsUrl" | "auditUrl"
>;
type Conversation = Omit<Parameters<typeof renderTranscriptMail>[1], "stopUrl" | "canReply"> & {
  /** Language of the visitor's chat window, or null if it is unknown. */
  readonly language: string | null;
  readonly visitorAddresses: readonly string[];
};

/** The conversation that a reply continues: a chat, or a visitor without one. */
export type ReplyTarget = { readonly chat: number } | { readonly visitor: number };
export interface ReplyAddress {
  readonly address: string;
  readonly token: string;
}
/** Answers of a chat whose visitor last wrote by email. */
interface ChatAnswers {
  readonly to: string;
  readonly channel: string;
  readonly language: string | null;
  readonly messages: readonly {
    readonly author: string;
    readonly isBot: boolean;
    readonly text: string;
  }[];
}

export interface AddressedMail extends MailContent {
  readonly to: readonly string[];
  readonly fromName?: string;
  readonly isAutomatic: boolean;
  /** Link that stops further emails, if the recipient is a visitor. */
  readonly stopUrl?: string;
  /**
   * Identifies the email among those of a delivery, even if the recipients have changed. Absent if
   * the delivery has only one email.
   */
  readonly part?: string;
  readonly attachments?: readonly MailFile[];
  /** Where replies go, if they are read. */
  readonly reply?: ReplyAddress | undefined;
}
/** The emails of a delivery: one, or one per language of the recipients. */
export type RenderedMails = readonly [AddressedMail, ...AddressedMail[]];
