import {
  closedText,
  companyText,
  earlierText,
  ownParagraphs,
  ownText,
  support,
  supportAddress,
  type Client,
  type Content,
} from "../content.ts";
import { escapeHtml } from "../encode.ts";
import type { Language } from "../languages.ts";

/** Labels and date of the header above an earlier mail: sender, time, recipient, subject. */
const headers: Readonly<Record<Language, readonly [string, string, string, string, string]>> = {
  en: ["From:", "Sent:", "Tuesday, March 3, 2026 10:05 AM", "To:", "Subject:"],
  de: ["Von:", "Gesendet:", "Dienstag, 3. März 2026 10:05", "An:", "Betreff:"],
  fr: ["De :", "Envoyé :", "mardi 3 mars 2026 10:05", "À :", "Objet :"],
  es: ["De:", "Enviado el:", "martes, 3 de marzo de 2026 10:05", "Para:", "Asunto:"],
  pt: ["De:", "Enviada em:", "terça-feira, 3 de março de 2026 10:05", "Para:", "Assunto:"],
  ru: ["От:", "Отправлено:", "3 марта 2026 г. 10:05", "Кому:", "Тема:"],
  uk: ["Від:", "Надіслано:", "3 березня 2026 р. 10:05", "Кому:", "Тема:"],
  pl: ["Od:", "Wysłane:", "wtorek, 3 marca 2026 10:05", "Do:", "Temat:"],
  tr: ["Kimden:", "Gönderildi:", "3 Mart 2026 Salı 10:05", "Kime:", "Konu:"],
  el: ["Από:", "Στάλθηκε:", "Τρίτη, 3 Μαρτίου 2026 10:05", "Προς:", "Θέμα:"],
  ar: ["من:", "تم الإرسال:", "03 مارس, 2026 10:05 ص", "إلى:", "الموضوع:"],
  he: ["מאת:", "נשלח:", "יום שלישי 03 מרץ 2026 10:05", "אל:", "נושא:"],
  ja: ["差出人:", "送信日時:", "2026年3月3日 10:05", "宛先:", "件名:"],
  zh: ["发件人:", "发送时间:", "2026年3月3日 10:05", "收件人:", "主题:"],
  tw: ["寄件者:", "寄件日期:", "2026年3月3日 上午 10:05", "收件者:", "主旨:"],
  ko: ["보낸 사람:", "보낸 날짜:", "2026년 3월 3일 화요일 오전 10:05", "받는 사람:", "제목:"],
};
const forwardPrefixes: Readonly<Record<Language, string>> = {
  en: "FW",
  de: "WG",
  fr: "TR",
  es: "RV",
  pt: "ENC",
  ru: "FW",
  uk: "FW",
  pl: "PD",
  tr: "İLT",
  el: "Πρθ",
  ar: "FW",
  he: "FW",
  ja: "転送",
  zh: "转发",
  tw: "轉寄",
  ko: "FW",
};
const separators: Readonly<Partial<Record<Language, string>>> = {
  en: "-----Original Message-----",
  de: "-----Ursprüngliche Nachricht-----",
  fr: "-----Message d'origine-----",
  es: "-----Mensaje original-----",
  pt: "-----Mensagem original-----",
  ru: "-----Исходное сообщение-----",
  pl: "-----Oryginalna wiadomość-----",
  tr: "-----Özgün İleti-----",
  el: "-----Αρχικό μήνυμα-----",
  zh: "-----邮件原件-----",
};
const phoneSignatures: Readonly<Record<Language, string>> = {
  en: "Get Outlook for iOS",
  de: "Outlook für iOS beziehen",
  fr: "Télécharger Outlook pour iOS",
  es: "Obtener Outlook para iOS",
  pt: "Obter o Outlook para iOS",
  ru: "Скачать Outlook для iOS",
  uk: "Отримати Outlook для iOS",
  pl: "Pobierz aplikację Outlook dla systemu iOS",
  tr: "iOS için Outlook'u edinin",
  el: "Λήψη του Outlook για iOS",
  ar: "الحصول على Outlook لـ iOS",
  he: "קבל את Outlook עבור iOS",
  ja: "iOS 版 Outlook を入手",
  zh: "获取适用于 iOS 的 Outlook",
  tw: "取得 iOS 版 Outlook",
  ko: "iOS용 Outlook 다운로드",
};
const all: readonly Language[] = [
  "en",
  "de",
  "fr",
  "es",
  "pt",
  "ru",
  "uk",
  "pl",
  "tr",
  "el",
  "ar",
  "he",
  "ja",
  "zh",
  "tw",
  "ko",
];

function headerLines({
  language,
  texts,
  address,
}: Content): readonly (readonly [string, string])[] {
  const [from, sent, date, to, subject] = headers[language];
  return [
    [from, support],
    [sent, date],
    [to, `${texts.sender} <${address}>`],
    [subject, `Re: ${texts.subject}`],
  ];
}
const headerText = (content: Content): string =>
  headerLines(content)
    .map(([label, value]) => `${label} ${value}`)
    .join("\n");
const headerHtml = (content: Content): string =>
  headerLines(content)
    .map(([label, value]) => `<b>${label}</b> ${escapeHtml(value)}`)
    .join("<br>");

/** Word paragraphs: every line is a paragraph without space around it. */
const toWord = (lines: readonly string[]): string =>
  lines
    .map(
      (line) =>
        `<p class=MsoNormal><span lang=DE style='mso-fareast-language:EN-US'>${line === "" ? "<o:p>&nbsp;</o:p>" : `${escapeHtml(line)}<o:p></o:p>`}</span></p>`,
    )
    .join("\r\n\r\n");
const withGaps = (paragraphs: readonly string[]): readonly string[] =>
  paragraphs.flatMap((text, index) => (index === 0 ? [text] : ["", text]));

/** The text and the quote of programs that write a header above the earlier mail. */
function expect(content: Content, own: string): { readonly text: string; readonly quote: string } {
  const { form } = content;
  const earlier = `${headerText(content)}\n\n${earlierText(content)}`;
  if (form === "new") return { text: own, quote: "" };
  return form === "forward"
    ? { text: `${own}\n\n${earlier}`, quote: "" }
    : { text: own, quote: earlier };
}
const subjectPrefix = ({ language, form, texts }: Content): string =>
  form === "forward"
    ? `${forwardPrefixes[language]}: ${texts.subject}`
    : form === "new"
      ? texts.subject
      : `${language === "de" ? "AW" : "RE"}: ${texts.subject}`;

/** Outlook for Windows writes HTML with Word, and often a company signature in a table. */
export const outlookDesktop: Client & { subject(content: Content): string } = {
  name: "outlook-desktop",
  mailer: "Microsoft Outlook 16.0",
  languages: all,
  forms: ["top", "new", "forward"],
  subject: subjectPrefix,
  write(content) {
    const { form, texts, hasCompanySignature } = content;
    const table = `<table class=MsoNormalTable border=0 cellspacing=0 cellpadding=0><tr><td style='padding:0cm 7.5pt 0cm 0cm'><p class=MsoNormal><b>${escapeHtml(texts.company[0] ?? "")}</b><o:p></o:p></p></td></tr>${texts.company
      .slice(1)
      .map((line) => `<tr><td><p class=MsoNormal>${escapeHtml(line)}<o:p></o:p></p></td></tr>`)
      .join("")}</table>`;
    const signature = hasCompanySignature
      ? `${toWord(["", texts.closing, ""])}\r\n${table}${toWord([""])}`
      : toWord([""]);
    const divider =
      form === "top"
        ? "border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"
        : "border:none;border-top:solid #B5C4DF 1.0pt;padding:3.0pt 0cm 0cm 0cm";
    const header = `<div><div style='${divider}'><p class=MsoNormal>${headerHtml(content)}<o:p></o:p></p></div></div>${toWord(["", ...withGaps(texts.earlier)])}`;
    return {
      isLegacy: true,
      encoding: "quoted-printable",
      html: `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15 (filtered medium)"><style><!--\n@font-face {font-family:Calibri;}\np.MsoNormal, li.MsoNormal {margin:0cm;font-size:11.0pt;}\n--></style><!--[if gte mso 9]><xml><o:shapedefaults v:ext="edit" spidmax="1026" /></xml><![endif]--></head><body lang=DE link="#0563C1" vlink="#954F72" style='word-wrap:break-word'><div class=WordSection1>${toWord(withGaps(ownParagraphs(content)))}${signature}${form === "new" ? "" : header}</div></body></html>`,
      ...expect(content, closedText(content)),
      signature: hasCompanySignature ? companyText(content) : "",
    };
  },
};

/** Outlook on the web marks the header of the earlier mail with an id. */
export const outlookWeb: Client & { subject(content: Content): string } = {
  name: "outlook-web",
  languages: all,
  forms: ["top", "forward", "new"],
  subject: subjectPrefix,
  write(content) {
    const { form, texts, hasCompanySignature } = content;
    const style =
      'class="elementToProof" style="font-family: Aptos, Calibri, sans-serif; font-size: 12pt; color: rgb(0, 0, 0);"';
    const toDivs = (lines: readonly string[]): string =>
      lines
        .map((line) => `<div ${style}>${line === "" ? "<br>" : escapeHtml(line)}</div>`)
        .join("\n");
    const signature = hasCompanySignature
      ? `${toDivs(["", texts.closing])}<div id="Signature" class="elementToProof">${texts.company.map((line) => `<div>${escapeHtml(line)}</div>`).join("")}</div>`
      : "";
    const header = `<div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri, sans-serif" style="font-size:11pt" color="#000000">${headerHtml(content)}</font><div>&nbsp;</div></div>${toDivs(withGaps(texts.earlier))}`;
    const end =
      form === "new"
        ? ""
        : `________________________________\n${headerText(content)}\n\n${earlierText(content)}\n`;
    return {
      encoding: "quoted-printable",
      html: `<html><head>\n<meta http-equiv="Content-Type" content="text/html; charset=utf-8">\n<style type="text/css" style="display:none;"> P {margin-top:0;margin-bottom:0;} </style>\n</head>\n<body dir="ltr">\n${toDivs(withGaps(ownParagraphs(content)))}${signature}${form === "new" ? "" : header}</body></html>`,
      plain: `${closedText(content)}\n${hasCompanySignature ? `${companyText(content)}\n` : ""}${end}`,
      ...expect(content, closedText(content)),
      signature: hasCompanySignature ? companyText(content) : "",
    };
  },
};

/** Outlook for iPhones and Android: an advertisement and a line of signs above the header. */
export const outlookMobile: Client & { subject(content: Content): string } = {
  name: "outlook-mobile",
  languages: all,
  forms: ["top", "new", "forward"],
  subject: subjectPrefix,
  write(content) {
    const { form, texts, language } = content;
    const phone = phoneSignatures[language];
    const link = "https://aka.ms/o0ukef";
    const header = `<div id="mail-editor-reference-message-container"><div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri, sans-serif" style="font-size:11pt" color="#000000">${headerHtml(content)}</font><div>&nbsp;</div></div>${texts.earlier.map((line) => `<p>${line}</p>`).join("")}</div></div>`;
    const rule = "________________________________";
    return {
      encoding: "base64",
      html: `<html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"></head><body><div dir="auto" style="color:rgb(0,0,0)">${ownParagraphs(content).map(escapeHtml).join('</div><div dir="auto"><br></div><div dir="auto">')}</div><div id="ms-outlook-mobile-signature"><div><br></div><div dir="auto"><a href="${link}">${phone}</a></div></div>${form === "new" ? "" : header}</body></html>`,
      plain: `${ownText(content)}\n\n${phone}<${link}>\n${form === "new" ? "" : `${rule}\n${headerText(content)}\n\n${earlierText(content)}\n`}`,
      ...expect(content, ownText(content)),
      signature: `${phone} <${link}>`,
    };
  },
};

/** Outlook in the format "plain text", and Exchange servers that remove the HTML. */
export const outlookPlain: Client & { subject(content: Content): string } = {
  name: "outlook-plain",
  mailer: "Microsoft Outlook 16.0",
  languages: ["en", "de", "fr", "es", "pt", "ru", "pl", "tr", "el", "zh"],
  forms: ["top", "forward"],
  subject: subjectPrefix,
  write(content) {
    const { language, hasCompanySignature } = content;
    const separator = separators[language] ?? "-----Original Message-----";
    const signature = hasCompanySignature ? `\n\n${companyText(content)}` : "";
    const expected = expect(content, closedText(content));
    return {
      isLegacy: true,
      encoding: "quoted-printable",
      plain: `${closedText(content)}${signature}\n\n${separator}\n${headerText(content).replaceAll(`<${supportAddress}>`, `[mailto:${supportAddress}]`)} \n\n${earlierText(content)}\n`,
      text: expected.text.replace(
        headerText(content),
        `${separator}\n${headerText(content).replaceAll(`<${supportAddress}>`, `[mailto:${supportAddress}]`)}`,
      ),
      quote:
        expected.quote === ""
          ? ""
          : `${separator}\n${headerText(content).replaceAll(`<${supportAddress}>`, `[mailto:${supportAddress}]`)}\n${earlierText(content)}`,
      signature: hasCompanySignature ? companyText(content) : "",
    };
  },
};

/** Outlook users often answer inside the earlier mail, in another colour. */
export const outlookColoured: Client & { subject(content: Content): string } = {
  name: "outlook-coloured",
  mailer: "Microsoft Outlook 16.0",
  languages: ["en", "de"],
  forms: ["inline"],
  subject: subjectPrefix,
  write(content) {
    const { texts } = content;
    const [first, second, third] = texts.earlier;
    const [one, two] = texts.answers;
    const red = (text: string): string =>
      `<p class=MsoNormal><span style='color:red'>${text}</span><o:p></o:p></p>`;
    return {
      encoding: "quoted-printable",
      html: `<html><body><div class=WordSection1>${toWord([texts.message[0], ""])}<div><div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm'><p class=MsoNormal>${headerHtml(content)}<o:p></o:p></p></div></div>${toWord(["", first, "", second])}${red(one)}${toWord([third])}${red(two)}</div></body></html>`,
      text: `${texts.message[0]}\n\n> ${second}\n\n${one}\n\n> ${third}\n\n${two}`,
      quote: `${headerText(content)}\n${first}`,
      signature: "",
    };
  },
};
