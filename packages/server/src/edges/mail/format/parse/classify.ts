import { findHeader } from "./headers.ts";
import type { MailHeader } from "./mime/tree.ts";
import {
  mailLimits,
  markerHeader,
  type DeliveryReport,
  type MailKind,
  type MailParseOptions,
} from "./types.ts";

/**
 * Returns what a mail is (MAIL-020). The kind decides whether a program may answer the mail (RFC
 * 3834 2), never whether a person sees it.
 */
export function classifyMail(
  headers: readonly MailHeader[],
  { report, subject }: { readonly report: DeliveryReport | null; readonly subject: string },
  { markers, address }: MailParseOptions,
): MailKind {
  if (isLoop(headers, markers)) return "loop";
  if (report?.recipients.some(({ action }) => action === "failed") === true) return "bounce";
  const read = (name: string): string => findHeader(headers, name).trim().toLowerCase();
  if (report !== null || isAutoReply(read, subject)) return "auto_reply";
  if (isGenerated(read)) return "automatic";
  if (isNewsletter(read, address)) return "newsletter";
  return asksForNoAnswer(read) ? "no_answer" : "message";
}

function isLoop(headers: readonly MailHeader[], markers: readonly string[]): boolean {
  return (
    headers.some(({ key, value }) => key === markerHeader && markers.includes(value)) ||
    headers.filter(({ key }) => key === "received").length > mailLimits.maxHops
  );
}

/** Returns the first value of a header in lower case, or "". */
type ReadHeader = (name: string) => string;

function isAutoReply(read: ReadHeader, subject: string): boolean {
  return (
    /^auto-replied\b/.test(read("auto-submitted")) ||
    read("precedence") === "auto_reply" ||
    ["x-autoreply", "x-autorespond", "x-auto-reply-from"].some((name) => read(name) !== "") ||
    /^multipart\/report\b/.test(read("content-type")) ||
    (isGenerated(read) && isAnswer(read) && isAbsenceReply(read, subject))
  );
}

/** Whether a program says that it wrote the mail. */
const isGenerated = (read: ReadHeader): boolean =>
  /^auto-(?!replied\b)/.test(read("auto-submitted")) || read("return-path") === "<>";

const isAnswer = (read: ReadHeader): boolean =>
  read("in-reply-to") !== "" || read("references") !== "";

/**
 * Exchange sends absence replies as `auto-generated`, as help desks send the words of their people.
 * Its own header and the start of the subject tell them apart.
 */
const isAbsenceReply = (read: ReadHeader, subject: string): boolean =>
  read("return-path") === "<>" ||
  read("x-ms-exchange-inbox-rules-loop") !== "" ||
  absenceSubjects.test(subject);

const absenceSubjects =
  /^(?:automatic reply|out of office|automatische antwort|abwesenheits(?:notiz|mitteilung)|réponse automatique|respuesta automática|resposta automática|risposta automatica|automatisch antwoord|autosvar|automatiskt svar|automaattinen vastaus|odpowiedź automatyczna|automatická odpověď|otomatik yanıt|автоматический ответ|автоматична відповідь|自動応答|自动答复|자동 회신)/iu;

/**
 * Whether the mail was sent to many people: it can be unsubscribed, and is marked as bulk or comes
 * from a list of another domain. Groups of the own domain forward mails of customers.
 */
function isNewsletter(read: ReadHeader, address: string | undefined): boolean {
  if (read("list-unsubscribe") === "") return false;
  const list = /<([^<>]+)>\s*$/.exec(read("list-id"))?.[1] ?? read("list-id");
  const domain = address?.slice(address.lastIndexOf("@") + 1).toLowerCase();
  const isOwn = domain !== undefined && (list === domain || list.endsWith(`.${domain}`));
  return !isOwn && (list !== "" || /^(?:bulk|junk)$/.test(read("precedence")));
}

function asksForNoAnswer(read: ReadHeader): boolean {
  return (
    /^(?:list|bulk|junk)$/.test(read("precedence")) ||
    /\b(?:all|oof|autoreply)\b/.test(read("x-auto-response-suppress")) ||
    ["list-id", "list-post", "list-unsubscribe"].some((name) => read(name) !== "")
  );
}
