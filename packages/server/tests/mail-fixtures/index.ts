import { appleMail, appleMobile } from "./clients/apple.ts";
import {
  becky,
  daum,
  mailRu,
  naver,
  netEase,
  qq,
  ukrNet,
  wirtualnaPolska,
  yandex,
} from "./clients/east.ts";
import { gmailApp, gmailWeb } from "./clients/google.ts";
import {
  outlookColoured,
  outlookDesktop,
  outlookMobile,
  outlookPlain,
  outlookWeb,
} from "./clients/microsoft.ts";
import { thunderbirdHtml, thunderbirdPlain } from "./clients/mozilla.ts";
import { fairEmail, k9, samsung } from "./clients/phones.ts";
import { disclaimer, gmx, mutt, proton, roundcube, yahoo } from "./clients/webmail.ts";
import type { Client, ClientMail, Content, ReplyForm } from "./content.ts";
import { supportAddress } from "./content.ts";
import { buildMail, chooseCharset, encodeWord, type Part } from "./encode.ts";
import { languages, type Language } from "./languages.ts";
import { buildSpecialFixtures } from "./special.ts";

/** A mail and what a person sees in it. */
export interface MailFixture {
  /** `client language form`, unique. */
  readonly name: string;
  readonly raw: Buffer;
  readonly sender: string;
  readonly subject: string;
  readonly text: string;
  readonly quote: string;
  readonly signature: string;
  readonly forwarded: boolean;
  /** `name size`, with ` inline` for pictures in the HTML. */
  readonly attachments: readonly string[];
}

type Writer = Client & { readonly subject?: (content: Content) => string };
const clients: readonly Writer[] = [
  gmailWeb,
  gmailApp,
  appleMail,
  appleMobile,
  outlookDesktop,
  outlookWeb,
  outlookMobile,
  outlookPlain,
  outlookColoured,
  thunderbirdPlain,
  thunderbirdHtml,
  k9,
  fairEmail,
  samsung,
  yahoo,
  proton,
  gmx,
  roundcube,
  mutt,
  disclaimer,
  mailRu,
  yandex,
  wirtualnaPolska,
  ukrNet,
  netEase,
  qq,
  naver,
  daum,
  becky,
];

/**
 * Builds the fixtures: for each program, each of its languages with the next of its forms, and
 * each of its forms with the next of its languages.
 */
export function buildMailFixtures(): readonly MailFixture[] {
  const fixtures = new Map<string, MailFixture>();
  for (const [clientIndex, client] of clients.entries()) {
    const count = Math.max(Math.ceil(client.languages.length * 1.5), client.forms.length * 3);
    for (let index = 0; index < count; index += 1) {
      const language = client.languages[index % client.languages.length] ?? "en";
      const step = index + Math.floor(index / client.languages.length);
      const form = client.forms[step % client.forms.length] ?? "new";
      const name = `${client.name} ${language} ${form}`;
      if (!fixtures.has(name))
        fixtures.set(name, build(client, { language, form, variant: clientIndex + index }));
    }
  }
  return [...fixtures.values(), ...buildSpecialFixtures()];
}

interface Choice {
  readonly language: Language;
  readonly form: ReplyForm;
  readonly variant: number;
}
function build(client: Writer, { language, form, variant }: Choice): MailFixture {
  const texts = languages[language];
  const base: Content = {
    language,
    form,
    texts,
    hasCompanySignature: variant % 3 === 0,
    address: `customer-${language}@mail.example`,
    subject: "",
  };
  const subject =
    client.subject?.(base) ??
    { new: "", top: "Re: ", inline: "Re: ", bottom: "Re: ", forward: "Fwd: " }[form] +
      texts.subject;
  const mail = client.write({ ...base, subject });
  const files = chooseFiles(variant, language);
  const charset =
    mail.isLegacy === true
      ? chooseCharset(`${mail.plain ?? ""}${mail.html ?? ""}${subject}`, texts.legacyCharset)
      : "utf-8";
  return {
    name: `${client.name} ${language} ${form}`,
    raw: buildMail(
      buildHeaders(client, { ...base, subject }, charset),
      buildBody(mail, charset, files),
    ),
    sender: texts.sender,
    subject,
    text: mail.text,
    quote: mail.quote,
    signature: mail.signature,
    forwarded: form === "forward",
    // The order of the parts: pictures are next to the HTML.
    attachments: [
      ...files.filter(({ isInline }) => isInline && mail.html !== undefined),
      ...files.filter(({ isInline }) => !isInline),
    ].map(({ expected }) => expected),
  };
}

function buildHeaders(client: Writer, content: Content, charset: string): readonly string[] {
  const { texts, address, subject, form } = content;
  const isQ = client.name.startsWith("outlook");
  const references =
    form === "new" || form === "forward"
      ? []
      : [
          "In-Reply-To: <m20417@shop.example>",
          "References: <a1@mail.example>\r\n <m20417@shop.example>",
        ];
  return [
    "Return-Path: <customer@mail.example>",
    "Received: from mail.example (mail.example [192.0.2.7]) by mx.shop.example with ESMTPS; Tue, 3 Mar 2026 11:00:02 +0100",
    `From: ${encodeWord(texts.sender, charset, isQ ? "Q" : "B")} <${address}>`,
    `To: Example Support <${supportAddress}>`,
    `Subject: ${encodeWord(subject, charset, isQ ? "Q" : "B")}`,
    "Date: Tue, 3 Mar 2026 11:00:00 +0100",
    `Message-ID: <${client.name}-${content.language}-${form}@mail.example>`,
    ...references,
    ...(client.mailer === undefined ? [] : [`X-Mailer: ${client.mailer}`]),
  ];
}

interface File {
  readonly part: Part;
  readonly expected: string;
  readonly isInline: boolean;
}
const pdf = Buffer.from(
  "%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n",
);
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const fileNames: Readonly<Partial<Record<Language, string>>> = {
  de: "Rechnung März.pdf",
  fr: "Facture n°20417.pdf",
  ru: "Счёт 20417.pdf",
  ja: "請求書.pdf",
  ko: "영수증.pdf",
  ar: "فاتورة.pdf",
};
/** Every fifth mail has a file, and every seventh a picture in its HTML. */
function chooseFiles(variant: number, language: Language): readonly File[] {
  const name = fileNames[language] ?? "invoice (1).pdf";
  const files: File[] = [];
  if (variant % 5 === 2) {
    const parameter =
      variant % 2 === 0
        ? `filename*=UTF-8''${encodeURIComponent(name).replaceAll("(", "%28").replaceAll(")", "%29")}`
        : `filename="${encodeWord(name, "utf-8")}"`;
    files.push({
      isInline: false,
      expected: `${name} ${pdf.length}`,
      part: {
        type: "application/pdf",
        encoding: "base64",
        headers: [`Content-Disposition: attachment; ${parameter}`],
        body: pdf,
      },
    });
  }
  if (variant % 7 === 3)
    files.push({
      isInline: true,
      expected: `image001.png ${png.length} inline`,
      part: {
        type: "image/png",
        encoding: "base64",
        headers: [
          "Content-ID: <image001.png@01DA6D2F.8E0E7A10>",
          'Content-Disposition: inline; filename="image001.png"',
        ],
        body: png,
      },
    });
  return files;
}

/** Puts the parts together as mail programs do. */
function buildBody(mail: ClientMail, charset: string, files: readonly File[]): Part {
  const encoding = mail.encoding ?? "quoted-printable";
  const inline = files.filter(({ isInline }) => isInline && mail.html !== undefined);
  const attached = files.filter(({ isInline }) => !isInline);
  const picture = '<img src="cid:image001.png@01DA6D2F.8E0E7A10" alt="image001.png" width="1">';
  const html =
    inline.length === 0 ? mail.html : mail.html?.replace(/(<\/body>)|$/i, `${picture}$1`);
  const plainPart: Part = {
    type: "text/plain",
    charset,
    ...(mail.isFlowed === true && { parameters: "; format=flowed" }),
    encoding,
    body: mail.plain ?? "",
  };
  const htmlPart: Part = { type: "text/html", charset, encoding, body: html ?? "" };
  const shown: Part =
    inline.length === 0
      ? htmlPart
      : { type: "multipart/related", body: [htmlPart, ...inline.map(({ part }) => part)] };
  const text: Part =
    mail.html === undefined
      ? plainPart
      : mail.plain === undefined
        ? shown
        : { type: "multipart/alternative", body: [plainPart, shown] };
  return attached.length === 0
    ? text
    : { type: "multipart/mixed", body: [text, ...attached.map(({ part }) => part)] };
}
