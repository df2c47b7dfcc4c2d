import { findHeader } from "./headers.ts";
import type { MailHeader } from "./mime/tree.ts";
import { mailLimits, markerHeader, type DeliveryReport, type MailKind } from "./types.ts";

/**
 * Returns what a mail is (MAIL-020): written by a person, or by a program that must not get an
 * answer (RFC 3834 2).
 */
export function classifyMail(
  headers: readonly MailHeader[],
  report: DeliveryReport | null,
  markers: readonly string[],
): MailKind {
  if (isLoop(headers, markers)) return "loop";
  if (report?.recipients.some(({ action }) => action === "failed") === true) return "bounce";
  if (report !== null || isAutomatic(headers)) return "auto_reply";
  return isList(headers) ? "list" : "message";
}

function isLoop(headers: readonly MailHeader[], markers: readonly string[]): boolean {
  return (
    headers.some(({ key, value }) => key === markerHeader && markers.includes(value)) ||
    headers.filter(({ key }) => key === "received").length > mailLimits.maxHops
  );
}

function isAutomatic(headers: readonly MailHeader[]): boolean {
  const read = (name: string): string => findHeader(headers, name).trim().toLowerCase();
  const submitted = read("auto-submitted");
  return (
    (submitted !== "" && !/^no\b/.test(submitted)) ||
    /\b(?:all|oof|autoreply)\b/.test(read("x-auto-response-suppress")) ||
    /^(?:auto_reply|junk|bulk)$/.test(read("precedence")) ||
    ["x-autoreply", "x-autorespond", "x-auto-reply-from"].some((name) => read(name) !== "") ||
    read("return-path") === "<>" ||
    /^multipart\/report\b/.test(read("content-type"))
  );
}

function isList(headers: readonly MailHeader[]): boolean {
  return (
    headers.some(({ key }) => /^list-(?:id|unsubscribe|post)$/.test(key)) ||
    findHeader(headers, "precedence").trim().toLowerCase() === "list"
  );
}
