import { expect, test } from "vitest";
import { renderAnswerMail, renderTranscriptMail } from "./visitor-templates.ts";

const languages = ["ar", "de", "en", "es", "fr", "pt", "ru", "tr", "uk", "zh"];
const channel = "Rose & Son";
const stopUrl = "https://chat.example/stop-mail/x";
const answer = {
  subject: "Re: Size 42",
  text: "It is back.",
  quoted: "Is size 42 back?",
  operator: "Ines",
  channel,
  canReply: false,
  stopUrl,
};
const entry = {
  at: "2026-11-20T10:00:00.000Z",
  by: "visitor" as const,
  name: "Nadia",
  text: "Hello",
};
const transcript = {
  channel,
  canReply: false,
  stopUrl,
  zone: "UTC",
  isCut: false,
  entries: [entry],
};

/** Returns the paragraph before the unsubscribe link. */
const getLastParagraph = (text: string): string => text.trimEnd().split("\n\n").at(-2) ?? "";

test("[CORE-110] [CORE-111] [CORE-238] [CORE-240] an answer and a conversation say in each language that replies are not read, and how to continue", () => {
  const letters = languages.map(
    (language) =>
      [renderAnswerMail(language, answer), renderTranscriptMail(language, transcript)] as const,
  );
  for (const [answered, conversation] of letters) {
    const words = getLastParagraph(answered.text);
    expect(words).toContain(channel);
    expect(getLastParagraph(conversation.text)).toBe(words);
    for (const { html } of [answered, conversation])
      expect(html).toContain(words.replace("&", "&amp;"));
  }
  const [english] = letters[languages.indexOf("en")] ?? [];
  expect(getLastParagraph(english?.text ?? "")).toBe(
    "Replies to this email are not read. To continue, open the chat with Rose & Son where you wrote before.",
  );
  expect(new Set(letters.map(([{ text }]) => getLastParagraph(text))).size).toBe(languages.length);
});

test("[CORE-238] [CORE-240] an email to which replies are read does not say that they are not", () => {
  const mails = [
    renderAnswerMail("en", { ...answer, canReply: true }),
    renderTranscriptMail("en", { ...transcript, canReply: true }),
  ];
  for (const { text } of mails) {
    expect(text).not.toContain("are not read");
    expect(text).toContain(stopUrl);
  }
});
