import { compile, type FormatCallback } from "html-to-text";
import { Parser } from "htmlparser2";
import { endsBlock, type HtmlNode } from "./line-break.ts";
import { mailLimits } from "./types.ts";

/**
 * Signs in the extracted text for structure that only the HTML has. Each one is a line of its own.
 * They are private use characters, which `convertHtml` removes from the HTML.
 */
export const structureMarks = {
  signature: "\uf8e0",
  signatureEnd: "\uf8e1",
  /** The header of an earlier mail in Outlook. */
  reply: "\uf8e2",
  table: "\uf8e3",
} as const;
const quoteMarks = { start: "\uf8e4", end: "\uf8e5" } as const;
export const structureMarkPattern = /[\uf8e0-\uf8e5]/g;

const wrapInMarks =
  (first: string, last: string | null): FormatCallback =>
  (element, walk, builder) => {
    const addMark = (mark: string): void => {
      builder.openBlock({ leadingLineBreaks: 1 });
      builder.addInline(mark);
      builder.closeBlock({ trailingLineBreaks: 1 });
    };
    addMark(first);
    builder.openBlock({ leadingLineBreaks: 1 });
    walk(element.children, builder);
    builder.closeBlock({ trailingLineBreaks: 1 });
    if (last !== null) addMark(last);
  };

const block = { leadingLineBreaks: 1, trailingLineBreaks: 1 };
const paragraph = { leadingLineBreaks: 2, trailingLineBreaks: 2 };

/** Paragraphs without space between them, of Outlook and Apple Mail. */
const lineSelectors = [
  "p.MsoNormal",
  "p.MsoPlainText",
  "p.p1",
  'p[style*="margin:0"i]',
  'p[style*="margin: 0"i]',
  'p[style*="margin-top:0"i]',
];
/** Containers of an earlier mail, with the names that mail programs give to them. */
const quoteSelectors = [
  "blockquote",
  "div.yahoo_quoted",
  "div#OLK_SRC_BODY_SECTION",
  'div[name="quote"]',
  "div.zmail_extra",
];
const signatureSelectors = [
  ".gmail_signature",
  ".moz-signature",
  "#Signature",
  "#ms-outlook-mobile-signature",
  ".protonmail_signature_block",
  "#AppleMailSignature",
  "#composer_signature",
  ".tutanota_signature",
  ".x_gmail_signature",
  ".k9mail-signature",
  'div[name="messageSignatureSection"]',
  "div#ymail_android_signature",
  ".yahoo_signature",
  'div[fairemail="signature"]',
  "br#lineBreakAtBeginningOfSignature",
];
/** Elements before the header that Outlook writes above an earlier mail. */
const replySelectors = [
  "div#divRplyFwdMsg",
  'div[style*="border-top:solid #"i]',
  'div[style*="border-top: solid #"i]',
  'div[style*="border-top-color: rgb(229, 229, 229)"i]',
  "div#mail-editor-reference-message-container",
  "div#ms-outlook-mobile-body-separator-line",
];
const hiddenSelectors = [
  "style",
  "script",
  "title",
  "template",
  "head",
  "object",
  "svg",
  '[style*="display:none"i]',
  '[style*="display: none"i]',
];

/** Depth of elements that is converted. The converter needs quadratic time for deeper ones. */
const maxDepth = 300;

const convert = compile({
  wordwrap: false,
  baseElements: { selectors: ["body"], returnDomByDefault: true },
  limits: {
    maxInputLength: mailLimits.maxConvertedHtmlLength,
    maxDepth,
    ellipsis: "",
  },
  formatters: {
    signature: wrapInMarks(structureMarks.signature, structureMarks.signatureEnd),
    signatureStart: wrapInMarks(structureMarks.signature, null),
    quote: wrapInMarks(quoteMarks.start, quoteMarks.end),
    reply: wrapInMarks(structureMarks.reply, null),
    markedTable: wrapInMarks(structureMarks.table, null),
    cell(element, walk, builder) {
      walk(element.children, builder);
      builder.addInline(" ");
    },
    lineBreak(element, _walk, builder) {
      if (!endsBlock(element as unknown as HtmlNode)) builder.addLineBreak();
    },
    /** Pictures are attachments. Only emoji, which some programs send as pictures, are text. */
    emoji(element, _walk, builder) {
      const text = (element as unknown as HtmlNode).attribs?.alt ?? "";
      if (
        /^[\p{Extended_Pictographic}\p{Emoji_Component}]{1,12}$/u.test(text) &&
        !/^[\d#*]+$/.test(text)
      )
        builder.addInline(text);
    },
  },
  selectors: [
    { selector: "a", options: { linkBrackets: ["<", ">"], hideLinkHrefIfSameAsText: true } },
    { selector: "br", format: "lineBreak" },
    { selector: "img", format: "emoji" },
    { selector: "p", format: "paragraph", options: paragraph },
    ...lineSelectors.map((selector) => ({ selector, format: "block", options: block })),
    { selector: "hr", format: "skip" },
    { selector: "ul", options: { itemPrefix: "- ", ...block } },
    { selector: "ol", options: block },
    ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({
      selector,
      options: { uppercase: false, ...paragraph },
    })),
    { selector: "table", format: "markedTable" },
    { selector: "tr", format: "block", options: block },
    { selector: "td", format: "cell" },
    { selector: "th", format: "cell" },
    ...quoteSelectors.map((selector) => ({
      selector,
      format: "quote",
    })),
    // Indented paragraphs of Gmail.
    { selector: 'blockquote[style*="border:none"i]', format: "block", options: block },
    { selector: 'blockquote[style*="border: none"i]', format: "block", options: block },
    ...signatureSelectors.map((selector) => ({
      selector,
      format: selector.startsWith("br") ? "signatureStart" : "signature",
    })),
    ...replySelectors.map((selector) => ({ selector, format: "reply" })),
    ...hiddenSelectors.map((selector) => ({ selector, format: "skip" })),
  ],
});

/** Quote signs before a line. Deeper quotes have no more. */
const maxQuoteSigns = 10;

/**
 * Converts HTML to text with `> ` before quoted lines and with the signs of `structureMarks`.
 * Returns null if the elements are nested too deep.
 */
export function convertHtml(html: string): string | null {
  const input = html.slice(0, mailLimits.maxConvertedHtmlLength).replace(structureMarkPattern, "");
  return isTooDeep(input) ? null : addQuoteSigns(removeRepeatedLinks(convert(input)));
}

/**
 * Returns the words of HTML that `convertHtml` cannot convert, and the descriptions of its
 * pictures, each on a line. The time is linear.
 */
export function extractText(html: string): string {
  const lines: string[] = [];
  let skipped = 0;
  const parser = new Parser({
    onopentag(name, { alt = "" }) {
      if (wordlessElements.has(name)) skipped += 1;
      if (name === "img" && alt.trim() !== "") lines.push(alt);
    },
    onclosetag(name) {
      if (wordlessElements.has(name)) skipped -= 1;
    },
    ontext(text) {
      if (skipped === 0 && text.trim() !== "") lines.push(text.trim());
    },
  });
  const input = html.slice(0, mailLimits.maxConvertedHtmlLength).replace(structureMarkPattern, "");
  // The parser needs quadratic time for deep elements, so it gets only those without depth.
  parser.end(
    input.replace(otherTag, (_tag, name: string) =>
      /^(?:a|b|i|u|em|span|font|strong)$/i.test(name) ? "" : "\n",
    ),
  );
  return lines.join("\n");
}
const otherTag = /<\/?(?!(?:img|style|script|title|template)\b)([a-z][\w:-]{0,40})[^<>]{0,5000}>/gi;
const wordlessElements: ReadonlySet<string> = new Set(["style", "script", "title", "template"]);

function isTooDeep(html: string): boolean {
  let depth = 0;
  let deepest = 0;
  const parser = new Parser({
    onopentagname() {
      depth += 1;
      deepest = Math.max(deepest, depth);
    },
    onclosetag() {
      depth -= 1;
    },
  });
  const step = 1_000;
  for (let start = 0; start < html.length && deepest <= maxDepth; start += step)
    parser.write(html.slice(start, start + step));
  return deepest > maxDepth;
}

/** Removes the address of a link whose text is the address, such as `shop.example`. */
function removeRepeatedLinks(text: string): string {
  return text.replace(
    / <(?:https?:\/\/)?([^<>\s]{1,200}?)\/?>/g,
    (link: string, target: string, offset: number) =>
      [target, `<${target}>`].some((shown) => text.endsWith(shown, offset)) ? "" : link,
  );
}

/** Puts quote signs before lines between marks of quotes. Drops blank lines at both ends. */
function addQuoteSigns(text: string): string {
  const lines: string[] = [];
  let depth = 0;
  let isStart = false;
  for (const line of text.split("\n")) {
    const signs = "> ".repeat(Math.min(depth, maxQuoteSigns));
    if (line === quoteMarks.start) {
      depth += 1;
      isStart = true;
    } else if (line === quoteMarks.end) {
      while (lines.at(-1) === signs) lines.pop();
      depth -= 1;
      lines.push("> ".repeat(Math.min(depth, maxQuoteSigns)));
    } else if (!isStart || line.trim() !== "") {
      lines.push(`${signs}${/^--\s+$/.test(line) ? "-- " : line.trimEnd()}`);
      isStart = false;
    }
  }
  return lines.join("\n");
}
