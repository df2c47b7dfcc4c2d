import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseMail, type ParsedMail } from "../src/edges/mail/parse/index.ts";
import { buildDefectFixtures } from "./mail-fixtures/defects.ts";

const options = {
  maxBytes: 1024 * 1024,
  receivedAt: Date.UTC(2026, 10, 27),
  authenticationServers: [],
  markers: ["test"],
};
const describeSender = ({ from }: ParsedMail): string | undefined =>
  from === null ? undefined : from.name === "" ? from.address : `${from.name} <${from.address}>`;
const listFiles = (mail: ParsedMail): readonly string[] =>
  mail.attachments.map(({ name, content }) =>
    name === "mail.eml" ? `${name} *` : `${name} ${content.length}`,
  );

describe("mails that are not as they say", () => {
  const fixtures = buildDefectFixtures();

  test("[MAIL-016] at least 60 mails with defects are read", () => {
    expect(new Set(fixtures.map(({ name }) => name)).size).toBe(fixtures.length);
    console.info(`mails with defects: ${fixtures.length}`);
    expect(fixtures.length).toBeGreaterThanOrEqual(60);
  });

  const cases = fixtures.map((fixture) => [fixture.name, fixture] as const);
  test.each(cases)(
    "[MAIL-014] [MAIL-017] [MAIL-018] [MAIL-019] [MAIL-110] [MAIL-111] [MAIL-112] %s",
    async (_name, { raw, text, subject, sender, attachments = [], faults }) => {
      const mail = await parseMail(raw, options);
      expect(mail.text).toBe(text);
      if (subject !== undefined) expect(mail.subject).toBe(subject);
      if (sender !== undefined) expect(describeSender(mail)).toBe(sender);
      expect(listFiles(mail)).toEqual(attachments);
      // None of the mails has a date.
      const noted = mail.faults.filter((fault) => fault !== "invalid_date");
      if (faults !== undefined) expect(noted).toEqual(faults);
    },
  );
});

/** Mails as customers sent them: the file, the text, and what else matters. */
const received: readonly (readonly [
  name: string,
  text: string,
  more?: Readonly<Partial<ParsedMail>>,
])[] = [
  [
    "japanese-without-charset",
    "お世話になっております。注文番号は 4711 です。\nよろしくお願いします。",
    { faults: [] },
  ],
  ["multipart-without-parts", "Please cancel my order 991."],
  ["raw-subject-and-split-file-name", "Größe “M” € 20", { subject: "Rückgabe größer", faults: [] }],
  [
    "cyrillic-without-charset",
    "Здравствуйте, где мой заказ?",
    { guessedCharset: "windows-1251", faults: ["guessed_charset"] },
  ],
  ["charset-in-html", "Добрый день", { guessedCharset: null }],
  [
    "base64-that-is-none",
    "Hello, this text is not base64. Please call me back: 030 1234!",
    { faults: ["broken_encoding"] },
  ],
  ["type-without-subtype", "Only the word text as a type."],
  ["contact-form", "Name: Petra Real\nMessage: Do you ship to Norway?"],
  ["form-with-fixed-id", "First customer question: price of A?"],
  ["form-with-fixed-id-again", "Second customer question: price of B?"],
  ["suppress-all", "Hello, does item 77 fit a 40 mm pipe?"],
  ["suppress-absence", "Could you send the invoice again?"],
  ["auto-generated-form", "Name: Lea\nQuestion: Can I book for two?"],
  ["group-address", "My pump broke after two days, what shall I do?"],
  ["several-recipients", "Please keep my colleague and my boss in the loop."],
  ["answer-with-unsubscribe", "My answer with List-Unsubscribe"],
  ["answer-with-suppress", "My answer with suppress header"],
  ["answer", "A normal answer"],
];

describe("mails of customers", () => {
  const cases = received.map((mail) => [mail[0], mail] as const);
  test.each(cases)("[MAIL-014] [MAIL-017] %s", async (name, [, text, more = {}]) => {
    const url = new URL(`mail-fixtures/received/${name}.eml`, import.meta.url);
    const mail = await parseMail(readFileSync(url), options);
    expect(mail).toMatchObject({ text, quote: "", signature: "", ...more });
    if (name.startsWith("raw-subject")) expect(listFiles(mail)).toEqual(["ご注文.pdf 9"]);
  });
});
