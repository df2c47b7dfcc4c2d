import type { MarkdownNode, Media, Message } from "@parlour/protocol";
import { priorityNames } from "@parlour/protocol/chat-priority";
import { findText, joinTexts } from "../../text/index.ts";
import { toPreview } from "./preview.ts";
import { formatExactTime, formatFullTime } from "../time.ts";
import { routingMessageText } from "./format-routing-message.ts";
import { getLineAuthor } from "./line-author.ts";
import { mediaNameText } from "./media-name-text.ts";
import { systemMessageText } from "./system-message-text.ts";

const t = joinTexts(mediaNameText, systemMessageText);

export function mediaName(type: Media["type"]): string {
  return t(`media.${type}`);
}

/** Formats a message as one line for rows and screen reader announcements. */
export function messagePreview(message: Message): string {
  if (message.line) return formatSystemMessage(message);
  if (message.undone_at) return t("message.undone");
  if (message.deleted_at) return deletedText(message);
  if (message.media && message.text === "")
    return message.media.emoji ?? message.media.file_name ?? mediaName(message.media.type);
  return toPreview(messagePlainText(message));
}

/** Says who deleted a message (CORE-312, CORE-411). */
export const deletedText = (message: Message): string =>
  message.deleted_by
    ? t("message.deleted.by", { name: message.deleted_by.name })
    : t("message.deleted");

/** Returns the plain text of a message, or of a bot's nodes or buttons. */
export function messagePlainText({ text, nodes, title, buttons }: Message): string {
  if (text !== "") return text;
  if (nodes) return nodesToText(nodes);
  return [title ?? "", ...(buttons ?? []).map((button) => button.text)]
    .filter((words) => words !== "")
    .join(" · ");
}

function nodesToText(nodes: readonly MarkdownNode[]): string {
  return nodes.map((node) => (node.type === "text" ? node.text : nodesToText(node.nodes))).join("");
}

/** Failure codes of calls that have a text (CORE-102). */
const callFailureCodes = [
  "no_answer_agent",
  "no_answer_client",
  "busy",
  "wrong_number",
  "balance",
  "provider_error",
  "cancelled",
] as const;

function callFailureText(detail: string): string {
  const knownCode = callFailureCodes.find((reason) => reason === detail);
  return knownCode ? t(`call.${knownCode}`) : detail.replaceAll("_", " ");
}

/** Failure codes of bot requests that have a text (BOT-053). */
const botFailureCodes = [
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

/** Formats a system message in the current language. Unknown codes have the server's text. */
export function formatSystemMessage(message: Message): string {
  const { line } = message;
  const code = line?.code ?? "";
  const formatLine = Object.hasOwn(systemMessageFormatters, code)
    ? systemMessageFormatters[code]
    : undefined;
  return (
    formatLine?.(getLineAuthor(message), line?.detail ?? "", message) ??
    routingMessageText(message) ??
    sendingResultText(code, line?.detail ?? "") ??
    findText(`line.${code}`, toLineValues(message)) ??
    message.text
  );
}

/** Returns the values of the texts of system messages that need no formatter. */
function toLineValues(message: Message): Readonly<Record<string, string>> {
  const { detail = "", to, notice } = message.line ?? {};
  const isTime = !Number.isNaN(Date.parse(detail));
  return {
    name: getLineAuthor(message),
    to: to?.name ?? "",
    operators: notice?.operators.map(({ name }) => name).join(", ") ?? "",
    text: detail,
    why: findText(`handover.${detail}`) ?? detail.replaceAll("_", " "),
    time: isTime ? formatFullTime(detail) : "",
  };
}

const sendingKinds = ["ladder_push", "ladder_mail", "ladder_remind", "transcript_mailed"] as const;
const sendingResults = ["delivered", "delayed", "failed"] as const;

/** Formats the result of an announced email or notification (CORE-190), or null. */
function sendingResultText(code: string, error: string): string | null {
  const kind = sendingKinds.find((candidate) => code.startsWith(`${candidate}_`));
  const result = sendingResults.find((candidate) => code === `${kind}_${candidate}`);
  if (kind === undefined || result === undefined) return null;
  const knownCode = botFailureCodes.find((candidate) => candidate === error);
  const cause =
    knownCode === "timeout"
      ? t("line.sending.timeout")
      : knownCode
        ? t(`why.${knownCode}`)
        : error.replaceAll("_", " ");
  return t(`line.sending.${result}`, { what: t(`line.sending.${kind}`), why: cause });
}

/**
 * Formats a code with the operator's name and the message's detail. Null: use the server's text.
 */
type SystemMessageFormatter = (name: string, detail: string, message: Message) => string | null;
const formatCallStarted: SystemMessageFormatter = (_, detail) =>
  detail === "callback" || detail === "incoming" || detail === "outgoing"
    ? t(`line.call.${detail}`)
    : null;
const formatClosed: SystemMessageFormatter = (name, detail) => {
  if (
    detail === "visitor" ||
    detail === "inactivity" ||
    detail === "blocked" ||
    detail === "channel_deleted"
  )
    return t(`line.closed.${detail}`);
  return detail === "operator" || detail === "rule" || detail === ""
    ? t("line.closed", { name })
    : t("line.closed.reason", { name, reason: detail });
};
const formatBotFailed: SystemMessageFormatter = (_, detail) => {
  const [reason, status] = detail.split(" ");
  const cause = botFailureCodes.find((code) => code === reason);
  if (cause)
    return t("line.bot_failed", { why: t(`why.${cause}`) + (status ? `, HTTP ${status}` : "") });
  return detail === "" ? t("line.bot_failed.plain") : t("line.bot_failed", { why: detail });
};
const systemMessageFormatters: Readonly<Record<string, SystemMessageFormatter>> = {
  left: (name, detail) =>
    t(detail === "deactivated" ? "line.left.deactivated" : "line.left", { name }),
  continued: (name) => (name === "" ? t("line.continued.visitor") : t("line.continued", { name })),
  invitation: (name, text) =>
    name === "" ? t("line.invitation", { text }) : t("line.invitation.by", { name, text }),
  bot_started: (name, detail) =>
    name || detail ? t("line.bot_started", { name: name || detail }) : t("line.bot_started.plain"),
  bot_failed: formatBotFailed,
  tagged: (name, tags) => t("line.tagged", { name, tags }),
  untagged: (name, tags) => t("line.untagged", { name, tags }),
  prioritized: (name, detail) =>
    t(`line.prioritized.${priorityNames.find((priority) => priority === detail) ?? "normal"}`, {
      name,
    }),
  snoozed: (name, until) =>
    until
      ? t("line.snoozed", { name, time: formatFullTime(until) })
      : t("line.snoozed.open", { name }),
  snooze_ended: (name, reason) =>
    reason === "time" || reason === "message" || reason === "operator" || reason === "promise"
      ? t(`line.snooze_ended.${reason}`, { name })
      : null,
  transcript_mailed: (name, to) =>
    name === "" ? t("line.transcript.visitor", { to }) : t("line.transcript", { name, to }),
  rated: (_, detail) => t(detail === "negative" ? "line.rated.negative" : "line.rated.positive"),
  call_started: formatCallStarted,
  call_taken: (name) => t("line.call.taken", { name }),
  call_missed: (name, detail) => t("line.call.missed", { name, why: callFailureText(detail) }),
  call_later: (name, detail) => t("line.call.later", { name, time: formatExactTime(detail) }),
  call_due: () => t("line.call.due"),
  // Early versions wrote `agent` into these system messages.
  call_connected: (_, detail) =>
    t(detail === "operator" || detail === "agent" ? "line.call.agent" : "line.call.client"),
  call_ended: (_, detail) =>
    detail === "" ? t("line.call.ended") : t("line.call.failed", { why: callFailureText(detail) }),
  closed: formatClosed,
};
