import { Parser } from "htmlparser2";
import { toName, toObject, toText, type Json } from "../json-values.ts";

export { toName, toObject, toText, type Json };

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const listObjects = (value: unknown): readonly Json[] =>
  Array.isArray(value) ? value.filter(isObject) : [];
export const listTexts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.flatMap((one) => toText(one) ?? []) : [];

/** Returns an id, which is neither empty nor the zero that means "none". */
export const toId = (value: unknown): string | undefined =>
  value === "0" || value === 0 ? undefined : toText(value);
/** Returns a text with the white space inside and around it. */
export const toBody = (value: unknown): string => (typeof value === "string" ? value : "");

/** Returns the values of fields that are set. undefined: none. */
export function toFields(value: unknown): Record<string, unknown> | undefined {
  const fields = Object.entries(toObject(value)).filter(
    ([key, field]) => key !== "" && key.length <= 100 && field !== null && field !== "",
  );
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}

const maxTime = Date.UTC(9999, 11, 31);
/** Returns the RFC 3339 time of milliseconds since 1970. undefined: no time. */
export function fromMillis(value: unknown): string | undefined {
  const ms = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
  return typeof ms === "number" && ms > 0 && ms < maxTime ? new Date(ms).toISOString() : undefined;
}
export function fromSeconds(value: unknown): string | undefined {
  const seconds = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
  return typeof seconds === "number" ? fromMillis(seconds * 1000) : undefined;
}
/** Returns the time of a text with a zone. Without a zone the time is unknown. */
export const fromText = (value: unknown): string | undefined =>
  typeof value === "string" && /^\d{4}-\d\d-\d\d[T ].*(?:Z|UTC|[+-]\d\d:?\d\d)$/.test(value)
    ? fromMillis(Date.parse(value))
    : undefined;

const lineElements = new Set(["br", "p", "div", "li", "ul", "ol", "blockquote", "pre", "tr"]);
const hiddenElements = new Set(["script", "style", "head"]);
/** Returns the text of HTML: lines for paragraphs, addresses behind links. */
export function htmlToText(html: string): string {
  let text = "";
  let hidden = 0;
  let link: { readonly href: string; readonly start: number } | null = null;
  const endLine = (): void => {
    if (text !== "" && !text.endsWith("\n")) text += "\n";
  };
  const parser = new Parser({
    onopentag(name, { href, src, alt }) {
      if (hiddenElements.has(name)) hidden += 1;
      if (lineElements.has(name)) endLine();
      if (name === "li") text += "• ";
      if (name === "img") text += [alt, src].filter((part) => part !== undefined).join(" ");
      if (name === "a" && href !== undefined) link = { href, start: text.length };
    },
    ontext(part) {
      if (hidden === 0) text += part;
    },
    onclosetag(name) {
      if (hiddenElements.has(name)) hidden -= 1;
      if (name !== "br" && lineElements.has(name)) endLine();
      if (name !== "a" || link === null) return;
      const shown = text.slice(link.start).trim();
      if (shown !== link.href.replace(/^mailto:/, "")) text += ` (${link.href})`;
      link = null;
    },
  });
  parser.end(html);
  return text.trim();
}
