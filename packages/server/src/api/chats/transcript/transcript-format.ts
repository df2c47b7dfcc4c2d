import { createHash } from "node:crypto";
import type { ChatEntity, Message } from "../../../core/entity.ts";
import { describeVisitor } from "../../../core/visitor/resolve.ts";

/** Format of a transcript: the text before the messages, of each message, and after them. */
export interface TranscriptFormat {
  readonly type: "text/plain" | "text/html";
  /** Sources of scripts that the page may run, for its Content-Security-Policy. */
  readonly scripts?: string;
  readonly head: string;
  readonly foot: string;
  readonly formatMessage: (message: Message) => string;
}

export function createTextFormat(chat: ChatEntity, zone: string): TranscriptFormat {
  const time = createTimeFormatter(zone);
  const facts = listFacts(chat, time, zone).map(([name, value]) => `${name}: ${toOneLine(value)}`);
  return {
    type: "text/plain",
    head: `${facts.join("\r\n")}\r\n\r\n`,
    foot: "",
    formatMessage: (message) => {
      const author =
        message.author.kind === "system"
          ? "*"
          : `${toOneLine(getAuthorName(message))} (${getMarks(message).join(", ")}):`;
      // Line breaks are indented, so that no message can imitate another one.
      return `[${time(message.created_at)}] ${author} ${formatBody(message).replaceAll(/\r\n|[\r\n\u2028\u2029]/gu, "\r\n    ")}\r\n`;
    },
  };
}

/** Opens the print dialog of the browser. It contains no data. */
const printScript = "print()";
const printScriptHash = createHash("sha256").update(printScript).digest("base64");

/** Returns the format of the page with which the browser prints a transcript. */
export function createPrintFormat(chat: ChatEntity, zone: string): TranscriptFormat {
  const page = createHtmlFormat(chat, zone);
  return {
    ...page,
    scripts: `'sha256-${printScriptHash}'`,
    foot: `<script>${printScript}</script>${page.foot}`,
  };
}

export function createHtmlFormat(chat: ChatEntity, zone: string): TranscriptFormat {
  const time = createTimeFormatter(zone);
  const facts = listFacts(chat, time, zone).map(
    ([name, value]) => `<dt>${escapeHtml(name)}</dt><dd dir="auto">${escapeHtml(value)}</dd>`,
  );
  const title = escapeHtml(`Chat ${chat.id}`);
  return {
    type: "text/html",
    head: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>body{font:15px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}dl{display:grid;grid-template-columns:auto 1fr;gap:0 1rem}dt{color:#555}dd{margin:0}article{margin:.6rem 0;white-space:pre-wrap;overflow-wrap:anywhere}article p{margin:0}header{color:#555;font-size:13px}.system{color:#555;font-size:13px}.note{background:#fff1c7}@media(prefers-color-scheme:dark){body{background:#121518;color:#eceef0}dt,header,.system{color:#b9bfc5}.note{background:#3b3113}}@media print{body{font-size:10.5pt;max-width:none;margin:0;padding:0;background:#fff;color:#000}dt,header,.system{color:#444}.note{background:none;border-left:2pt solid #888;padding-left:6pt}article{break-inside:avoid}}</style>
</head><body><h1>${title}</h1><dl>${facts.join("")}</dl><main>
`,
    foot: "</main></body></html>\n",
    formatMessage: (message) => {
      const name =
        message.author.kind === "system"
          ? ""
          : `${escapeHtml(getAuthorName(message))} (${getMarks(message).join(", ")}) · `;
      const kind =
        message.author.kind === "system"
          ? "system"
          : message.kind === "note"
            ? "note"
            : message.author.kind;
      return `<article class="${kind}"><header><bdi>${name}</bdi><time datetime="${message.created_at}">${time(message.created_at)}</time></header><p dir="auto">${escapeHtml(formatBody(message))}</p></article>\n`;
    },
  };
}

function listFacts(
  chat: ChatEntity,
  time: (at: string) => string,
  zone: string,
): [string, string][] {
  const { visitor } = chat;
  return [
    ["Chat", String(chat.number ?? chat.id)],
    ["Visitor", describeVisitor(visitor, chat.session)],
    ["Channel", chat.channel.name],
    ["Began", time(chat.created_at)],
    ...(chat.closed_at === null ? [] : ([["Ended", time(chat.closed_at)]] as [string, string][])),
    ...((chat.tags?.length ?? 0) === 0
      ? []
      : ([["Tags", (chat.tags ?? []).map((tag) => tag.name).join(", ")]] as [string, string][])),
    ["Times", zone],
  ];
}

/** Returns a function that formats times in a time zone, such as `2026-11-20 14:05:09`. */
function createTimeFormatter(zone: string): (at: string) => string {
  const format = new Intl.DateTimeFormat("sv-SE", {
    timeZone: zone,
    dateStyle: "short",
    timeStyle: "medium",
  });
  return (at) => format.format(Date.parse(at));
}

function getAuthorName({ author }: Message): string {
  if (author.name !== "") return author.name;
  return author.kind === "visitor" ? "Visitor" : author.kind === "bot" ? "Bot" : "Operator";
}
/** Always with the kind of the author, because operators may choose any name. */
function getMarks({ author, kind, hidden }: Message): readonly string[] {
  return [
    author.kind,
    ...(kind === "note" ? ["note"] : []),
    ...(hidden === true ? ["not shown to the customer"] : []),
  ];
}

function formatBody({ text, title, buttons, media }: Message): string {
  const lines = [
    text === "" ? (title ?? "") : text,
    ...(buttons ?? []).map((button) => `[${button.text}]`),
  ];
  if (media !== undefined) {
    const name =
      [media.file_name, media.title, media.emoji].find((part) => part !== null && part !== "") ??
      "";
    const location =
      media.latitude === null || media.longitude === null
        ? ""
        : `${media.latitude}, ${media.longitude}`;
    lines.push(
      [`(${media.type})`, name, location, media.file ?? ""].filter((part) => part !== "").join(" "),
    );
  }
  return lines.filter((line) => line !== "").join("\n");
}

const toOneLine = (text: string): string => text.replaceAll(/\s+/gu, " ");
const htmlEntities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/gu, (char) => htmlEntities[char] ?? "");
