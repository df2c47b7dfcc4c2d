import type { Chat, MarkdownNode, Media, Message } from "@parlour/protocol";
import { t as app } from "../../app/text.ts";
import { nameOf } from "../../state/live-state.ts";
import { i18n } from "../../text/index.ts";
import { exactTime, relativeTime } from "../../ui/Time.tsx";
import type { Reason } from "./mark.ts";
import { t as writing } from "./tags/text.ts";
import { t } from "./text.ts";
import { deskLine } from "./transfer/lines.ts";

/** The shown name of a visitor: what is known of him, else "Anonymous 412" (CH-045). */
export function visitorName(chat: Pick<Chat, "visitor">): string {
  return nameOf(chat) ?? app("visitor.anonymous", { n: chat.visitor.number });
}

/** "now", "2 min", "3 h", "20 Nov". */
export function ago(at: string | number, now: number): string {
  return relativeTime(at, now, { now: t("ago.now"), min: (n) => t("ago.min", { n }), h: (n) => t("ago.h", { n }) });
}

/** "Today", "Yesterday", else the date. */
export function dayName(at: string, now: number): string {
  const day = (ms: number) => new Date(ms).toDateString();
  const of = day(Date.parse(at));
  if (of === day(now)) return t("day.today");
  if (of === day(now - 86_400_000)) return t("day.yesterday");
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return i18n.date(new Date(at), { weekday: "short", day: "numeric", month: "long", ...(!sameYear && { year: "numeric" }) });
}

export function reasonText(reason: Reason): string {
  return "code" in reason ? t(`reason.${reason.code}`) : t("fail.server", { text: reason.said });
}

export function mediaName(type: Media["type"]): string {
  return t(`media.${type}`);
}

/** "412 KB" */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return t("size.b", { n: bytes });
  if (bytes < 1024 * 1024) return t("size.kb", { n: Math.round(bytes / 1024) });
  if (bytes < 1024 ** 3) return t("size.mb", { n: i18n.number(bytes / 1024 ** 2, { maximumFractionDigits: 1 }) });
  return t("size.gb", { n: i18n.number(bytes / 1024 ** 3, { maximumFractionDigits: 1 }) });
}

/** A message in one line, for rows and announcements. */
export function lineOf(message: Message): string {
  if (message.line) return systemText(message);
  if (message.media && message.text === "") return message.media.emoji ?? message.media.file_name ?? mediaName(message.media.type);
  return wordsOfMessage(message).replace(/\s+/g, " ").slice(0, 200);
}

/** Text of a message; of a bot's without a plain fallback what its nodes or buttons say. */
export function wordsOfMessage({ text, nodes, title, buttons }: Message): string {
  if (text !== "") return text;
  if (nodes) return plainNodes(nodes);
  return [title ?? "", ...(buttons ?? []).map((button) => button.text)].filter((words) => words !== "").join(" · ");
}

function plainNodes(nodes: readonly MarkdownNode[]): string {
  return nodes.map((node) => (node.type === "text" ? node.text : plainNodes(node.nodes))).join("");
}

/** Reasons of CORE-102. */
const callFailures = ["no_answer_agent", "no_answer_client", "busy", "wrong_number", "balance", "provider_error", "cancelled"] as const;

function callFailure(detail: string): string {
  const known = callFailures.find((reason) => reason === detail);
  return known ? t(`call.${known}`) : detail.replaceAll("_", " ");
}

/** Outcomes with words of their own (BOT-053). */
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

/** System lines in words of this language; unknown codes keep the server's English. */
export function systemText(message: Message): string {
  const { line } = message;
  const name = line?.by?.name ?? "";
  const detail = line?.detail ?? "";
  switch (line?.code ?? "") {
    case "accepted":
      return t("line.accepted", { name });
    case "joined":
      return t("line.joined", { name });
    case "left":
      return detail === "deactivated" ? t("line.left.deactivated", { name }) : t("line.left", { name });
    case "started":
      return t("line.started", { name });
    case "continued":
      return t("line.continued", { name });
    case "invitation":
      return name === "" ? t("line.invitation", { text: detail }) : t("line.invitation.by", { name, text: detail });
    case "bot_started":
      return name || detail ? t("line.bot_started", { name: name || detail }) : t("line.bot_started.plain");
    case "invited":
    case "invite_unavailable":
    case "invite_expired":
    case "bot_off":
    case "bot_silent":
      return t(`line.${line?.code as "invited"}`);
    case "bot_failed": {
      const why = botFailures.find((code) => code === detail);
      return why
        ? t("line.bot_failed", { why: t(`why.${why}`) })
        : detail
          ? t("line.bot_failed", { why: detail })
          : t("line.bot_failed.plain");
    }
    case "tagged":
    case "untagged":
      return writing(`line.${line?.code as "tagged"}`, { name, tags: detail });
    case "rating_asked":
      return writing("line.rating_asked", { name });
    case "transcript_mailed":
      return line?.by ? writing("line.transcript", { name, to: detail }) : writing("line.transcript.visitor", { to: detail });
    case "rated":
      return writing(detail === "negative" ? "line.rated.negative" : "line.rated.positive");
    case "crm_assigned":
      return t("line.crm_assigned", { name });
    case "call_started":
      return detail === "callback" || detail === "incoming" || detail === "outgoing" ? t(`line.call.${detail}`) : message.text;
    case "call_taken":
      return t("line.call.taken", { name });
    case "call_missed":
      return t("line.call.missed", { name, why: callFailure(detail) });
    case "call_later":
      return t("line.call.later", { name, time: exactTime(detail) });
    case "call_due":
      return t("line.call.due");
    case "call_connected":
      // Lines of the first versions say `agent`.
      return t(detail === "operator" || detail === "agent" ? "line.call.agent" : "line.call.client");
    case "call_ended":
      return detail === "" ? t("line.call.ended") : t("line.call.failed", { why: callFailure(detail) });
    case "closed":
      if (detail === "visitor" || detail === "inactivity" || detail === "blocked" || detail === "channel_deleted")
        return t(`line.closed.${detail}`);
      return detail === "operator" || detail === "" ? t("line.closed", { name }) : t("line.closed.reason", { name, reason: detail });
    default:
      return deskLine(message) ?? message.text;
  }
}
