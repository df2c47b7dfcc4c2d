import type { Part } from "./encode.ts";
import type { Language, LanguageTexts } from "./languages.ts";

/** `top`: the answer is above the quote. `inline`: answers are between quoted lines. */
export type ReplyForm = "new" | "top" | "inline" | "bottom" | "forward";

/** What a fixture contains, independent of the program that writes it. */
export interface Content {
  readonly language: Language;
  readonly texts: LanguageTexts;
  readonly form: ReplyForm;
  /** Whether the sender has a company signature. Otherwise, only the program adds one. */
  readonly hasCompanySignature: boolean;
  /** Address of the sender. */
  readonly address: string;
  readonly subject: string;
}

/** A mail as a program writes it, and what a person reads in it. */
export interface ClientMail {
  readonly html?: string;
  readonly plain?: string;
  /** `format=flowed` of the plain text. */
  readonly isFlowed?: boolean;
  readonly encoding?: Part["encoding"];
  /** Uses the old character set of the language if it has all characters. */
  readonly isLegacy?: boolean;
  readonly text: string;
  /** Compared without quote signs and white space. */
  readonly quote: string;
  readonly signature: string;
}

export interface Client {
  readonly name: string;
  readonly mailer?: string;
  readonly languages: readonly Language[];
  readonly forms: readonly ReplyForm[];
  write(content: Content): ClientMail;
}

export const supportName = "Example Support";
export const supportAddress = "support@shop.example";
export const support = `${supportName} <${supportAddress}>`;

/** The paragraphs of the message, of a short forward, or of an answer. */
export function ownParagraphs({ form, texts }: Content): readonly string[] {
  if (form === "forward") return [texts.message[0], texts.message[2]];
  if (form === "bottom" || form === "inline") return texts.answers;
  return texts.message;
}
export const ownText = (content: Content): string => ownParagraphs(content).join("\n\n");
export const earlierText = ({ texts }: Content): string => texts.earlier.join("\n\n");

/** Closing phrase and company signature. The closing phrase is part of the text. */
export const companyText = ({ texts }: Content): string => texts.company.join("\n");
export const closedText = (content: Content): string =>
  content.hasCompanySignature
    ? `${ownText(content)}\n\n${content.texts.closing}`
    : ownText(content);

/** Puts a quote sign before each line. */
export const quoteLines = (text: string, sign = "> "): string =>
  text
    .split("\n")
    .map((line) => (line === "" ? sign.trimEnd() : sign + line))
    .join("\n");
/** Answers between quoted lines, as plain text. */
export function inlineText({ texts }: Content): string {
  const [first, second, third] = texts.earlier;
  const [one, two] = texts.answers;
  return `${quoteLines(`${first}\n\n${second}`)}\n\n${one}\n\n${quoteLines(third)}\n\n${two}`;
}
