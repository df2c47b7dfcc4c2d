import { describe, expect, test } from "vitest";
import { parseMail, type ParsedMail } from "../src/edges/mail/format/parse/index.ts";
import { buildDefectFixtures } from "./mail-fixtures/defects.ts";
import { readReceivedMail, receivedMails } from "./mail-fixtures/received.ts";

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

describe("mails of customers", () => {
  const cases = receivedMails.map((mail) => [mail[0], mail] as const);
  test.each(cases)("[MAIL-014] [MAIL-017] %s", async (name, [, text, more = {}]) => {
    const mail = await parseMail(readReceivedMail(name), options);
    expect(mail).toMatchObject({ text, quote: "", signature: "", ...more });
    if (name.startsWith("raw-subject")) expect(listFiles(mail)).toEqual(["ご注文.pdf 9"]);
  });
});

/** Own words that look like quotes or signatures: name, headers, body, text. */
const own: readonly (readonly [
  name: string,
  headers: readonly string[],
  body: string,
  text?: string,
])[] = [
  [
    "a route with the labels of a header",
    [],
    "Change my trip:\n\nFrom: Berlin\nTo: Paris\nDate: 3 May\nSubject: window seat\n\nThank you!",
  ],
  [
    "the same in German",
    [],
    "Bitte ändern:\n\nVon: Berlin\nAn: Paris\nDatum: 3. Mai\nBetreff: Fensterplatz\n\nDanke!",
  ],
  [
    "the same in an answer",
    ["In-Reply-To: <m1@shop.example>"],
    "Change my trip:\n\nFrom: Berlin\nTo: Paris\nDate: 3 May\nSubject: window seat\n\nThank you!",
  ],
  ["quote signs throughout", [], "> please send it to the office\n> please gift wrap it"],
  ["quote signs at the end", [], "My address:\n\n> Mill Lane 4\n> Oxford"],
  ["quote signs at the beginning", [], "> npm install shop\n\nThis fails. Why?"],
  ["an answer that is only a quote", ["In-Reply-To: <m1@shop.example>"], "> Is the address right?"],
  [
    "dashes around a list",
    [],
    "Order details\n--\nSize: 42\nColour: blue\n--\nPlease confirm both.",
  ],
  [
    "dashes above the last paragraph",
    [],
    "Option one costs 10 euros.\n--\nOption two costs 20 euros. Which one is better?",
  ],
  [
    "only a signature",
    [],
    "-- \nAnn Lee\nPhone +44 20 7946 0123",
    "--\nAnn Lee\nPhone +44 20 7946 0123",
  ],
  [
    "indented paragraphs of Gmail",
    ["Content-Type: text/html"],
    '<p>My problem:</p><blockquote style="margin:0 0 0 40px;border:none;padding:0"><p>The pump leaks.</p></blockquote><p>Thanks.</p>',
    "My problem:\n\nThe pump leaks.\n\nThanks.",
  ],
];

describe("own words that look like an earlier mail or a signature", () => {
  const cases = own.map((mail) => [mail[0], mail] as const);
  test.each(cases)("[MAIL-011] [MAIL-012] [MAIL-118] %s", async (_name, mail) => {
    const [, headers, body, text = body] = mail;
    const raw = [
      "From: Ann Lee <ann@mail.example>",
      "To: support@shop.example",
      "Subject: Order",
      ...headers,
      "",
      body,
    ].join("\n");
    expect(await parseMail(Buffer.from(raw), options)).toMatchObject({
      text,
      quote: "",
      signature: "",
    });
  });

  test("[MAIL-011] a header, a quote and a signature with proof are folded", async () => {
    const parse = (...lines: readonly string[]): Promise<ParsedMail> =>
      parseMail(Buffer.from(["From: Ann Lee <ann@mail.example>", ...lines].join("\n")), options);
    const header =
      "From: Shop <support@shop.example>\nTo: Ann Lee\nDate: 3 May 2026\nSubject: Order";
    expect(
      await parse("To: support@shop.example", "", `Yes.\n\n${header}\n\nIs it right?`),
    ).toMatchObject({ text: "Yes.", quote: `${header}\n\nIs it right?` });
    expect(await parse("Subject: AW: Order", "", "Yes.\n\n> Is it right?")).toMatchObject({
      text: "Yes.",
      quote: "Is it right?",
    });
    expect(await parse("", "Yes.\n--\nAnn Lee\nShop assistant")).toMatchObject({
      text: "Yes.",
      signature: "Ann Lee\nShop assistant",
    });
  });
});
