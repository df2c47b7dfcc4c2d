import type { MarkdownNode, Media, Message } from "@parlour/protocol";
import { i18n } from "../../text/index.ts";
import { exactTime, relativeTime } from "../../ui/Time.tsx";
import type { Reason } from "./mark.ts";
import { t as writing } from "./tags/text.ts";
import { t } from "./text.ts";
import { deskLine } from "./transfer/lines.ts";

/** Formats an age as "now", "2 min", "3 h", "20 Nov". */
export function ago(at: string | number, now: number): string {
  return relativeTime(at, now, { now: t("ago.now"), min: (n) => t("ago.min", { n }), h: (n) => t("ago.h", { n }) });
}

/** Formats a day as "Today", "Yesterday" or a date. */
export function dayName(at: string, now: number): string {
  const of = new Date(at).toDateString();
  const passed = new Date(now);
  if (of === passed.toDateString()) return t("day.today");
  // Calendar day, because a day with a clock change has 23 or 25 hours.
  passed.setDate(passed.getDate() - 1);
  if (of === passed.toDateString()) return t("day.yesterday");
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return i18n.date(new Date(at), { weekday: "short", day: "numeric", month: "long", ...(!sameYear && { year: "numeric" }) });
}

export function reasonText(reason: Reason): string {
  return "code" in reason ? t(`reason.${reason.code}`) : t("fail.server", { text: reason.said });
}

export function mediaName(type: Media["type"]): string {
  return t(`media.${type}`);
}

/** Formats a size such as "412 KB". */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return t("size.b", { n: bytes });
  if (bytes < 1024 * 1024) return t("size.kb", { n: Math.round(bytes / 1024) });
  if (bytes < 1024 ** 3) return t("size.mb", { n: i18n.number(bytes / 1024 ** 2, { maximumFractionDigits: 1 }) });
  return t("size.gb", { n: i18n.number(bytes / 1024 ** 3, { maximumFractionDigits: 1 }) });
}

/** Formats a message as one line, for rows and announcements. */
export function lineOf(message: Message): string {
  if (message.line) return systemText(message);
  if (message.media && message.text === "") return message.media.emoji ?? message.media.file_name ?? mediaName(message.media.type);
  return wordsOfMessage(message).replace(/\s+/g, " ").slice(0, 200);
}

/** Returns the plain text of a message. A bot message without it uses its nodes or buttons. */
export function wordsOfMessage({ text, nodes, title, buttons }: Message): string {
  if (text !== "") return text;
  if (nodes) return plainNodes(nodes);
  return [title ?? "", ...(buttons ?? []).map((button) => button.text)].filter((words) => words !== "").join(" · ");
}

function plainNodes(nodes: readonly MarkdownNode[]): string {
  return nodes.map((node) => (node.type === "text" ? node.text : plainNodes(node.nodes))).join("");
}

/** Reasons of failed calls with their own texts (CORE-102). */
const callFailures = ["no_answer_agent", "no_answer_client", "busy", "wrong_number", "balance", "provider_error", "cancelled"] as const;

function callFailure(detail: string): string {
  const known = callFailures.find((reason) => reason === detail);
  return known ? t(`call.${known}`) : detail.replaceAll("_", " ");
}

/** Outcomes of bot requests with their own texts (BOT-053). */
const botFailures = [
  "timeout",
  "http_error",
  "refused",
  "bad_reply",
  "dns_failed",
  "connect_failed",
  "tls_failed",
  "private_address",
  "reply_too_large",
  "token_failed",
  "interrupted",
  "endpoint_off",
] as const;

/**
 * Formats a system message in the current language. Unknown codes keep the server's English text.
 */
export function systemText(message: Message): string {
  const { line } = message;
  const code = line?.code ?? "";
  const own = Object.hasOwn(lineWords, code) ? lineWords[code] : undefined;
  return (
    own?.(line?.by?.name ?? "", line?.detail ?? "", message) ?? deskLine(message) ?? sendingLine(code, line?.detail ?? "") ?? message.text
  );
}

const sendingKinds = ["ladder_push", "ladder_mail", "ladder_remind", "transcript_mailed"] as const;
const sendingResults = ["delivered", "delayed", "failed"] as const;

/**
 * Formats the result of a mail or notification that an earlier system message started (CORE-190).
 * Null for other codes.
 */
function sendingLine(code: string, error: string): string | null {
  const kind = sendingKinds.find((one) => code.startsWith(`${one}_`));
  const result = sendingResults.find((one) => code === `${kind}_${one}`);
  if (kind === undefined || result === undefined) return null;
  const known = botFailures.find((one) => one === error);
  const why = known === "timeout" ? t("line.sending.timeout") : known ? t(`why.${known}`) : error.replaceAll("_", " ");
  return t(`line.sending.${result}`, { what: t(`line.sending.${kind}`), why });
}

/** Formats a code from the operator's name and its detail. Null: use the server's text. */
type LineWords = (name: string, detail: string, message: Message) => string | null;
const called: LineWords = (_, detail) =>
  detail === "callback" || detail === "incoming" || detail === "outgoing" ? t(`line.call.${detail}`) : null;
const closed: LineWords = (name, detail) => {
  if (detail === "visitor" || detail === "inactivity" || detail === "blocked" || detail === "channel_deleted")
    return t(`line.closed.${detail}`);
  return detail === "operator" || detail === "" ? t("line.closed", { name }) : t("line.closed.reason", { name, reason: detail });
};
const botFailed: LineWords = (_, detail) => {
  const [reason, status] = detail.split(" ");
  const why = botFailures.find((code) => code === reason);
  if (why) return t("line.bot_failed", { why: t(`why.${why}`) + (status ? `, HTTP ${status}` : "") });
  return detail === "" ? t("line.bot_failed.plain") : t("line.bot_failed", { why: detail });
};
const lineWords: Readonly<Record<string, LineWords>> = {
  accepted: (name) => t("line.accepted", { name }),
  joined: (name) => t("line.joined", { name }),
  left: (name, detail) => t(detail === "deactivated" ? "line.left.deactivated" : "line.left", { name }),
  started: (name) => t("line.started", { name }),
  continued: (name) => t("line.continued", { name }),
  invitation: (name, text) => (name === "" ? t("line.invitation", { text }) : t("line.invitation.by", { name, text })),
  greeting: (_name, text) => t("line.greeting", { text }),
  bot_started: (name, detail) => (name || detail ? t("line.bot_started", { name: name || detail }) : t("line.bot_started.plain")),
  invited: () => t("line.invited"),
  invite_unavailable: () => t("line.invite_unavailable"),
  invite_expired: () => t("line.invite_expired"),
  bot_off: () => t("line.bot_off"),
  bot_silent: () => t("line.bot_silent"),
  bot_failed: botFailed,
  tagged: (name, tags) => writing("line.tagged", { name, tags }),
  untagged: (name, tags) => writing("line.untagged", { name, tags }),
  rating_asked: (name) => writing("line.rating_asked", { name }),
  transcript_mailed: (name, to, { line }) =>
    line?.by ? writing("line.transcript", { name, to }) : writing("line.transcript.visitor", { to }),
  rated: (_, detail) => writing(detail === "negative" ? "line.rated.negative" : "line.rated.positive"),
  crm_assigned: (name) => t("line.crm_assigned", { name }),
  call_started: called,
  call_taken: (name) => t("line.call.taken", { name }),
  call_missed: (name, detail) => t("line.call.missed", { name, why: callFailure(detail) }),
  call_later: (name, detail) => t("line.call.later", { name, time: exactTime(detail) }),
  call_due: () => t("line.call.due"),
  // System messages of the first versions contain `agent`.
  call_connected: (_, detail) => t(detail === "operator" || detail === "agent" ? "line.call.agent" : "line.call.client"),
  call_ended: (_, detail) => (detail === "" ? t("line.call.ended") : t("line.call.failed", { why: callFailure(detail) })),
  closed,
};
