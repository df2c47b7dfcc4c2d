import {
  closedText,
  companyText,
  earlierText,
  inlineText,
  ownParagraphs,
  quoteLines,
  support,
  supportAddress,
  type Client,
  type Content,
} from "../content.ts";
import { escapeHtml } from "../encode.ts";
import type { Language } from "../languages.ts";

const introductions: Readonly<Record<Language, string>> = {
  en: `On 3 Mar 2026, at 10:05, ${support} wrote:`,
  de: `Am 03.03.2026 um 10:05 schrieb ${support}:`,
  fr: `Le 3 mars 2026 à 10:05, ${support} a écrit :`,
  es: `El 3 mar 2026, a las 10:05, ${support} escribió:`,
  pt: `Em 3 de mar. de 2026, à(s) 10:05, ${support} escreveu:`,
  ru: `3 марта 2026 г., в 10:05, ${support} написал(а):`,
  uk: `3 бер. 2026 р. о 10:05 ${support} написав(-ла):`,
  pl: `Wiadomość napisana przez ${support} w dniu 3 mar 2026, o godz. 10:05:`,
  tr: `${support} şunları yazdı (3 Mar 2026 10:05):`,
  el: `Στις 3 Μαρ 2026, στις 10:05, ο/η ${support} έγραψε:`,
  ar: `في ٣ مارس ٢٠٢٦، الساعة ١٠:٠٥ ص، كتب/كتبت ${support}:`,
  he: `\u200fב-3 במרץ 2026, בשעה 10:05, \u200f${support} כתב/ה:`,
  ja: `2026/03/03 10:05、${support}のメール:`,
  zh: `2026年3月3日 10:05，${support} 写道：`,
  tw: `${support} 於 2026年3月3日 上午10:05 寫道：`,
  ko: `2026. 3. 3. 오전 10:05, ${support} 작성:`,
};
const phoneSignatures: Readonly<Record<Language, string>> = {
  en: "Sent from my iPhone",
  de: "Von meinem iPhone gesendet",
  fr: "Envoyé de mon iPhone",
  es: "Enviado desde mi iPhone",
  pt: "Enviado do meu iPhone",
  ru: "Отправлено с iPhone",
  uk: "Надіслано з iPhone",
  pl: "Wysłane z iPhone’a",
  tr: "iPhone’umdan gönderildi",
  el: "Στάλθηκε από το iPhone μου",
  ar: "أُرسلت من الـ iPhone",
  he: "נשלח מה-iPhone שלי",
  ja: "iPhoneから送信",
  zh: "发自我的iPhone",
  tw: "從我的 iPhone 傳送",
  ko: "나의 iPhone에서 보냄",
};
const forwards: Readonly<Record<Language, readonly [string, string, string, string, string]>> = {
  en: ["Begin forwarded message:", "From:", "Subject:", "Date:", "To:"],
  de: ["Anfang der weitergeleiteten Nachricht:", "Von:", "Betreff:", "Datum:", "An:"],
  fr: ["Début du message réexpédié :", "De:", "Objet:", "Date:", "À:"],
  es: ["Inicio del mensaje reenviado:", "De:", "Asunto:", "Fecha:", "Para:"],
  pt: ["Início da mensagem reencaminhada:", "De:", "Assunto:", "Data:", "Para:"],
  ru: ["Начало переадресованного сообщения:", "От:", "Тема:", "Дата:", "Кому:"],
  uk: ["Початок переадресованого повідомлення:", "Від:", "Тема:", "Дата:", "Кому:"],
  pl: ["Początek przekazywanej wiadomości:", "Od:", "Temat:", "Data:", "Do:"],
  tr: ["İletilen ileti başlangıcı:", "Kimden:", "Konu:", "Tarih:", "Kime:"],
  el: ["Αρχή προωθημένου μηνύματος:", "Από:", "Θέμα:", "Ημερομηνία:", "Προς:"],
  ar: ["بداية الرسالة المعاد توجيهها:", "من:", "الموضوع:", "التاريخ:", "إلى:"],
  he: ["תחילת ההודעה שהועברה:", "מאת:", "נושא:", "תאריך:", "אל:"],
  ja: ["転送されたメッセージ:", "差出人:", "件名:", "日付:", "宛先:"],
  zh: ["开始转发的邮件：", "发件人:", "主题:", "日期:", "收件人:"],
  tw: ["開始轉寄郵件：", "寄件人:", "主旨:", "日期:", "收件人:"],
  ko: ["전달된 메시지 시작:", "보낸 사람:", "제목:", "날짜:", "받는 사람:"],
};
function forwardHeader({ language, texts, address }: Content): readonly string[] {
  const [, from, subject, date, to] = forwards[language];
  return [
    `${from} ${support}`,
    `${subject} Re: ${texts.subject}`,
    `${date} 2026-03-03 10:05:12 GMT+1`,
    `${to} ${address}`,
  ];
}

/** Apple Mail on a Mac puts the introduction inside the quote. */
export const appleMail: Client = {
  name: "apple-mail",
  mailer: "Apple Mail (2.3826.400.131.1.6)",
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
  forms: ["top", "inline", "new", "forward"],
  write(content) {
    const { form, language, hasCompanySignature, texts } = content;
    const [begin] = forwards[language];
    const introduction = introductions[language];
    const own = form === "inline" ? [] : ownParagraphs(content);
    const signed = hasCompanySignature && form !== "inline";
    const tail = signed ? `\n\n${texts.closing}\n\n${companyText(content)}` : "";
    const [first, second, third] = texts.earlier;
    const quoted = `${introduction}\n\n${earlierText(content)}`;
    const style =
      'style="overflow-wrap: break-word; -webkit-nbsp-mode: space; line-break: after-white-space;"';
    const toDivs = (lines: readonly string[]): string =>
      lines.map((line) => `<div>${line === "" ? "<br>" : escapeHtml(line)}</div>`).join("");
    const signatureHtml = signed
      ? `<div><br></div><div>${texts.closing}</div><div><br></div><div>${texts.company.map((line) => `<div>${escapeHtml(line)}</div>`).join("")}</div>`
      : "";
    const ownHtml = toDivs(own.flatMap((text, index) => (index === 0 ? [text] : ["", text])));
    const cite = (html: string): string =>
      `<div><br><blockquote type="cite">${html}</blockquote></div>`;
    const start = `<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"></head><body ${style}>${ownHtml}${signatureHtml}`;
    const base = {
      encoding: "quoted-printable",
      signature: signed ? companyText(content) : "",
    } as const;
    if (form === "inline")
      return {
        ...base,
        plain: `\n${quoteLines(`${introduction}\n\n`)}\n${inlineText(content)}\n`,
        html: `${start}<div><blockquote type="cite"><div>${escapeHtml(introduction)}</div><br class="Apple-interchange-newline"><div><div>${first}<br><br>${second}</div></div></blockquote><div><br></div><div>${texts.answers[0]}</div><br><blockquote type="cite"><div>${third}</div></blockquote><div><br></div><div>${texts.answers[1]}</div></div></body></html>`,
        text: `${quoteLines(introduction)}\n>\n${inlineText(content)}`,
        quote: "",
      };
    if (form === "forward") {
      const header = forwardHeader(content);
      return {
        ...base,
        plain: `${own.join("\n\n")}${tail}\n\n> ${begin}\n> \n${quoteLines(`${header.join("\n")}\n\n${earlierText(content)}`)}\n`,
        html: `${start}${cite(`<div>${begin}</div><br class="Apple-interchange-newline">${header.map((line) => `<div style="margin: 0px;"><span style="font-family: -webkit-system-font;"><b>${escapeHtml(line.slice(0, line.indexOf(" ")))} </b>${escapeHtml(line.slice(line.indexOf(" ") + 1))}<br></span></div>`).join("")}<br><div>${toDivs([first, "", second, "", third])}</div>`)}</body></html>`,
        text: `${closedText(content)}\n\n${begin}\n\n${header.join("\n")}\n\n${earlierText(content)}`,
        quote: "",
      };
    }
    return {
      ...base,
      plain: `${own.join("\n\n")}${tail}${form === "new" ? "" : `\n\n${quoteLines(quoted)}`}\n`,
      html: `${start}${form === "new" ? "" : cite(`<div>${escapeHtml(introduction)}</div><br class="Apple-interchange-newline"><div>${toDivs([first, "", second, "", third])}</div>`)}</body></html>`,
      text: closedText(content),
      quote: form === "new" ? "" : quoted,
    };
  },
};

/** Mail on an iPhone has a signature of its own. */
export const appleMobile: Client = {
  name: "apple-ios",
  mailer: "iPhone Mail (23C55)",
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
  forms: ["top", "new", "forward"],
  write(content) {
    const { form, language, texts } = content;
    const own = ownParagraphs(content);
    const phone = phoneSignatures[language];
    const introduction = introductions[language].replace(
      ` <${supportAddress}>`,
      ` &lt;${supportAddress}&gt;`,
    );
    const [begin] = forwards[language];
    const header = forwardHeader(content);
    const earlierHtml = `<div dir="ltr">\ufeff${texts.earlier.map((line) => `<div>${line}</div>`).join("<div><br></div>")}</div>`;
    const ownHtml = `<div dir="ltr">${own.map((text) => `<div dir="ltr">${escapeHtml(text)}</div>`).join("<div><br></div>")}</div><br id="lineBreakAtBeginningOfSignature"><div dir="ltr">${phone}</div>`;
    const ownPlain = `${own.join("\n\n")}\n\n${phone}`;
    const base = { encoding: "quoted-printable", signature: phone } as const;
    const open =
      '<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"></head><body dir="auto">';
    if (form === "forward")
      return {
        ...base,
        html: `${open}${ownHtml}<div dir="ltr"><br>${begin}<br><br></div><blockquote type="cite"><div dir="ltr">${header.map((line) => `<b>${escapeHtml(line.slice(0, line.indexOf(" ")))}</b> ${escapeHtml(line.slice(line.indexOf(" ") + 1))}<br>`).join("")}<br></div></blockquote><blockquote type="cite">${earlierHtml}</blockquote></body></html>`,
        plain: `${ownPlain}\n\n${begin}\n\n${quoteLines(`${header.join("\n")}\n\n${earlierText(content)}`)}\n`,
        text: `${own.join("\n\n")}\n\n${begin}\n\n${header.join("\n")}\n\n${earlierText(content)}`,
        quote: "",
      };
    return {
      ...base,
      html: `${open}${ownHtml}${form === "new" ? "" : `<div dir="ltr"><br><blockquote type="cite">${introduction}<br><br></blockquote></div><blockquote type="cite">${earlierHtml}</blockquote>`}</body></html>`,
      plain: `${ownPlain}\n${form === "new" ? "" : `\n${quoteLines(`${introductions[language]}\n\n${earlierText(content)}`)}\n`}`,
      text: own.join("\n\n"),
      quote: form === "new" ? "" : `${introductions[language]}\n${earlierText(content)}`,
    };
  },
};
