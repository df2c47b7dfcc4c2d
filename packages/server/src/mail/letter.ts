import { html, lines, type Html } from "./html.ts";
import { oneLine } from "./one-line.ts";

/** What a mail says; its address and sender come later. */
export interface Letter {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}
/** A part of a letter. */
export interface Part {
  /** A line of its own, a fact with its name, what a visitor or operator wrote, or a way on. */
  readonly kind: "line" | "fact" | "said" | "quote" | "link" | "entry";
  readonly text: string;
  /** Of a fact its name, of a link its address, of an entry who and when. */
  readonly with?: string;
}

/** A fact with its name; nothing where there is none. */
export const fact = (name: string, text: string): readonly Part[] => (text === "" ? [] : [{ kind: "fact", text, with: name }]);

/** The parts as text and as HTML, one under the other. */
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
  // One line, so that no name can pretend to be another fact.
  if (kind === "fact") return `${beside}: ${oneLine(text)}`;
  if (kind === "link") return `${text}:\n${beside}`;
  // Indented, so that no message can pretend to be another one.
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
  // Links are our own addresses only; what a person wrote never becomes one.
  if (kind === "link") return html`<p><a href="${beside}">${text}</a></p>`;
  return html`<p>${lines(text)}</p>`;
}
