import { html, lines, type Html } from "./html.ts";
import { oneLine } from "./one-line.ts";

/** Content of an email, without recipients and sender. */
export interface Letter {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}
/** A part of an email. */
export interface Part {
  /**
   * A line, a labelled fact, a text of a visitor or operator, a link, or an entry of a
   * conversation.
   */
  readonly kind: "line" | "fact" | "said" | "quote" | "link" | "entry";
  readonly text: string;
  /** Label of a fact, URL of a link, or author and time of an entry. */
  readonly with?: string;
}

/** Returns a labelled fact, or nothing if the text is empty. */
export const fact = (name: string, text: string): readonly Part[] => (text === "" ? [] : [{ kind: "fact", text, with: name }]);

/** Renders the parts as text and as HTML, one below the other. */
export function letter(subject: string, parts: readonly Part[]): Letter {
  const body = html`<!doctype html>
    <html>
      <body>
        <div style="font-family:sans-serif;font-size:15px;line-height:1.5">${parts.map(drawn)}</div>
      </body>
    </html>`;
  return { subject, text: `${parts.map(plain).join("\n\n")}\n`, html: body.toString() };
}
function plain({ kind, text, with: beside = "" }: Part): string {
  // One line, so that a value cannot imitate another fact.
  if (kind === "fact") return `${beside}: ${oneLine(text)}`;
  if (kind === "link") return `${text}:\n${beside}`;
  // Indented, so that a message cannot imitate another one.
  if (kind === "entry") return `${oneLine(beside)}\n    ${text.replaceAll(/\r\n|[\r\n\u2028\u2029]/gu, "\n    ")}`;
  return kind === "quote"
    ? text
        .split(/\r\n|\r|\n/)
        .map((line) => `> ${line}`)
        .join("\n")
    : text;
}
function drawn({ kind, text, with: beside = "" }: Part): Html {
  if (kind === "fact") return html`<p style="margin:4px 0"><b>${beside}:</b> ${text}</p>`;
  if (kind === "said") return html`<p style="margin:16px 0;padding:12px;background:#f5f3ee">${lines(text)}</p>`;
  if (kind === "entry") return html`<p style="margin:12px 0" dir="auto"><b>${beside}</b><br />${lines(text)}</p>`;
  if (kind === "quote")
    return html`<blockquote style="margin:0;padding-left:12px;border-left:2px solid #dad5c9">${lines(text)}</blockquote>`;
  // Links contain only our own URLs. Text of users never becomes a link.
  if (kind === "link") return html`<p><a href="${beside}">${text}</a></p>`;
  return html`<p>${lines(text)}</p>`;
}
