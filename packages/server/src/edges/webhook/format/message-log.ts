import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { WebhookMessage } from "@parlour/protocol/webhook";
import type { LogMessage } from "../event-data.ts";

/** The chat history in the three formats of `chat_finished` (WH-028, WH-029). */

export interface MessageLog {
  readonly messages: readonly WebhookMessage[];
  readonly plain: string;
  readonly html: string;
  readonly isTruncated: boolean;
}

export interface LogFormat {
  /** IANA name of the time zone. */
  readonly timezone: string;
  /** Name that is shown for a visitor without a name (CH-045). */
  readonly anonymous: string;
}

/**
 * Creates a log that collects messages, newest first, while their three formats fit into
 * `maxBytes` of JSON (WH-033). `add` returns false if a message does not fit.
 */
export function createMessageLog(
  maxBytes: number,
  format: LogFormat,
): { add(message: LogMessage): boolean; end(isTruncated: boolean): MessageLog } {
  const time = createTimeFormatter(format.timezone);
  const entries: { wire: WebhookMessage; plain: string; html: string }[] = [];
  let remainingBytes = maxBytes;
  return {
    add(message) {
      const formatted = {
        wire: serializeMessage(message),
        ...formatLines(message, time(message.at), format.anonymous),
      };
      // Each formatted line is counted with two quotes, which is the size of its line break. The
      // message needs one comma more.
      const size =
        countJsonBytes(formatted.wire) +
        countJsonBytes(formatted.plain) +
        countJsonBytes(formatted.html) +
        1;
      if (size > remainingBytes) return false;
      remainingBytes -= size;
      entries.push(formatted);
      return true;
    },
    end(isTruncated) {
      const ordered = entries.toReversed();
      return {
        messages: ordered.map(({ wire }) => wire),
        plain: ordered.map(({ plain }) => plain).join("\n"),
        html: ordered.map(({ html }) => html).join("\n"),
        isTruncated,
      };
    },
  };
}

function countJsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value), "utf8");
}

function serializeMessage({ author, text, at, isBlacklisted }: LogMessage): WebhookMessage {
  const timestamp = Math.floor(at / 1_000);
  if (author.kind === "visitor")
    return {
      message: text,
      timestamp,
      type: "visitor",
      ...omitAbsent({ blacklisted: isBlacklisted }),
    };
  return {
    message: text,
    timestamp,
    type: "agent",
    agent_id: author.kind === "operator" ? (author.id ?? 0) : 0,
  };
}

function formatLines(
  { author, text }: LogMessage,
  time: string,
  anonymous: string,
): { plain: string; html: string } {
  const name = author.name === "" && author.kind === "visitor" ? anonymous : author.name;
  return {
    // Each message is one line, because a line break in the text would look like another message.
    plain: `${time} ${toOneLine(name)}: ${toOneLine(text)}`,
    html: `<p><time>${time}</time> <b>${escapeHtml(name)}</b>: ${escapeHtml(text).replaceAll(/\r\n|[\n\r\u2028\u2029]/g, "<br>")}</p>`,
  };
}
function toOneLine(text: string): string {
  return text.replaceAll(/\r\n|[\n\r\u2028\u2029]/g, " ");
}
function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

/** Returns a function that formats a time as `YYYY-MM-DD HH:MM:SS` in the account's time zone. */
function createTimeFormatter(timezone: string): (ms: number) => string {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone: timezone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  });
  return (ms) => {
    const part: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
    for (const { type, value } of format.formatToParts(ms)) part[type] = value;
    return `${part.year?.padStart(4, "0")}-${part.month}-${part.day} ${part.hour}:${part.minute}:${part.second}`;
  };
}
