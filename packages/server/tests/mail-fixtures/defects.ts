import { encodeText } from "./encode.ts";

/** A mail that is not as it says, and what a person must read in it. */
export interface DefectFixture {
  readonly name: string;
  readonly raw: Buffer;
  readonly text: string;
  readonly subject?: string;
  readonly sender?: string;
  readonly attachments?: readonly string[];
  readonly faults?: readonly string[];
}

const type = (value: string): string => `Content-Type: ${value}`;
const encoding = (value: string): string => `Content-Transfer-Encoding: ${value}`;
const base64 = (text: string): string => Buffer.from(text).toString("base64");

/** Builds a mail. Headers and body may be bytes, or text that is written as UTF-8. */
function build(headers: readonly (string | Buffer)[], body: string | Buffer): Buffer {
  const all = ["From: Ann Lee <ann@mail.example>", "Message-ID: <d1@mail.example>", ...headers];
  return Buffer.concat([
    ...all.flatMap((header) => [Buffer.from(header), Buffer.from("\r\n")]),
    Buffer.from("\r\n"),
    typeof body === "string" ? Buffer.from(body.replaceAll("\n", "\r\n")) : body,
  ]);
}

/** Character sets that the mail does not declare: its name, the text. */
const undeclared: readonly (readonly [string, string])[] = [
  ["windows-1251", "Привет, не работает оплата картой"],
  ["koi8-r", "Здравствуйте, где мой заказ?"],
  ["koi8-u", "Доброго дня, де моє замовлення? Дякую"],
  ["ibm866", "Здравствуйте, когда придёт посылка?"],
  ["iso-8859-5", "Здравствуйте, когда придёт посылка?"],
  ["windows-1252", "Größe 42, bitte schön"],
  ["windows-1252", "Où est mon colis ?"],
  ["windows-1252", "Où est mon colis, déjà payé ?"],
  ["windows-1252", "Perché il pacco non è arrivato?"],
  ["windows-1252", "¿Dónde está mi pedido? Mañana salgo"],
  ["windows-1252", "The price is 20 €, “as agreed”"],
  ["windows-1250", "Dzień dobry, gdzie jest moje zamówienie? Proszę o odpowiedź"],
  ["iso-8859-2", "Prosím o vrácení peněz"],
  ["windows-1254", "Merhaba, siparişim nerede? Teşekkür ederim, iyi günler"],
  ["windows-1253", "Καλημέρα, πού είναι η παραγγελία μου; Ευχαριστώ"],
  ["windows-1255", "שלום, איפה ההזמנה שלי? תודה"],
  ["windows-1256", "مرحبا، أين طلبي؟ شكرا"],
  ["windows-1257", "Laba diena, kur mano užsakymas? Ačiū, širdingai"],
  ["euc-jp", "こんにちは。返品したいです。"],
  ["iso-2022-jp", "お世話になっております。注文番号は4711です。"],
  ["gbk", "你好，我的订单在哪里？谢谢"],
  ["big5", "您好，請問我的訂單在哪裡？謝謝"],
  ["euc-kr", "안녕하세요. 주문한 상품은 언제 도착하나요?"],
  ["utf-8", "Größe 42, 注文"],
];
const charsetFixtures = undeclared.map(([charset, text], index): DefectFixture => {
  // Each form of a missing declaration.
  const forms = [
    [],
    [type("text/plain")],
    [type("text/plain; charset=us-ascii"), encoding("8bit")],
  ];
  return {
    name: `undeclared ${charset} ${index}`,
    raw: build(forms[index % forms.length] ?? [], encodeText(text, charset)),
    text,
    faults: /^(?:utf-8|iso-2022-jp)$/.test(charset) ? [] : ["guessed_charset"],
  };
});

const html = (charset: string, text: string, meta: string): Buffer =>
  encodeText(`<html><head>${meta}</head><body><p>${text}</p></body></html>`, charset);
const otherCharsetFixtures: readonly DefectFixture[] = [
  {
    name: "Shift JIS without declaration",
    raw: build([type("text/plain")], Buffer.from("gqiQophigsmCyILBgsSCqILogtyCt4FC", "base64")),
    text: "お世話になっております。",
    faults: ["guessed_charset"],
  },
  {
    name: "HTML 5 meta element",
    raw: build([type("text/html")], html("koi8-r", "Добрый день", '<meta charset="koi8-r">')),
    text: "Добрый день",
    faults: [],
  },
  {
    name: "meta element beside plain text",
    raw: build(
      [type("text/html"), encoding("8bit")],
      html(
        "euc-kr",
        "주문 취소",
        "<META HTTP-EQUIV=Content-Type CONTENT='text/html; charset=euc-kr'>",
      ),
    ),
    text: "주문 취소",
    faults: [],
  },
  {
    name: "UTF-16 with a byte order mark",
    raw: build(
      [type("text/plain"), encoding("base64")],
      Buffer.from("\ufeffGrüße aus Köln", "utf16le").toString("base64"),
    ),
    text: "Grüße aus Köln",
    faults: [],
  },
  {
    name: "Latin-1 that claims to be UTF-8",
    raw: build(
      [type("text/plain; charset=utf-8")],
      encodeText("Schöne Grüße aus Köln", "windows-1252"),
    ),
    text: "Schöne Grüße aus Köln",
    faults: ["guessed_charset"],
  },
  {
    name: "signs of Windows in ISO-8859-1",
    raw: build(
      [type("text/plain; charset=iso-8859-1"), encoding("quoted-printable")],
      "=93M=94 =80 20",
    ),
    text: "“M” € 20",
    faults: [],
  },
  {
    name: "charset of the subject for a short text",
    raw: build(
      [
        `Subject: =?koi8-r?B?${encodeText("Заказ", "koi8-r").toString("base64")}?=`,
        type("text/plain"),
      ],
      encodeText("Да", "koi8-r"),
    ),
    subject: "Заказ",
    text: "Да",
    faults: ["guessed_charset"],
  },
  {
    name: "unknown charset",
    raw: build(
      [type("text/plain; charset=x-cyrillic-unknown")],
      encodeText("Где мой заказ?", "windows-1251"),
    ),
    text: "Где мой заказ?",
    faults: ["unknown_charset", "guessed_charset"],
  },
  {
    name: "charset with a code page of Windows",
    raw: build([type("text/plain; charset=cp1251")], encodeText("Где мой заказ?", "windows-1251")),
    text: "Где мой заказ?",
    faults: [],
  },
];

const headerFixtures: readonly DefectFixture[] = [
  {
    name: "raw UTF-8 in subject and name",
    raw: build(["Subject: Rückgabe der Größe 42"], "Hello").subarray(
      "From: Ann Lee <ann@mail.example>\r\n".length,
    ),
    subject: "Rückgabe der Größe 42",
    text: "Hello",
  },
  {
    name: "raw Cyrillic subject",
    raw: build(
      [
        Buffer.concat([Buffer.from("Subject: "), encodeText("Вопрос о доставке", "windows-1251")]),
        type("text/plain; charset=windows-1251"),
      ],
      encodeText("Где?", "windows-1251"),
    ),
    subject: "Вопрос о доставке",
    text: "Где?",
    faults: [],
  },
  {
    name: "raw Japanese subject in 7 bits",
    raw: build(
      [Buffer.concat([Buffer.from("Subject: "), encodeText("返品", "iso-2022-jp")])],
      "Hello",
    ),
    subject: "返品",
    text: "Hello",
  },
  {
    name: "UTF-8 address of the sender",
    raw: Buffer.from("From: Jürgen Weiß <jürgen@müller.example>\r\n\r\nHello"),
    sender: "Jürgen Weiß <jürgen@müller.example>",
    text: "Hello",
    faults: ["no_message_id"],
  },
  {
    name: "sender without brackets",
    raw: Buffer.from("From: Ann Lee [mailto:ann@mail.example]\r\n\r\nHello"),
    sender: "Ann Lee <ann@mail.example>",
    text: "Hello",
  },
  {
    name: "sender only in Sender",
    raw: Buffer.from("From: Ann Lee\r\nSender: ann@mail.example\r\n\r\nHello"),
    sender: "Ann Lee <ann@mail.example>",
    text: "Hello",
    faults: ["no_sender", "no_message_id"],
  },
  {
    name: "sender only in Reply-To",
    raw: Buffer.from("From: undisclosed\r\nReply-To: Ann <ann@mail.example>\r\n\r\nHello"),
    sender: "Ann <ann@mail.example>",
    text: "Hello",
  },
  {
    name: "sender only in the return path",
    raw: Buffer.from("Return-Path: <ann@mail.example>\r\nSubject: Order\r\n\r\nHello"),
    sender: "ann@mail.example",
    text: "Hello",
  },
];

const pdf = `--b\n${type('application/pdf; name="a.pdf"')}\n${encoding("base64")}\n\nJVBERi0=\n`;
const structureFixtures: readonly DefectFixture[] = [
  {
    name: "multipart without a boundary parameter",
    raw: build([type("multipart/mixed")], "Please cancel my order 991."),
    text: "Please cancel my order 991.",
    faults: ["broken_structure"],
  },
  {
    name: "multipart whose parts have another boundary",
    raw: build(
      [type("multipart/mixed; boundary=other")],
      `--b\n${type("text/plain")}\n\nThe pump leaks.\n${pdf}--b--\n`,
    ),
    text: "The pump leaks.",
    attachments: ["a.pdf 5"],
    faults: ["broken_structure"],
  },
  {
    name: "multipart without its parameter but with parts",
    raw: build(
      [type("multipart/alternative")],
      `This is a message in parts.\n--=_x\n${type("text/plain; charset=utf-8")}\n\nGrüße\n--=_x--`,
    ),
    text: "Grüße",
    faults: ["broken_structure"],
  },
  {
    name: "parts that end without the last boundary",
    raw: build(
      [type('multipart/mixed; boundary="b"')],
      `--b\n${type("text/plain")}\n\nThe pump leaks.\n${pdf}`,
    ),
    text: "The pump leaks.",
    attachments: ["a.pdf 5"],
  },
  {
    name: "type that is one word",
    raw: build([type("text")], "Only the word text as a type."),
    text: "Only the word text as a type.",
  },
  { name: "type plain", raw: build([type("plain; charset=utf-8")], "Größe"), text: "Größe" },
  { name: "empty type", raw: build([type("")], "Hello there"), text: "Hello there" },
  {
    name: "type of an unknown kind of text",
    raw: build(
      [type("text/x-unknown; charset=iso-8859-1"), encoding("quoted-printable")],
      "Gr=F6=DFe",
    ),
    text: "Größe",
  },
  {
    name: "type without a meaning",
    raw: build([type("application/octet-stream")], "My order is late."),
    text: "My order is late.",
    attachments: [],
  },
  {
    name: "part of an unknown type as the only text",
    raw: build(
      [type("multipart/mixed; boundary=b")],
      `--b\n${type("application/x-text")}\n\nMy order is late.\n--b--`,
    ),
    text: "My order is late.",
    attachments: [],
  },
  {
    name: "plain text beside HTML without alternative",
    raw: build(
      [type("multipart/mixed; boundary=b")],
      `--b\n${type("text/plain")}\n\nFirst the order.\n--b\n${type("text/html")}\n\n<p>Then the price.</p>\n--b--`,
    ),
    text: "First the order.\nThen the price.",
  },
  {
    name: "the same text twice without alternative",
    raw: build(
      [type("multipart/mixed; boundary=b")],
      `--b\n${type("text/plain")}\n\nWhere is my order?\n--b\n${type("text/html")}\n\n<p>Where is <b>my</b> order?</p>\n--b--`,
    ),
    text: "Where is my order?",
  },
  {
    name: "no blank line below the headers",
    raw: Buffer.from(
      "From: ann@mail.example\r\nSubject: Order\r\nWhere is my order?\r\n\r\nThank you",
    ),
    subject: "Order",
    text: "Where is my order?\n\nThank you",
    faults: ["broken_structure", "no_message_id"],
  },
  {
    name: "header whose line was broken without a space",
    raw: Buffer.from(
      "Subject: Order with a\r\nlong subject\r\nFrom: ann@mail.example\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nGrüße",
    ),
    sender: "ann@mail.example",
    text: "Grüße",
  },
  {
    name: "HTML in elements nested too deep",
    raw: build([type("text/html")], `${"<div>".repeat(400)}Where is my order?`),
    text: "Where is my order?",
    faults: ["html_too_deep"],
  },
  {
    name: "HTML with nothing but a picture",
    raw: build(
      [type("text/html")],
      '<img src="https://mail.example/a.png" alt="Where is my order?">',
    ),
    text: "Where is my order?",
  },
  {
    name: "nothing that can be read",
    raw: build([type("multipart/mixed; boundary=b")], Buffer.from([0, 1, 2, 0xff, 0xfe, 0])),
    text: "",
    attachments: ["mail.eml *"],
    faults: ["unreadable"],
  },
];

const encodingFixtures: readonly DefectFixture[] = [
  {
    name: "base64 that is none",
    raw: build(
      [type("text/plain; charset=utf-8"), encoding("base64")],
      "Hello\n\nPlease call me back: 030 1234!",
    ),
    text: "Hello\n\nPlease call me back: 030 1234!",
    faults: ["broken_encoding"],
  },
  {
    name: "HTML that claims to be base64",
    raw: build([type("text/html"), encoding("base64")], "<p>Where is my order?</p>"),
    text: "Where is my order?",
    faults: ["broken_encoding"],
  },
  {
    name: "text that a server appended to base64",
    raw: build(
      [type("text/plain; charset=utf-8"), encoding("base64")],
      `${base64("Where is my order?\n")}\nThis email was scanned for viruses.`,
    ),
    text: "Where is my order?\n\nThis email was scanned for viruses.",
    faults: ["broken_encoding"],
  },
  {
    name: "base64 in two pieces with their own ends",
    raw: build(
      [type("text/plain"), encoding("base64")],
      `${base64("Where is my ")}\n${base64("order number 7?")}`,
    ),
    text: "Where is my order number 7?",
    faults: [],
  },
  {
    name: "base64 cut off",
    raw: build([type("text/plain"), encoding("base64")], base64("Where is my order?").slice(0, -3)),
    text: "Where is my ord",
  },
  {
    name: "encoding in quotes",
    raw: build([type("text/plain"), encoding('"base64"')], base64("Where is my order?")),
    text: "Where is my order?",
  },
  {
    name: "unknown encoding",
    raw: build([type("text/plain; charset=utf-8"), encoding("x-none")], "Größe"),
    text: "Größe",
  },
  {
    name: "quoted-printable cut off",
    raw: build(
      [type("text/plain; charset=utf-8"), encoding("quoted-printable")],
      "Gr=C3=B6=C3=9Fe 42=\n, please=C",
    ),
    text: "Größe 42, please=C",
  },
  {
    name: "quoted-printable with signs that it does not permit",
    raw: build(
      [type("text/plain; charset=utf-8"), encoding("quoted-printable")],
      "1 + 1 = 2, a=b, 100 %=ZZ, Grüße=20",
    ),
    text: "1 + 1 = 2, a=b, 100 %=ZZ, Grüße",
  },
];

/** Builds the mails. Each has a name of its own. */
export function buildDefectFixtures(): readonly DefectFixture[] {
  return [
    ...charsetFixtures,
    ...otherCharsetFixtures,
    ...headerFixtures,
    ...structureFixtures,
    ...encodingFixtures,
  ];
}
