import {
  earlierText,
  ownParagraphs,
  ownText,
  quoteLines,
  support,
  supportAddress,
  supportName,
  type Client,
} from "../content.ts";
import { escapeHtml } from "../encode.ts";

/** Mail programs of Russia, Ukraine, Poland, China, Japan and Korea. */

export const mailRu: Client = {
  name: "mail-ru",
  mailer: "Mail.Ru Mailer 1.0",
  languages: ["ru", "en"],
  forms: ["top", "new"],
  write(content) {
    const introduction =
      content.language === "ru"
        ? `Вторник, 3 марта 2026, 10:05 +03:00 от ${support}:`
        : `Tuesday, March 3, 2026, 10:05 AM +03:00 from ${support}:`;
    const signature =
      content.language === "ru"
        ? "Отправлено из мобильного приложения Mail"
        : "Sent from Mail mobile app";
    const isNew = content.form === "new";
    return {
      encoding: "base64",
      html: `<HTML><BODY><div>${ownParagraphs(content).map(escapeHtml).join("<br><br>")}<br><br>--<br>${signature}</div>${isNew ? "" : `<br><br><blockquote style="border-left:1px solid #0857A6; margin:10px; padding:0 0 0 10px;">${escapeHtml(introduction)}<br>&nbsp;<div id=""><div class="js-helper js-readmsg-msg">${content.texts.earlier.join("<br><br>")}</div></div></blockquote>`}</BODY></HTML>`,
      plain: `\n${ownText(content)}\n\n--\n${signature}\n${isNew ? "" : ` \n  \n>${introduction}\n${quoteLines(earlierText(content), ">")}\n`}`,
      text: ownText(content),
      quote: isNew ? "" : `${introduction}\n${earlierText(content)}`,
      signature,
    };
  },
};

export const yandex: Client = {
  name: "yandex",
  mailer: "Yamail [ http://yandex.ru ] 5.0",
  languages: ["ru", "uk", "tr"],
  forms: ["top", "bottom"],
  write(content) {
    const introduction = `03.03.2026, 10:05, "${supportName}" <${supportAddress}>:`;
    const quote = `<div>${escapeHtml(introduction)}</div><blockquote><p>${content.texts.earlier.join("</p><p>")}</p></blockquote>`;
    const own = ownParagraphs(content)
      .map((text) => `<div>${escapeHtml(text)}</div>`)
      .join("<div>&nbsp;</div>");
    return {
      encoding: "base64",
      html:
        content.form === "bottom"
          ? `${quote}<div>&nbsp;</div>${own}`
          : `${own}<div>&nbsp;</div>${quote}`,
      text: ownText(content),
      quote: `${introduction}\n${earlierText(content)}`,
      signature: "",
    };
  },
};

export const wirtualnaPolska: Client = {
  name: "wp-pl",
  mailer: "Poczta WP",
  languages: ["pl"],
  forms: ["top", "new"],
  write(content) {
    const introduction = `Dnia 3 marca 2026 10:05 ${support} napisał(a):`;
    const isNew = content.form === "new";
    return {
      encoding: "quoted-printable",
      isLegacy: true,
      plain: `${ownText(content)}\n${isNew ? "" : `\n${introduction}\n\n${quoteLines(earlierText(content))}\n`}`,
      text: ownText(content),
      quote: isNew ? "" : `${introduction}\n${earlierText(content)}`,
      signature: "",
    };
  },
};

export const ukrNet: Client = {
  name: "ukr-net",
  mailer: "mail.ukr.net 5.0",
  languages: ["uk", "ru"],
  forms: ["top"],
  write(content) {
    const introduction =
      content.language === "uk"
        ? `3 березня 2026, 10:05:12, від "${supportName}" <${supportAddress}>:`
        : `3 марта 2026, 10:05:12, от "${supportName}" <${supportAddress}>:`;
    return {
      encoding: "quoted-printable",
      html: `<html><body><span style="display:block;">${ownParagraphs(content)
        .map((text) => `<div>${escapeHtml(text)}</div>`)
        .join(
          "<div><br></div>",
        )}</span><br/><span><i><span style="font-size:10pt;">${escapeHtml(introduction)}</span></i></span><br/><br/><blockquote style="border-left:1px solid #cccccc;margin:0px 0px 0px 0.8ex;padding-left:1ex;">${content.texts.earlier.map((line) => `<div>${line}</div>`).join("<div><br></div>")}</blockquote></body></html>`,
      text: ownText(content),
      quote: `${introduction}\n${earlierText(content)}`,
      signature: "",
    };
  },
};

export const netEase: Client = {
  name: "netease",
  mailer: "Coremail Webmail Server Version XT5.0.14",
  languages: ["zh", "en"],
  forms: ["top", "new"],
  write(content) {
    const introduction =
      content.language === "zh"
        ? `在 2026-03-03 10:05:12，"${supportName}" <${supportAddress}> 写道：`
        : `At 2026-03-03 10:05:12, "${supportName}" <${supportAddress}> wrote:`;
    const isNew = content.form === "new";
    return {
      encoding: "base64",
      isLegacy: true,
      plain: `${ownText(content)}\n\n\n${isNew ? "" : `\n${introduction}\n${quoteLines(earlierText(content), ">")}\n`}`,
      html: `<div style="line-height:1.7;color:#000000;font-size:14px;font-family:Arial">${ownParagraphs(
        content,
      )
        .map((text) => `<div style="margin: 0;">${escapeHtml(text)}</div>`)
        .join(
          '<div style="margin:0;"><br></div>',
        )}<div style="margin:0;"><br></div>${isNew ? "" : `<div style="position:relative;zoom:1"></div><div id="divNeteaseMailCard"></div><p style="margin: 0;"><br></p><pre><br>${escapeHtml(introduction)}</pre><blockquote id="isReplyContent" style="PADDING-LEFT: 1ex; MARGIN: 0px 0px 0px 0.8ex; BORDER-LEFT: #ccc 1px solid">${content.texts.earlier.join("<br><br>")}</blockquote>`}</div>`,
      text: ownText(content),
      quote: isNew ? "" : `${introduction}\n${earlierText(content)}`,
      signature: "",
    };
  },
};

export const qq: Client = {
  name: "qq",
  mailer: "QQMail 2.x",
  languages: ["zh"],
  forms: ["top", "forward"],
  write(content) {
    const { texts, address, form } = content;
    const header = [
      `------------------ ${form === "forward" ? "转发邮件" : "原始邮件"} ------------------`,
      `发件人: "${supportName}" <${supportAddress}>;`,
      "发送时间: 2026年3月3日(星期二) 上午10:05",
      `收件人: "${texts.sender}"<${address}>;`,
      `主题: Re: ${texts.subject}`,
    ];
    const tail = `${header.join("\n")}\n\n${earlierText(content)}`;
    return {
      encoding: "base64",
      isLegacy: true,
      html: `<meta http-equiv="Content-Type" content="text/html; charset=GB18030"><div>${ownParagraphs(content).map(escapeHtml).join("</div><div><br></div><div>")}</div><div><br></div><div><div><br></div><div style="font-size: 12px;font-family: Arial Narrow;padding:2px 0 2px 0;">${header[0]?.replaceAll(" ", "&nbsp;")}</div><div style="font-size: 12px;background:#efefef;padding:8px;">${header
        .slice(1)
        .map(
          (line) =>
            `<div><b>${line.slice(0, line.indexOf(":") + 1)}</b>&nbsp;${escapeHtml(line.slice(line.indexOf(":") + 2))}</div>`,
        )
        .join(
          "",
        )}</div><div><br></div>${texts.earlier.map((line) => `<div>${line}</div>`).join("<div><br></div>")}</div>`,
      text: form === "forward" ? `${ownText(content)}\n\n${tail}` : ownText(content),
      quote: form === "forward" ? "" : tail,
      signature: "",
    };
  },
};

export const naver: Client = {
  name: "naver",
  languages: ["ko"],
  forms: ["top"],
  write(content) {
    const { texts, address } = content;
    const header = [
      "-----Original Message-----",
      `From: "${supportName}" <${supportAddress}>`,
      `To: "${texts.sender}" <${address}>;`,
      "Cc:",
      "Sent: 2026-03-03 (화) 10:05:12 (GMT+09:00)",
      `Subject: Re: ${texts.subject}`,
    ];
    return {
      encoding: "base64",
      html: `<html><head></head><body><div style="font-size:10pt; font-family:Gulim;">${ownParagraphs(
        content,
      )
        .map((text) => `<p>${escapeHtml(text)}</p>`)
        .join(
          "",
        )}<p>&nbsp;</p><blockquote style="border-left:0"><p>${header.map(escapeHtml).join("<br>")}</p>${texts.earlier.map((line) => `<p>${line}</p>`).join("")}</blockquote></div></body></html>`,
      text: ownText(content),
      quote: `${header.join("\n")}\n${earlierText(content)}`,
      signature: "",
    };
  },
};

export const daum: Client = {
  name: "daum",
  languages: ["ko"],
  forms: ["top"],
  write(content) {
    const { texts, address } = content;
    const header = [
      "--------- 원본 메일 ---------",
      `보낸사람 : ${support}`,
      `받는사람 : ${texts.sender} <${address}>`,
      "날짜 : 2026년 3월 3일(화) 10:05:12",
      `제목 : Re: ${texts.subject}`,
    ];
    return {
      encoding: "quoted-printable",
      isLegacy: true,
      plain: `${ownText(content)}\n\n${header.join("\n")}\n\n${earlierText(content)}\n`,
      text: ownText(content),
      quote: `${header.join("\n")}\n${earlierText(content)}`,
      signature: "",
    };
  },
};

/** Programs in Japan: ISO-2022-JP, and a line of equal signs above the signature. */
export const becky: Client = {
  name: "becky",
  mailer: "Becky! ver. 2.75.03 [ja]",
  languages: ["ja"],
  forms: ["top", "bottom", "new"],
  write(content) {
    const { texts, form } = content;
    const introduction = `On Tue, 3 Mar 2026 10:05:12 +0900\n${support} wrote:`;
    const rule = "=".repeat(40);
    const signature = `\n\n${rule}\n${texts.company.join("\n")}\n${rule}\n`;
    const quoted = `${introduction}\n\n${quoteLines(earlierText(content))}`;
    const plain = {
      new: ownText(content),
      top: `${ownText(content)}${signature}\n${quoted}`,
      bottom: `${quoted}\n\n${ownText(content)}${signature}`,
      inline: "",
      forward: "",
    }[form];
    return {
      encoding: "7bit",
      isLegacy: true,
      plain: `${plain}${form === "new" ? signature : "\n"}`,
      text: ownText(content),
      quote: form === "new" ? "" : `${introduction}\n${earlierText(content)}`,
      signature: `${rule}\n${texts.company.join("\n")}\n${rule}`,
    };
  },
};
