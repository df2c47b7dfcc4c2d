import { readFileSync } from "node:fs";
import { expect } from "vitest";
import type { ParsedMail } from "../../src/edges/mail/format/parse/index.ts";

/** Returns the bytes of a mail in the folder `received`. */
export const readReceivedMail = (name: string): Buffer =>
  readFileSync(new URL(`received/${name}.eml`, import.meta.url));

/** Mails as customers sent them: the file, the text, and what else matters. */
export const receivedMails: readonly (readonly [
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
    {
      guessed: expect.objectContaining({ charset: "windows-1251" }) as ParsedMail["guessed"],
      faults: ["guessed_charset"],
    },
  ],
  ["charset-in-html", "Добрый день", { guessed: null }],
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
  [
    "indented-paragraphs",
    "Hello, my problem:\n\nThe pump leaks since Monday.\n\nPlease send a new seal. The address is below.\n\n> Mill Lane 4, Oxford",
  ],
  [
    "travel-data",
    "Hello, please change my booking:\n\nFrom: Berlin\nTo: Paris\nDate: 3 May\nSubject: window seat\n\nThe new date should be 5 May. Thank you!",
  ],
  [
    "dashes-between-paragraphs",
    "Order details\n--\nSize: 42\nColour: blue\n--\nPlease confirm both.",
  ],
  ["only-quote-signs", "> please send it to the office\n> please gift wrap it"],
  [
    "signed-smime",
    "Please send the signed contract back.",
    { faults: ["signature_not_checked", "no_message_id", "invalid_date"] },
  ],
];
