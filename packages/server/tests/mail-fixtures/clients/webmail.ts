import {
  closedText,
  companyText,
  earlierText,
  inlineText,
  ownParagraphs,
  ownText,
  quoteLines,
  support,
  supportAddress,
  supportName,
  type Client,
  type Content,
} from "../content.ts";
import { escapeHtml } from "../encode.ts";
import type { Language } from "../languages.ts";

const yahooIntroductions: Readonly<Partial<Record<Language, string>>> = {
  en: `On Tuesday, March 3, 2026 at 10:05:12 AM GMT+1, ${support} wrote:`,
  de: `Am Dienstag, 3. März 2026 um 10:05:12 MEZ hat ${support} Folgendes geschrieben:`,
  fr: `Le mardi 3 mars 2026 à 10:05:12 UTC+1, ${support} a écrit :`,
  es: `En martes, 3 de marzo de 2026, 10:05:12 CET, ${support} escribió:`,
  pt: `Em terça-feira, 3 de março de 2026 às 10:05:12 BRT, ${support} escreveu:`,
  el: `Την Τρίτη 3 Μαρτίου 2026 στις 10:05:12 π.μ. EET, ο χρήστης ${support} έγραψε:`,
  tw: `${support} 在 2026年3月3日 星期二 上午10:05:12 [GMT+8] 寫道：`,
};

/** Yahoo Mail: an indented quote in a container, without quote signs in the plain text. */
export const yahoo: Client = {
  name: "yahoo",
  mailer: "YMailNorrin",
  languages: ["en", "de", "fr", "es", "pt", "el", "tw"],
  forms: ["top", "new"],
  write(content) {
    const { form, language, texts } = content;
    const introduction = yahooIntroductions[language] ?? "";
    const id = "yahoo_quoted_4117520963";
    return {
      encoding: "quoted-printable",
      plain: ` ${ownText(content)}\n${form === "new" ? "" : `\n    ${introduction}  \n \n ${texts.earlier.join("\n\n")}   `}`,
      html: `<html><head></head><body><div class="ydpa5b7d0cyahoo-style-wrap" style="font-family:Helvetica Neue, Helvetica, Arial, sans-serif;font-size:13px;">${ownParagraphs(
        content,
      )
        .map((text) => `<div dir="ltr" data-setdir="false">${escapeHtml(text)}</div>`)
        .join(
          "<div><br></div>",
        )}<div><br></div>${form === "new" ? "" : `</div><div id="${id}" class="yahoo_quoted"><div style="font-family:'Helvetica Neue', Helvetica, Arial, sans-serif;font-size:13px;color:#26282a;"><div>\n ${escapeHtml(introduction)}\n </div><div><br></div><div><br></div><div><div id="yiv4117520963">${texts.earlier.join('<br clear="none"><br clear="none">')}</div></div></div>`}</div></body></html>`,
      text: ownText(content),
      quote: form === "new" ? "" : `${introduction}\n${earlierText(content)}`,
      signature: "",
    };
  },
};

const protonIntroductions: Readonly<Partial<Record<Language, string>>> = {
  en: `On Tuesday, March 3rd, 2026 at 10:05, ${support} wrote:`,
  de: `Am Dienstag, 3. März 2026 um 10:05, ${support} schrieb:`,
  fr: `Le mardi 3 mars 2026 à 10:05, ${support} a écrit :`,
  es: `El martes, 3 de marzo de 2026 a las 10:05, ${support} escribió:`,
  pl: `wtorek, 3 marca 2026 10:05, ${support} napisał(a):`,
  ru: `вторник, 3 марта 2026 г. в 10:05, ${support} пишет:`,
};
/** Proton Mail adds a line about itself. */
export const proton: Client = {
  name: "proton",
  languages: ["en", "de", "fr", "es", "pl", "ru"],
  forms: ["top", "inline", "new"],
  write(content) {
    const { form, language, texts } = content;
    const introduction = protonIntroductions[language] ?? "";
    const advertisement = "Sent with Proton Mail secure email.";
    const font = 'style="font-family: Arial, sans-serif; font-size: 14px;"';
    const signature = `<div ${font}><br></div><div class="protonmail_signature_block" ${font}><div class="protonmail_signature_block-user protonmail_signature_block-empty"></div><div class="protonmail_signature_block-proton">Sent with <a target="_blank" href="https://proton.me/mail/home" rel="noopener noreferrer">Proton Mail</a> secure email.</div></div>`;
    const [first, second, third] = texts.earlier;
    const cite = (html: string): string =>
      `<blockquote class="protonmail_quote" type="cite">${html}</blockquote>`;
    const own = form === "inline" ? [] : ownParagraphs(content);
    const quote = {
      new: "",
      bottom: "",
      forward: "",
      top: `<div class="protonmail_quote">${escapeHtml(introduction)}<br>${cite(`<div>${texts.earlier.join("<br><br>")}</div>`)}<br></div>`,
      inline: `<div class="protonmail_quote">${escapeHtml(introduction)}<br>${cite(`<div>${first}<br><br>${second}</div>`)}<div>${texts.answers[0]}</div><br>${cite(`<div>${third}</div>`)}<div>${texts.answers[1]}</div></div>`,
    }[form];
    const plainSignature = "Sent with [Proton Mail](https://proton.me/mail/home) secure email.";
    return {
      encoding: "quoted-printable",
      html: `${own.map((text) => `<div ${font}>${escapeHtml(text)}</div>`).join(`<div ${font}><br></div>`)}${form === "inline" ? "" : signature}<div ${font}><br></div>${quote}`,
      plain: `${own.join("\n\n")}\n\n${plainSignature}\n\n${form === "top" ? `${introduction}\n\n${quoteLines(earlierText(content))}` : ""}`,
      text: form === "inline" ? inlineText(content) : ownText(content),
      quote:
        form === "top"
          ? `${introduction}\n${earlierText(content)}`
          : form === "inline"
            ? introduction
            : "",
      signature:
        form === "inline"
          ? ""
          : advertisement.replace("Mail", "Mail <https://proton.me/mail/home>"),
    };
  },
};

const gmxHeaders: Readonly<
  Partial<Record<Language, readonly [string, string, string, string, string]>>
> = {
  en: ["Sent:", "Tuesday, March 03, 2026 at 10:05 AM", "From:", "To:", "Subject:"],
  de: ["Gesendet:", "Dienstag, 3. März 2026 um 10:05", "Von:", "An:", "Betreff:"],
  fr: ["Envoyé:", "mardi 3 mars 2026 à 10:05", "De:", "À:", "Objet:"],
  es: ["Enviado:", "martes, 3 de marzo de 2026 a las 10:05", "De:", "Para:", "Asunto:"],
};
function gmxLines({ language, address, texts }: Content): readonly string[] {
  const [sent, date, from, to, subject] = gmxHeaders[language] ?? [];
  return [
    `${sent} ${date}`,
    `${from} "${supportName}" <${supportAddress}>`,
    `${to} ${address}`,
    `${subject} Re: ${texts.subject}`,
  ];
}
/** GMX and WEB.DE: the quote is a container with a header that begins with the time. */
export const gmx: Client = {
  name: "gmx",
  languages: ["en", "de", "fr", "es"],
  forms: ["top", "new"],
  write(content) {
    const { form, texts } = content;
    const header = gmxLines(content);
    const toLine = (line: string): string =>
      `<b>${line.slice(0, line.indexOf(":") + 1)}</b>&nbsp;${escapeHtml(line.slice(line.indexOf(":") + 2))}`;
    return {
      encoding: "quoted-printable",
      html: `<html><head></head><body><div style="font-family: Verdana;font-size: 12.0px;">${ownParagraphs(
        content,
      )
        .map((text) => `<div>${escapeHtml(text)}</div>`)
        .join(
          "<div>&nbsp;</div>",
        )}${form === "new" ? "" : `<div>&nbsp;<div name="quote" style="margin:10px 5px 5px 10px; padding: 10px 0 10px 10px; border-left:2px solid #C3D9E5; word-wrap: break-word;"><div style="margin:0 0 10px 0;">${header.map(toLine).join("<br/>")}</div><div name="quoted-content"><div>${texts.earlier.join("</div><div>&nbsp;</div><div>")}</div></div></div></div>`}</div></body></html>`,
      text: ownText(content),
      quote: form === "new" ? "" : `${header.join("\n")}\n${earlierText(content)}`,
      signature: "",
    };
  },
};

const roundcubeIntroductions: Readonly<Partial<Record<Language, string>>> = {
  en: `On 2026-03-03 10:05, ${supportName} wrote:`,
  de: `Am 2026-03-03 10:05, schrieb ${supportName}:`,
  fr: `Le 2026-03-03 10:05, ${supportName} a écrit :`,
  es: `El 2026-03-03 10:05, ${supportName} escribió:`,
  pt: `Em 2026-03-03 10:05, ${supportName} escreveu:`,
  pl: `W dniu 2026-03-03 10:05, ${supportName} napisał(a):`,
  ru: `${supportName} писал(а) 2026-03-03 10:05:`,
  uk: `${supportName} писав(ла) 2026-03-03 10:05:`,
  tr: `2026-03-03 10:05 tarihinde ${supportName} yazdı:`,
};
/** Roundcube: plain text by default. */
export const roundcube: Client = {
  name: "roundcube",
  mailer: "Roundcube Webmail/1.6.9",
  languages: ["en", "de", "fr", "es", "pt", "pl", "ru", "uk", "tr"],
  forms: ["bottom", "top", "inline"],
  write(content) {
    const { form, language, hasCompanySignature, texts } = content;
    const introduction = roundcubeIntroductions[language] ?? "";
    const own = ownText(content);
    const signature = hasCompanySignature
      ? `\n\n${texts.closing}\n\n-- \n${companyText(content)}\n`
      : "\n";
    const closing = hasCompanySignature ? `\n\n${texts.closing}` : "";
    const quoted = `${introduction}\n${quoteLines(earlierText(content))}`;
    const plain = {
      new: `${own}${signature}`,
      forward: "",
      top: `${own}${signature}\n${quoted}\n`,
      bottom: `${quoted}\n\n${own}${signature}`,
      inline: `${introduction}\n${inlineText(content)}${signature}`,
    }[form];
    return {
      encoding: "8bit",
      isLegacy: language === "pl" || language === "ru",
      plain,
      text: `${form === "inline" ? inlineText(content) : own}${closing}`,
      quote: form === "inline" ? introduction : `${introduction}\n${earlierText(content)}`,
      signature: hasCompanySignature ? companyText(content) : "",
    };
  },
};

/** Mutt and other programs in which people cut the quote and write below each line. */
export const mutt: Client = {
  name: "mutt",
  mailer: "Mutt/2.2.9",
  languages: ["en", "de", "fr", "pl", "ru"],
  forms: ["inline", "bottom", "top"],
  write(content) {
    const { form, texts, hasCompanySignature } = content;
    const introduction = `On Tue, Mar 03, 2026 at 10:05:12AM +0100, ${supportName} wrote:`;
    const signature = hasCompanySignature ? `\n\n-- \n${companyText(content)}` : "";
    const own = ownText(content);
    const [, second, third] = texts.earlier;
    const inline = `${quoteLines(second)}\n\n${texts.answers[0]}\n\n${quoteLines(third)}\n\n${texts.answers[1]}`;
    const quoted = `${introduction}\n${quoteLines(earlierText(content))}`;
    const plain = {
      new: own,
      forward: "",
      top: `${own}\n\n${quoted}`,
      bottom: `${quoted}\n\n${own}`,
      inline: `${introduction}\n${inline}`,
    }[form];
    return {
      encoding: "8bit",
      plain: `${plain}${signature}\n`,
      text: form === "inline" ? inline : own,
      quote: form === "inline" ? introduction : `${introduction}\n${earlierText(content)}`,
      signature: hasCompanySignature ? companyText(content) : "",
    };
  },
};

/** A mail server of a company that adds a disclaimer below everything. */
export const disclaimer: Client = {
  name: "disclaimer",
  languages: ["en", "de", "fr", "es", "ru"],
  forms: ["new"],
  write(content) {
    const texts: Readonly<Partial<Record<Language, string>>> = {
      en: "This e-mail and any attachments are confidential and intended only for the addressee. If you have received it in error, please notify the sender and delete it.",
      de: "Diese E-Mail enthält vertrauliche Informationen. Wenn Sie nicht der richtige Adressat sind, informieren Sie bitte den Absender und vernichten Sie diese E-Mail.",
      fr: "Ce message et ses pièces jointes sont confidentiels et destinés exclusivement à leur destinataire. Si vous l’avez reçu par erreur, merci d’en avertir l’expéditeur.",
      es: "Este mensaje y sus archivos adjuntos son confidenciales y van dirigidos exclusivamente a su destinatario. Si lo ha recibido por error, comuníquelo al remitente.",
      ru: "Данное сообщение содержит конфиденциальную информацию и предназначено только для адресата. Если вы получили его по ошибке, сообщите об этом отправителю.",
    };
    const footer = texts[content.language] ?? "";
    return {
      encoding: "base64",
      html: `<html><body><p>${ownParagraphs(content).map(escapeHtml).join("</p><p>")}</p><p>${content.texts.closing}</p><p>${content.texts.company.map(escapeHtml).join("<br>")}</p><hr><p style="font-size:8pt;color:gray">${footer}</p></body></html>`,
      text: closedText({ ...content, hasCompanySignature: true }),
      quote: "",
      signature: `${companyText(content)}\n\n${footer}`,
    };
  },
};
