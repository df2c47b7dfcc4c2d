import { cleanText, cutText, isBlank } from "../../../../core/text.ts";
import { convertHtml, extractText, structureMarkPattern } from "./html-text.ts";
import type { TextChoice } from "./mime/select-parts.ts";
import type { SplitEvidence } from "./split/evidence.ts";
import { splitText, type SplitText } from "./split/index.ts";
import { mailLimits, type MailFault } from "./types.ts";

export interface MailBody extends SplitText {
  readonly html: string | null;
}

/** The text of a mail with its quotes and signature, and the HTML of the sender. */
export interface BodySource {
  readonly text: string;
  readonly html: string | null;
  readonly faults: readonly MailFault[];
}

/** Reads the whole text of a mail (MAIL-010). */
export function readSource(texts: readonly TextChoice[]): BodySource {
  const faults = new Set<MailFault>();
  const html = texts.flatMap((choice) => choice.html).join("<br/>\n");
  const text = toPlainText(joinTexts(texts.map((choice) => readChoice(choice, faults))));
  if (text.length === maxSourceLength) faults.add("text_cut");
  if (html.length > mailLimits.maxHtmlLength) faults.add("html_cut");
  if (text.includes("\ufffd")) faults.add("undecodable_text");
  if (text.includes("-----BEGIN PGP MESSAGE-----")) faults.add("encrypted");
  return {
    text,
    html: html === "" ? null : html.slice(0, mailLimits.maxHtmlLength),
    faults: [...faults],
  };
}

/** Splits the text into what the sender wrote, the quote and the signature. */
export function splitBody(
  source: BodySource,
  evidence: SplitEvidence,
): { readonly body: MailBody; readonly faults: readonly MailFault[] } {
  const faults = new Set<MailFault>(source.faults);
  const cut = (value: string): string => {
    const result = cutText(value, mailLimits.maxTextLength);
    if (result.cut) faults.add("text_cut");
    return result.text;
  };
  const { text, quote, signature, forwarded } = splitText(source.text, evidence);
  const body = {
    text: cut(text),
    quote: cut(quote),
    signature: cut(signature),
    forwarded,
    html: source.html,
  };
  return { body, faults: [...faults] };
}

/**
 * The HTML is preferred, because it marks quotes and does not break lines. The plain text is used
 * if the HTML contains no text, and the words in the HTML if there is no plain text.
 */
function readChoice({ plain, html }: TextChoice, faults: Set<MailFault>): string {
  const converted = html.map((part) => {
    const text = convertHtml(part);
    if (text === null) faults.add("html_too_deep");
    return text ?? "";
  });
  if (!isBlank(converted.join(""))) return converted.join("\n");
  const text = plain.join("\n").replace(structureMarkPattern, "");
  return isBlank(text) ? html.map(extractText).join("\n") : text;
}

/** Joins texts of several parts. Some programs send the same text twice, as plain text and HTML. */
function joinTexts(texts: readonly string[]): string {
  const letters = texts.map((text) => text.replace(/[^\p{L}\p{N}]+/gu, ""));
  return texts
    .filter((_text, index) => letters[index] === "" || letters[index] !== letters[index + 1])
    .join("\n");
}

/** Length of the text that is split, in UTF-16 units. Quotes have further characters. */
const maxSourceLength = 2 * mailLimits.maxTextLength;

/** Removes control characters and invisible spaces, and makes line breaks equal. */
function toPlainText(text: string): string {
  return cleanText(text.slice(0, maxSourceLength))
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replaceAll("\u00a0", " ")
    .replace(/[\u200b\ufeff\u00ad]|(?![\n\t])\p{Cc}/gu, "");
}
