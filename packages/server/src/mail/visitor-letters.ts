import { letter, type Letter } from "./letter.ts";
import { visitorWords } from "./visitor-words.ts";

/**
 * Renders an operator's answer to an offline message in the visitor's language. Quotes the message
 * unless `quoted` is null.
 */
export function answerLetter(
  language: string,
  of: {
    readonly subject: string;
    readonly text: string;
    readonly quoted: string | null;
    readonly operator: string;
    readonly channel: string;
    readonly stopUrl: string;
  },
): Letter {
  const w = visitorWords(language);
  return letter(of.subject, [
    { kind: "line", text: of.text },
    { kind: "line", text: `${of.operator}, ${of.channel}` },
    ...(of.quoted === null
      ? []
      : [
          { kind: "line" as const, text: w.youWrote },
          { kind: "quote" as const, text: of.quoted },
        ]),
    { kind: "line", text: w.noReplies(of.channel) },
    { kind: "link", text: w.notMe, with: of.stopUrl },
  ]);
}

/**
 * Renders an email with a code that proves access to an address (CORE-162). It contains no text of
 * the visitor.
 */
export function codeLetter(language: string, of: { readonly code: string; readonly channel: string; readonly stopUrl: string }): Letter {
  const w = visitorWords(language);
  return letter(w.codeSubject(of.channel), [
    { kind: "line", text: of.code },
    { kind: "line", text: w.codeText },
    { kind: "link", text: w.notMe, with: of.stopUrl },
  ]);
}

/** Renders a transcript for the visitor in their language (CORE-111). */
export function transcriptLetter(
  language: string,
  of: {
    readonly channel: string;
    readonly stopUrl: string;
    /** Time zone of the times. */
    readonly zone: string;
    /** Earlier messages were left out. */
    readonly isCut: boolean;
    readonly entries: readonly {
      readonly at: string;
      readonly by: "visitor" | "operator" | "bot" | "system";
      readonly name: string;
      readonly text: string;
    }[];
  },
): Letter {
  const w = visitorWords(language);
  const time = new Intl.DateTimeFormat(w.locale, { timeZone: of.zone, dateStyle: "medium", timeStyle: "short" });
  const who = (entry: (typeof of.entries)[number]): string => (entry.by === "visitor" ? w.you : entry.name || of.channel);
  return letter(w.transcriptSubject(of.channel), [
    { kind: "line", text: `${w.transcriptText(of.channel)} (${of.zone})` },
    ...(of.isCut ? [{ kind: "line" as const, text: w.transcriptCut }] : []),
    ...of.entries.map((entry) => ({
      kind: "entry" as const,
      text: entry.text,
      with: `${time.format(Date.parse(entry.at))} · ${who(entry)}`,
    })),
    { kind: "line", text: w.noReplies(of.channel) },
    { kind: "link", text: w.notMe, with: of.stopUrl },
  ]);
}
