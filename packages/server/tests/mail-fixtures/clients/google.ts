import {
  closedText,
  companyText,
  earlierText,
  inlineText,
  ownParagraphs,
  quoteLines,
  support,
  supportAddress,
  supportName,
  type Client,
  type Content,
} from "../content.ts";
import { escapeHtml } from "../encode.ts";
import type { Language } from "../languages.ts";

const link = `&lt;<a href="mailto:${supportAddress}">${supportAddress}</a>&gt;`;
const introductions: Readonly<Record<Language, string>> = {
  en: `On Tue, Mar 3, 2026 at 10:05 AM ${support} wrote:`,
  de: `Am Di., 3. März 2026 um 10:05 Uhr schrieb ${support}:`,
  fr: `Le mar. 3 mars 2026 à 10:05, ${support} a écrit :`,
  es: `El mar, 3 mar 2026 a las 10:05, ${supportName} (<${supportAddress}>) escribió:`,
  pt: `Em ter., 3 de mar. de 2026 às 10:05, ${support} escreveu:`,
  ru: `вт, 3 мар. 2026 г. в 10:05, ${support}:`,
  uk: `вт, 3 бер. 2026 р. о 10:05 ${support} пише:`,
  pl: `wt., 3 mar 2026 o 10:05 ${support} napisał(a):`,
  tr: `${support}, 3 Mar 2026 Sal, 10:05 tarihinde şunu yazdı:`,
  el: `Στις Τρί 3 Μαρ 2026 στις 10:05 π.μ., ο χρήστης ${support} έγραψε:`,
  ar: `في الثلاثاء، 3 مارس 2026 في 10:05 ص تمت كتابة ما يلي بواسطة ${support}:`,
  he: `\u202bבתאריך יום ג׳, 3 במרץ 2026 ב-10:05 מאת \u202a${supportName}\u202c\u200f <\u202a${supportAddress}\u202c\u200f>:\u202c`,
  ja: `2026年3月3日(火) 10:05 ${support}:`,
  zh: `${support} 于2026年3月3日周二 10:05写道：`,
  tw: `${support} 於 2026年3月3日 週二 上午10:05寫道：`,
  ko: `2026년 3월 3일 (화) 오전 10:05, ${support}님이 작성:`,
};
/** Labels of a forwarded mail. Gmail translates some of them. */
const forwardLabels: Readonly<
  Partial<Record<Language, readonly [string, string, string, string]>>
> = {
  de: ["Von", "Date", "Subject", "To"],
  fr: ["De", "Date", "Subject", "To"],
  es: ["De", "Date", "Subject", "To"],
  ru: ["От", "Date", "Subject", "To"],
  ja: ["From", "Date", "Subject", "To"],
  ko: ["보낸사람", "Date", "Subject", "To"],
};

const toDivs = (paragraphs: readonly string[]): string =>
  paragraphs.map((text) => `<div>${escapeHtml(text)}</div>`).join("<div><br></div>");

function forwardHeader({ language, address, texts }: Content): readonly string[] {
  const [from, date, subject, to] = forwardLabels[language] ?? ["From", "Date", "Subject", "To"];
  return [
    "---------- Forwarded message ---------",
    `${from}: ${support}`,
    `${date}: Tue, 3 Mar 2026 at 10:05`,
    `${subject}: Re: ${texts.subject}`,
    `${to}: <${address}>`,
  ];
}

/** The end of the mail in HTML and plain text, below what the sender wrote. */
function writeEnd(content: Content): { readonly html: string; readonly plain: string } {
  const { form, language, texts } = content;
  const [first, second, third] = texts.earlier;
  const introduction = introductions[language];
  const attribute = `<div dir="ltr" class="gmail_attr">${escapeHtml(introduction).replace(`&lt;${supportAddress}&gt;`, link)}<br></div>`;
  const style =
    'class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex"';
  if (form === "new") return { html: "", plain: "" };
  if (form === "forward") {
    const header = forwardHeader(content);
    return {
      html: `<br><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">${header.map(escapeHtml).join("<br>")}<br></div><br><br><div dir="ltr">${toDivs(texts.earlier)}</div></div>`,
      plain: `\n\n${header.join("\n")}\n\n\n${earlierText(content)}\n`,
    };
  }
  if (form === "inline")
    return {
      html: `<div class="gmail_quote gmail_quote_container">${attribute}<blockquote ${style}><div dir="ltr">${first}<br><br>${second}</div></blockquote><div><br></div><div>${texts.answers[0]}</div><div><br></div><blockquote ${style}><div dir="ltr">${third}</div></blockquote><div><br></div><div>${texts.answers[1]}</div></div>`,
      plain: `${introduction}\n\n${inlineText(content)}\n`,
    };
  return {
    html: `<br><div class="gmail_quote gmail_quote_container">${attribute}<blockquote ${style}><div dir="ltr">${toDivs(texts.earlier)}</div></blockquote></div>`,
    plain: `\n\n${wrap(introduction)}\n\n${quoteLines(earlierText(content))}\n`,
  };
}
/** Gmail breaks lines of plain text after at most 78 characters. */
function wrap(line: string): string {
  if (line.length <= 78) return line;
  const cut = line.lastIndexOf(" ", 78);
  return cut < 0 ? line : `${line.slice(0, cut)}\n${wrap(line.slice(cut + 1))}`;
}

const forwardedText = (content: Content): string =>
  `${forwardHeader(content).join("\n")}\n\n${earlierText(content)}`;

/** Gmail in the browser. Its signature is marked in the HTML, and has `-- ` above it. */
export const gmailWeb: Client = {
  name: "gmail-web",
  languages: [
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
  ],
  forms: ["top", "new", "inline", "forward"],
  write(content) {
    const { form, language, hasCompanySignature, texts } = content;
    const isInline = form === "inline";
    const own = isInline ? [] : ownParagraphs(content);
    const signed = hasCompanySignature && !isInline;
    const signature = signed
      ? `<div><br></div><div>${texts.closing}</div><br><span class="gmail_signature_prefix">-- </span><br><div dir="ltr" class="gmail_signature" data-smartmail="gmail_signature"><div dir="ltr">${texts.company.map((line) => `<div>${escapeHtml(line)}</div>`).join("")}</div></div>`
      : "";
    const end = writeEnd(content);
    return {
      encoding: "base64",
      html: `<div dir="${language === "ar" || language === "he" ? "rtl" : "ltr"}">${toDivs(own)}${signature}</div>${end.html}`,
      plain: `${own.map(wrap).join("\n\n")}${signed ? `\n\n${texts.closing}\n\n-- \n${companyText(content)}` : ""}${end.plain}`,
      text: isInline
        ? inlineText(content)
        : form === "forward"
          ? `${signed ? closedText(content) : own.join("\n\n")}\n\n${forwardedText(content)}`
          : signed
            ? closedText(content)
            : own.join("\n\n"),
      quote:
        form === "top"
          ? `${introductions[language]}\n${earlierText(content)}`
          : isInline
            ? introductions[language]
            : "",
      signature: signed ? companyText(content) : "",
    };
  },
};

/** Gmail for Android. It quotes with the plain text part only when the user writes without HTML. */
export const gmailApp: Client = {
  name: "gmail-app",
  languages: ["en", "de", "fr", "es", "pt", "ru", "pl", "tr", "ja", "ko", "ar"],
  forms: ["top", "bottom", "new"],
  write(content) {
    const { form, language } = content;
    const own = ownParagraphs(content);
    const introduction = introductions[language];
    const quoted = `${wrap(introduction)}\n\n${quoteLines(earlierText(content))}`;
    const isBottom = form === "bottom";
    return {
      encoding: "quoted-printable",
      plain: isBottom
        ? `${quoted}\n\n${own.join("\n\n")}\n`
        : `${own.join("\n\n")}\n${form === "new" ? "" : `\n${quoted}\n`}`,
      text: own.join("\n\n"),
      quote: form === "new" ? "" : `${introduction}\n${earlierText(content)}`,
      signature: "",
    };
  },
};
