import { factPart, renderLayout, type MailContent } from "./layout.ts";
import { createTimeFormat, operatorMailText, type MailLanguage } from "./operator-text.ts";
import { toOneLine } from "../one-line.ts";

/** Renders an email about an offline message, for the operators who want it (CORE-110). */
export function renderOfflineMessageMail(
  language: MailLanguage,
  mailData: {
    readonly channel: string;
    readonly name: string;
    readonly email: string;
    readonly phone: string;
    readonly department: string | null;
    readonly page: string | null;
    readonly text: string;
    readonly url: string;
  },
): MailContent {
  const texts = operatorMailText[language];
  const senderName = mailData.name || mailData.email || mailData.phone;
  return renderLayout(texts.offlineSubject(senderName, mailData.channel), [
    { kind: "line", text: texts.offlineText(mailData.channel) },
    ...factPart(texts.name, mailData.name),
    ...factPart(texts.email, mailData.email),
    ...factPart(texts.phone, mailData.phone),
    ...factPart(texts.department, mailData.department ?? ""),
    ...factPart(texts.page, mailData.page ?? ""),
    { kind: "said", text: mailData.text },
    { kind: "link", text: texts.open, with: mailData.url },
  ]);
}

/**
 * Renders an email about a chat that no operator accepts (CORE-035). `text`: last message of the
 * visitor, or "" if the recipient may not see it.
 */
export function renderWaitingChatMail(
  language: MailLanguage,
  mailData: {
    readonly visitor: string;
    readonly channel: string;
    readonly minutes: number;
    /** The operator who got the chat and has not opened it, or null if nobody has it. */
    readonly operator: string | null;
    readonly text: string;
    readonly url: string;
  },
): MailContent {
  const texts = operatorMailText[language];
  return renderLayout(texts.waitingSubject(mailData.visitor, mailData.channel), [
    {
      kind: "line",
      text:
        mailData.operator === null
          ? texts.waitingText(mailData.visitor, mailData.minutes)
          : texts.unopenedText(mailData.visitor, mailData.operator),
    },
    ...(mailData.text === "" ? [] : [{ kind: "said" as const, text: mailData.text }]),
    { kind: "link", text: texts.answer, with: mailData.url },
  ]);
}

/** What an email about a chat says that somebody gave or showed to the operator. */
interface ChatOfOperator {
  readonly visitor: string;
  readonly channel: string;
  readonly by: string;
  readonly text: string;
  readonly url: string;
}

/**
 * Renders an email about a chat that somebody gave to the operator (CORE-341). `text`: last message
 * of the visitor.
 */
export const renderAssignedChatMail = (language: MailLanguage, chat: ChatOfOperator): MailContent =>
  renderChatOfOperator(language, chat, ["assignedSubject", "assignedText"]);

/** Renders the email with which an action notifies operators (ACT-038). `text`: of the notice. */
export const renderNoticeMail = (language: MailLanguage, chat: ChatOfOperator): MailContent =>
  renderChatOfOperator(language, chat, ["noticeSubject", "noticeText"]);

function renderChatOfOperator(
  language: MailLanguage,
  { visitor, channel, by, text, url }: ChatOfOperator,
  [subject, line]:
    | readonly ["assignedSubject", "assignedText"]
    | readonly ["noticeSubject", "noticeText"],
): MailContent {
  const texts = operatorMailText[language];
  return renderLayout(texts[subject](by, visitor), [
    { kind: "line", text: texts[line](by, visitor, channel) },
    ...(text === "" ? [] : [{ kind: "said" as const, text }]),
    { kind: "link", text: texts.open, with: url },
  ]);
}

/** Renders an email about several chats that no operator accepts (CORE-365). */
export function renderWaitingChatsMail(
  language: MailLanguage,
  {
    count,
    minutes,
    url,
  }: { readonly count: number; readonly minutes: number; readonly url: string },
): MailContent {
  const texts = operatorMailText[language];
  return renderLayout(texts.waitingChatsSubject(count), [
    { kind: "line", text: texts.waitingChatsText(count, minutes) },
    { kind: "link", text: texts.answer, with: url },
  ]);
}

/** Renders an email with a one-time link to set a password (API-300). */
export function renderLinkMail(
  language: MailLanguage,
  mailData: {
    readonly kind: "invite" | "reset" | "forgot";
    readonly name: string;
    readonly by: string;
    readonly account: string;
    readonly url: string;
    readonly until: string;
  },
): MailContent {
  const texts = operatorMailText[language];
  const isInvite = mailData.kind === "invite";
  return renderLayout(isInvite ? texts.inviteSubject(mailData.account) : texts.resetSubject, [
    { kind: "line", text: texts.hello(mailData.name) },
    {
      kind: "line",
      text: isInvite
        ? texts.inviteText(mailData.by, mailData.account)
        : mailData.kind === "forgot"
          ? texts.forgotText
          : texts.resetText(mailData.by),
    },
    { kind: "link", text: isInvite ? texts.join : texts.setPassword, with: mailData.url },
    { kind: "line", text: texts.once(mailData.until) },
  ]);
}

/**
 * Renders an email about new or changed addresses to which texts of visitors are sent (CORE-251).
 */
export function renderAddressChangeMail(
  language: MailLanguage,
  mailData: {
    readonly kind: "channel" | "bot" | "webhook" | "calls";
    readonly name: string;
    /** Changes of addresses, newest first. */
    readonly changes: readonly {
      readonly address: string;
      readonly by: string;
      readonly at: number;
    }[];
    readonly zone: string;
    readonly settingsUrl: string;
    readonly auditUrl: string;
  },
): MailContent {
  const texts = operatorMailText[language];
  const time = createTimeFormat(language, mailData.zone);
  const endpointName = texts.endpoint[mailData.kind](toOneLine(mailData.name));
  return renderLayout(texts.addressSubject(endpointName), [
    { kind: "line", text: texts.addressText(endpointName) },
    ...mailData.changes.flatMap((change) => [
      ...factPart(texts.address, change.address),
      ...factPart(texts.changedBy, toOneLine(change.by)),
      ...factPart(texts.time, `${time.format(change.at)} (${mailData.zone})`),
    ]),
    { kind: "line", text: texts.addressAdvice },
    { kind: "link", text: texts.seeSettings, with: mailData.settingsUrl },
    { kind: "link", text: texts.seeAudit, with: mailData.auditUrl },
  ]);
}

/** Renders an email about a rule that switched itself off (RULE-027). */
export function renderFailedRuleMail(
  language: MailLanguage,
  { name, url }: { readonly name: string; readonly url: string },
): MailContent {
  const texts = operatorMailText[language];
  return renderLayout(texts.ruleOffSubject(name), [
    { kind: "line", text: texts.ruleOffText(name) },
    { kind: "link", text: texts.seeRule, with: url },
  ]);
}

/** Renders an email about an agent that stopped by itself (AGENT-060). */
export function renderStoppedAgentMail(
  language: MailLanguage,
  {
    name,
    reason,
    url,
  }: {
    readonly name: string;
    readonly reason: "hand_overs" | "ratings";
    readonly url: string;
  },
): MailContent {
  const texts = operatorMailText[language];
  return renderLayout(texts.agentStoppedSubject(name), [
    { kind: "line", text: texts.agentStoppedText(name, reason) },
    { kind: "link", text: texts.seeAgent, with: url },
  ]);
}

/** The content of a scheduled report that its email shows. */
export interface ReportSummary {
  readonly period: { readonly from: string; readonly to: string };
  readonly figures: readonly { readonly name: ReportFigureName; readonly value: number }[];
}
type ReportFigureName = keyof (typeof operatorMailText)["en"]["reportFigures"];
/** Renders the email of a scheduled report. The table is a file of the email (REP-003). */
export function renderReportMail(
  language: MailLanguage,
  { name, period, figures, url }: ReportSummary & { readonly name: string; readonly url: string },
): MailContent {
  const texts = operatorMailText[language];
  return renderLayout(texts.reportSubject(name, period.from, period.to), [
    { kind: "line", text: texts.reportText(name, period.from, period.to) },
    ...figures.map((figure) => ({
      kind: "line" as const,
      text: `${texts.reportFigures[figure.name]}: ${figure.value}`,
    })),
    { kind: "link", text: texts.seeReport, with: url },
  ]);
}

/** The saved view of a scheduled report as its email shows it. */
export interface ViewSummary {
  readonly id: number;
  readonly name: string;
  /** Day on which its chats were listed. */
  readonly day: string;
  /** Number of chats in the file. `isCut`: the view has more. */
  readonly chats: number;
  readonly isCut: boolean;
}
/** Renders the email of a scheduled report with the chats of a view (REP-008). */
export function renderViewMail(
  language: MailLanguage,
  { name, view, url }: { readonly name: string; readonly view: ViewSummary; readonly url: string },
): MailContent {
  const texts = operatorMailText[language];
  const { day, chats, isCut } = view;
  return renderLayout(texts.reportSubject(name, day, day), [
    { kind: "line", text: texts.viewText(view.name, day) },
    { kind: "line", text: `${texts.reportFigures.chats}: ${chats}` },
    ...(isCut ? [{ kind: "line" as const, text: texts.viewCut(chats) }] : []),
    { kind: "link", text: texts.seeView, with: url },
  ]);
}

/**
 * Renders an email with a code that proves the address of a channel (CON-068). It contains no text
 * of the account, because the recipient may not know it.
 */
export function renderAddressCodeMail(
  language: MailLanguage,
  { code, url }: { readonly code: string; readonly url: string },
): MailContent {
  const texts = operatorMailText[language];
  return renderLayout(texts.addressCodeSubject(code), [
    { kind: "line", text: texts.addressCodeText(url) },
    { kind: "line", text: code },
    { kind: "line", text: texts.addressCodeAdvice },
  ]);
}

/** Renders the test email of the mail settings. */
export function renderTestMail(language: MailLanguage, url: string): MailContent {
  const texts = operatorMailText[language];
  return renderLayout(texts.testSubject, [
    { kind: "line", text: texts.testText },
    { kind: "line", text: url },
  ]);
}
