import {
  earlierText,
  ownParagraphs,
  ownText,
  quoteLines,
  support,
  type Client,
  type Content,
} from "../content.ts";
import { escapeHtml } from "../encode.ts";
import type { Language } from "../languages.ts";

const k9Introductions: Readonly<Partial<Record<Language, string>>> = {
  en: `On March 3, 2026 10:05:12 AM GMT+01:00, ${support} wrote:`,
  de: `Am 3. März 2026 10:05:12 MEZ schrieb ${support}:`,
  fr: `Le 3 mars 2026 10:05:12 GMT+01:00, ${support} a écrit :`,
  es: `El 3 de marzo de 2026 10:05:12 CET, ${support} escribió:`,
  pt: `Em 3 de março de 2026 10:05:12 GMT+01:00, ${support} escreveu:`,
  ru: `3 марта 2026 г. 10:05:12 GMT+03:00, ${support} пишет:`,
  uk: `3 березня 2026 р. 10:05:12 GMT+02:00, ${support} пише:`,
  pl: `Dnia 3 marca 2026 10:05:12 CET, ${support} napisał/a:`,
  el: `Στις 3 Μαρτίου 2026 10:05:12 π.μ. EET, ο χρήστης ${support} έγραψε:`,
  ja: `2026年3月3日 10:05:12 JST、${support}のメール:`,
};
const k9Signatures: Readonly<Partial<Record<Language, string>>> = {
  en: "Sent from my Android device with K-9 Mail. Please excuse my brevity.",
  de: "Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.",
  fr: "Envoyé de mon appareil Android avec Courriel K-9 Mail. Veuillez excuser ma brièveté.",
  es: "Enviado desde mi dispositivo Android con K-9 Mail. Por favor, disculpa mi brevedad.",
  pt: "Enviado do meu dispositivo Android com o K-9 Mail. Desculpe-me pela brevidade.",
  ru: "Отправлено с Android-устройства с помощью K-9 Mail. Извините за краткость.",
  uk: "Надіслано з пристрою Android через K-9 Mail. Вибачте за стислість.",
  pl: "Wysłane za pomocą K-9 Mail z urządzenia z Androidem. Proszę wybaczyć lakoniczność.",
  el: "Στάλθηκε από τη συσκευή Android με το K-9 Mail.",
  ja: "Android端末から K-9 Mail で送信しました。",
};

/** K-9 Mail: plain text, `-- ` above the signature and quote signs without a space. */
export const k9: Client = {
  name: "k9",
  mailer: "K-9 Mail for Android",
  languages: ["en", "de", "fr", "es", "pt", "ru", "uk", "pl", "el", "ja"],
  forms: ["top", "new"],
  write(content) {
    const { form, language } = content;
    const introduction = k9Introductions[language] ?? "";
    const signature = k9Signatures[language] ?? "";
    const end =
      form === "new" ? "" : `\n\n${introduction}\n${quoteLines(earlierText(content), ">")}`;
    return {
      encoding: "quoted-printable",
      plain: `${ownText(content)}\n-- \n${signature}${end}\n`,
      html: `<!DOCTYPE html><html><body><div dir="auto">${ownParagraphs(content).map(escapeHtml).join("<br><br>")}<br><div class="k9mail-signature">-- <br>${signature}</div></div>${form === "new" ? "" : `<br><br><div class="gmail_quote"><div dir="auto">${escapeHtml(introduction)}</div><blockquote class="gmail_quote" style="margin: 0pt 0pt 0pt 0.8ex; border-left: 1px solid rgb(204, 204, 204); padding-left: 1ex;">${content.texts.earlier.join("<br><br>")}</blockquote></div>`}</body></html>`,
      text: ownText(content),
      quote: form === "new" ? "" : `${introduction}\n${earlierText(content)}`,
      signature: signature,
    };
  },
};

/** FairEmail for Android. */
export const fairEmail: Client = {
  name: "fairemail",
  languages: ["en", "de", "fr", "es", "pl", "ru"],
  forms: ["top", "inline"],
  write(content) {
    const { form, texts } = content;
    const date = "Mar 3, 2026 10:05:12 AM";
    const introduction = `${date} ${support}:`;
    const [first, second, third] = texts.earlier;
    const head = `<div fairemail="quote"><p>${escapeHtml(introduction)}</p>`;
    const quoteStyle = 'style="border-left:3px solid #ccc; padding-left: 3px;"';
    const isInline = form === "inline";
    return {
      encoding: "base64",
      html: isInline
        ? `<html><body>${head}<blockquote ${quoteStyle}><p>${first}</p><p>${second}</p></blockquote><p>${texts.answers[0]}</p><blockquote ${quoteStyle}><p>${third}</p></blockquote><p>${texts.answers[1]}</p></div></body></html>`
        : `<html><body><div dir="auto">${ownParagraphs(content)
            .map((text) => `<p>${escapeHtml(text)}</p>`)
            .join(
              "",
            )}</div>${head}<blockquote ${quoteStyle}>${texts.earlier.map((line) => `<p>${line}</p>`).join("")}</blockquote></div></body></html>`,
      text: isInline
        ? `> ${first}\n>\n> ${second}\n\n${texts.answers[0]}\n\n> ${third}\n\n${texts.answers[1]}`
        : ownText(content),
      quote: isInline ? introduction : `${introduction}\n${earlierText(content)}`,
      signature: "",
    };
  },
};

type SamsungTexts = readonly [string, string, string, string, string, string];
/** Separator, labels of sender, time, recipient and subject, and signature. */
const samsungTexts: Readonly<Partial<Record<Language, SamsungTexts>>> = {
  en: ["Original message", "From:", "Date:", "To:", "Subject:", "Sent from my Galaxy"],
  de: [
    "Ursprüngliche Nachricht",
    "Von:",
    "Datum:",
    "An:",
    "Betreff:",
    "Von meinem/meiner Galaxy gesendet",
  ],
  fr: [
    "Message d'origine",
    "De :",
    "Date :",
    "À :",
    "Objet :",
    "Envoyé depuis mon appareil Galaxy",
  ],
  es: ["Mensaje original", "De:", "Fecha:", "Para:", "Asunto:", "Enviado desde mi Galaxy"],
  pt: ["Mensagem original", "De:", "Data:", "Para:", "Assunto:", "Enviado do meu Galaxy"],
  ru: ["Исходное сообщение", "От:", "Дата:", "Кому:", "Тема:", "Отправлено с моего Galaxy"],
  uk: ["Вихідне повідомлення", "Від:", "Дата:", "Кому:", "Тема:", "Надіслано з пристрою Galaxy"],
  pl: ["Oryginalna wiadomość", "Od:", "Data:", "Do:", "Temat:", "Wysłane z telefonu Galaxy"],
  tr: ["Orijinal mesaj", "Kimden:", "Tarih:", "Kime:", "Konu:", "Galaxy cihazımdan gönderildi"],
  ko: ["원본 이메일", "발신:", "날짜:", "받은사람:", "제목:", "나의 Galaxy에서 보냄"],
  ja: ["元のメッセージ", "差出人:", "日付:", "宛先:", "件名:", "Galaxyから送信"],
  zh: ["原始邮件", "发件人：", "日期：", "收件人：", "主题：", "发自我的 Galaxy"],
};
function samsungHeader({ language, texts, address }: Content): readonly string[] {
  const [separator, from, date, to, subject] = samsungTexts[language] ?? [];
  return [
    `-------- ${separator} --------`,
    `${from} ${support}`,
    `${date} 03/03/2026 10:05 (GMT+01:00)`,
    `${to} ${texts.sender} <${address}>`,
    `${subject} Re: ${texts.subject}`,
  ];
}

/** Samsung Email: nothing but words separates the earlier mail. */
export const samsung: Client = {
  name: "samsung",
  languages: ["en", "de", "fr", "es", "pt", "ru", "uk", "pl", "tr", "ko", "ja", "zh"],
  forms: ["top", "new"],
  write(content) {
    const { form, language, texts } = content;
    const signature = samsungTexts[language]?.[5] ?? "";
    const header = samsungHeader(content);
    const end = `<div align="left" dir="auto" style="font-size:100%;color:#000000"><div>${header.map((line) => escapeHtml(line)).join("</div><div>")}</div><div><br></div></div>${texts.earlier.map((line) => `<p>${line}</p>`).join("")}`;
    return {
      encoding: "base64",
      html: `<html><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8"></head><body dir="auto">${ownParagraphs(
        content,
      )
        .map((text) => `<div dir="auto">${escapeHtml(text)}</div>`)
        .join(
          '<div dir="auto"><br></div>',
        )}<div dir="auto"><br></div><div id="composer_signature" dir="auto"><div style="font-size:85%;color:#575757" dir="auto">${signature}</div></div>${form === "new" ? "" : `<div dir="auto"><br></div><!-- originalMessage -->${end}`}</body></html>`,
      plain: `${ownText(content)}\n${signature}\n${form === "new" ? "" : `${header.join("\n")} ${earlierText(content)}\n`}`,
      text: ownText(content),
      quote: form === "new" ? "" : `${header.join("\n")}\n${earlierText(content)}`,
      signature,
    };
  },
};
