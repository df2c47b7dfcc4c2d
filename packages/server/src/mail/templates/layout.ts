import type { MarkdownNode } from "../../core/entity.ts";
import { formattedHtml } from "./formatted-html.ts";
import { html, withLineBreaks, type Html } from "../../http/answers/html.ts";
import { toOneLine } from "../one-line.ts";

/** Content of an email, without recipients and sender. */
export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}
export interface MailPart {
  /**
   * Kind of the part: a line, a labelled fact, a text of a visitor or operator, a link, or an entry
   * of a conversation.
   */
  readonly kind: "line" | "fact" | "said" | "quote" | "link" | "entry";
  readonly text: string;
  /** Label of a fact, URL of a link, or author and time of an entry. */
  readonly with?: string;
  /** The formatted text of a line. `text` is the same without marks. */
  readonly nodes?: readonly MarkdownNode[] | undefined;
}

/** Returns a labelled fact, or nothing if the text is empty. */
export const factPart = (name: string, text: string): readonly MailPart[] =>
  text === "" ? [] : [{ kind: "fact", text, with: name }];

/** Renders the parts as text and as HTML, one after another. */
export function renderLayout(subject: string, parts: readonly MailPart[]): MailContent {
  const body = html`<!doctype html>
    <html>
      <body>
        <div style="font-family:sans-serif;font-size:15px;line-height:1.5">
          ${parts.map(renderHtml)}
        </div>
      </body>
    </html>`;
  return { subject, text: `${parts.map(renderText).join("\n\n")}\n`, html: body.toString() };
}
function renderText({ kind, text, with: extra = "" }: MailPart): string {
  // A fact is one line, so that a value cannot imitate another fact.
  if (kind === "fact") return `${extra}: ${toOneLine(text)}`;
  if (kind === "link") return `${text}:\n${extra}`;
  // An entry is indented, so that a message cannot imitate another one.
  if (kind === "entry")
    return `${toOneLine(extra)}\n    ${text.replaceAll(/\r\n|[\r\n\u2028\u2029]/gu, "\n    ")}`;
  return kind === "quote"
    ? text
        .split(/\r\n|\r|\n/)
        .map((line) => `> ${line}`)
        .join("\n")
    : text;
}
function renderHtml({ kind, text, with: extra = "", nodes }: MailPart): Html {
  if (kind === "fact") return html`<p style="margin:4px 0"><b>${extra}:</b> ${text}</p>`;
  if (kind === "said")
    return html`<p style="margin:16px 0;padding:12px;background:#f5f3ee">
      ${withLineBreaks(text)}
    </p>`;
  if (kind === "entry")
    return html`<p style="margin:12px 0" dir="auto">
      <b>${extra}</b><br />${withLineBreaks(text)}
    </p>`;
  if (kind === "quote")
    return html`<blockquote style="margin:0;padding-left:12px;border-left:2px solid #dad5c9">
      ${withLineBreaks(text)}
    </blockquote>`;
  // Links contain only URLs of the installation. Text of visitors never becomes a link.
  if (kind === "link") return html`<p><a href="${extra}">${text}</a></p>`;
  return nodes === undefined ? html`<p>${withLineBreaks(text)}</p>` : formattedHtml(nodes);
}
