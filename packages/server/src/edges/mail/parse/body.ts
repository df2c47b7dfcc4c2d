import type { ParsedMail as Email } from "mailparser";
import { cleanText, cutText, isBlank } from "../../../core/text.ts";
import { convertHtml, structureMarkPattern } from "./html-text.ts";
import { splitText, type SplitText } from "./split/index.ts";
import { mailLimits, type MailFault } from "./types.ts";

export interface MailBody extends SplitText {
  readonly html: string | null;
}

/**
 * Reads what the sender wrote (MAIL-010). The HTML is preferred, because it marks quotes and does
 * not break lines. The plain text is used if the HTML contains no text.
 */
export function readBody(
  { html, text }: Pick<Email, "html" | "text">,
  subject: string,
): { readonly body: MailBody; readonly faults: readonly MailFault[] } {
  const faults: MailFault[] = [];
  const cut = (value: string): string => {
    const result = cutText(value, mailLimits.maxTextLength);
    if (result.cut && !faults.includes("text_cut")) faults.push("text_cut");
    return result.text;
  };
  const shown = typeof html === "string" ? html : null;
  const converted = shown === null ? "" : convertHtml(shown);
  if (converted === null) faults.push("html_too_deep");
  const source = toPlainText(
    converted === null || isBlank(converted)
      ? (text ?? "").replace(structureMarkPattern, "")
      : converted,
  );
  const split = splitText(source, subject);
  if (source.length === maxSourceLength) faults.push("text_cut");
  if (shown !== null && shown.length > mailLimits.maxHtmlLength) faults.push("html_cut");
  if (source.includes("\ufffd")) faults.push("undecodable_text");
  return {
    faults,
    body: {
      text: cut(split.text),
      quote: cut(split.quote),
      signature: cut(split.signature),
      forwarded: split.forwarded,
      html: shown?.slice(0, mailLimits.maxHtmlLength) ?? null,
    },
  };
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
