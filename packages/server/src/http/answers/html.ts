/**
 * A piece of HTML. Only {@link html} creates it, and it escapes every value that is not such
 * a piece. Text of users is therefore always escaped.
 */
export class Html {
  readonly #text: string;
  constructor(key: typeof htmlKey, text: string) {
    if (key !== htmlKey) throw new Error("a piece of HTML is made by the tag html");
    this.#text = text;
  }
  toString(): string {
    return this.#text;
  }
}
const htmlKey = Symbol("html");

/** Template tag html`<p>${text}</p>`: escapes values, and inserts pieces unchanged. */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly (string | number | Html | readonly Html[])[]
): Html {
  return new Html(
    htmlKey,
    parts.map((part, n) => part + (n < values.length ? renderValue(values[n] ?? "") : "")).join(""),
  );
}

function renderValue(value: string | number | Html | readonly Html[]): string {
  if (value instanceof Html) return value.toString();
  return typeof value === "object" ? value.map(String).join("") : escapeHtml(String(value));
}

/** Escapes text for content or for a quoted attribute value. */
function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}
const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Converts line breaks of a text to `<br />`. */
export function withLineBreaks(text: string): Html {
  return html`${text.split(/\r\n|\r|\n/).map((line, n) => (n === 0 ? html`${line}` : html`<br />${line}`))}`;
}
