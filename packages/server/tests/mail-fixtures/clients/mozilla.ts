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

const introductions: Readonly<Partial<Record<Language, string>>> = {
  en: `On 3/3/26 10:05, ${supportName} wrote:`,
  de: `Am 03.03.26 um 10:05 schrieb ${supportName}:`,
  fr: `Le 03/03/2026 à 10:05, ${supportName} a écrit :`,
  es: `El 3/3/26 a las 10:05, ${supportName} escribió:`,
  pt: `Em 03/03/2026 10:05, ${supportName} escreveu:`,
  ru: `03.03.2026 10:05, ${supportName} пишет:`,
  uk: `03.03.26 10:05, ${supportName} пише:`,
  pl: `W dniu 3.03.2026 o 10:05, ${supportName} pisze:`,
  tr: `3.03.2026 10:05 tarihinde ${supportName} yazdı:`,
  el: `Στις 3/3/26 10:05, ο/η ${supportName} έγραψε:`,
  he: `בתאריך 03/03/2026 10:05, ‏${supportName} כתב:`,
  ja: `On 2026/03/03 10:05, ${supportName} wrote:`,
  zh: `在 2026/3/3 10:05, ${supportName} 写道:`,
  tw: `${supportName} 於 2026/3/3 10:05 寫道:`,
};
const forwards: Readonly<
  Partial<Record<Language, readonly [string, string, string, string, string]>>
> = {
  en: ["-------- Forwarded Message --------", "Subject:", "Date:", "From:", "To:"],
  de: ["-------- Weitergeleitete Nachricht --------", "Betreff:", "Datum:", "Von:", "An:"],
  fr: ["-------- Message transféré --------", "Sujet :", "Date :", "De :", "Pour :"],
  es: ["-------- Mensaje reenviado --------", "Asunto:", "Fecha:", "De:", "Para:"],
  pt: ["-------- Mensagem reencaminhada --------", "Assunto:", "Data:", "De:", "Para:"],
  ru: ["-------- Пересылаемое сообщение --------", "Тема:", "Дата:", "От:", "Кому:"],
  pl: ["-------- Przekazana wiadomość --------", "Temat:", "Data:", "Nadawca:", "Adresat:"],
  tr: ["-------- İletilmiş Mesaj --------", "Konu:", "Tarih:", "Kimden:", "Kime:"],
  el: ["-------- Προωθημένο Μήνυμα --------", "Θέμα:", "Ημερομηνία:", "Από:", "Προς:"],
  ja: ["-------- 転送メッセージ --------", "件名:", "日付:", "差出人:", "宛先:"],
  zh: ["-------- 转发的消息 --------", "主题:", "日期:", "发件人:", "收件人:"],
};
const languages: readonly Language[] = [
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
  "he",
  "ja",
  "zh",
  "tw",
];

function forwardHeader({ language, texts, address }: Content): readonly string[] {
  const [separator, subject, date, from, to] = forwards[language] ?? forwards.en ?? [];
  return [
    separator ?? "",
    `${subject} Re: ${texts.subject}`,
    `${date} Tue, 3 Mar 2026 10:05:12 +0100`,
    `${from} ${support}`,
    `${to} ${address}`,
  ];
}

/** Thunderbird in plain text: `format=flowed`, and the signature below the quote. */
export const thunderbirdPlain: Client = {
  name: "thunderbird-plain",
  mailer: "Mozilla Thunderbird",
  languages,
  forms: ["bottom", "inline", "top", "new"],
  write(content) {
    const { form, language, hasCompanySignature } = content;
    const introduction = introductions[language] ?? "";
    const own = ownParagraphs(content).join("\n\n");
    const signature = hasCompanySignature ? `\n\n-- \n${companyText(content)}\n` : "\n";
    const quoted = `${introduction}\n${quoteLines(earlierText(content))}`;
    const plain = {
      new: `${own}${signature}`,
      top: `${own}\n\n${quoted}\n${signature}`,
      bottom: `${quoted}\n\n${own}\n${signature}`,
      inline: `${introduction}\n${inlineText(content)}\n${signature}`,
      forward: "",
    }[form];
    return {
      isFlowed: true,
      encoding: "8bit",
      isLegacy: language === "ja",
      plain: flow(plain),
      text: form === "inline" ? inlineText(content) : own,
      quote:
        form === "new"
          ? ""
          : form === "inline"
            ? introduction
            : `${introduction}\n${earlierText(content)}`,
      signature: hasCompanySignature ? companyText(content) : "",
    };
  },
};
/** Breaks unquoted lines after spaces, which remain at the end of the line (RFC 3676). */
function flow(text: string): string {
  return text
    .split("\n")
    .map((line) =>
      line.startsWith(">") || line === "-- " ? line : line.replace(/(.{50,71} )(?=.{3})/g, "$1\n"),
    )
    .join("\n");
}

/** Thunderbird in HTML. */
export const thunderbirdHtml: Client = {
  name: "thunderbird-html",
  mailer: "Mozilla Thunderbird",
  languages,
  forms: ["top", "inline", "forward", "new"],
  write(content) {
    const { form, language, hasCompanySignature, texts } = content;
    const introduction = introductions[language] ?? "";
    const own = form === "inline" ? [] : ownParagraphs(content);
    const signed = hasCompanySignature && form !== "inline";
    const ownHtml = own.map((text) => `<p>${escapeHtml(text)}</p>`).join("\n");
    const signature = signed
      ? `<p>${texts.closing}</p><div class="moz-signature">-- <br>${texts.company.map(escapeHtml).join("<br>")}</div>`
      : "";
    const prefix = `<div class="moz-cite-prefix">${escapeHtml(introduction)}<br></div>`;
    const cite = (lines: readonly string[]): string =>
      `<blockquote type="cite" cite="mid:1234@shop.example">${lines.map((line) => `<p>${line}</p>`).join("")}</blockquote>`;
    const [first, second, third] = texts.earlier;
    const header = forwardHeader(content);
    const end = {
      new: "",
      bottom: "",
      top: `${prefix}${cite(texts.earlier)}`,
      inline: `${prefix}${cite([first, second])}<p>${texts.answers[0]}</p>${cite([third])}<p>${texts.answers[1]}</p>`,
      forward: `<div class="moz-forward-container"><br><br>${header[0]}<table class="moz-email-headers-table" cellspacing="0" cellpadding="0" border="0"><tbody>${header
        .slice(1)
        .map((line) => {
          const colon = line.indexOf(":") + 1;
          return `<tr><th valign="BASELINE" align="RIGHT" nowrap="nowrap">${line.slice(0, colon)} </th><td>${escapeHtml(line.slice(colon + 1)).replace(`&lt;${supportAddress}&gt;`, `<a class="moz-txt-link-rfc2396E" href="mailto:${supportAddress}">&lt;${supportAddress}&gt;</a>`)}</td></tr>`;
        })
        .join(
          "",
        )}</tbody></table><br><br>${texts.earlier.map((line) => `<p>${line}</p>`).join("")}</div>`,
    }[form];
    return {
      encoding: "8bit",
      html: `<!DOCTYPE html><html><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8"></head><body>${ownHtml}${signature}${end}</body></html>`,
      text:
        form === "inline"
          ? inlineText(content)
          : form === "forward"
            ? `${closedText(content)}\n\n${header.join("\n")}\n\n${earlierText(content)}`
            : closedText(content),
      quote:
        form === "top"
          ? `${introduction}\n${earlierText(content)}`
          : form === "inline"
            ? introduction
            : "",
      signature: signed ? companyText(content) : "",
    };
  },
};
