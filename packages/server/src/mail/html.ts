/**
 * A piece of HTML. Only {@link html} creates it, and it escapes every value that is not such a
 * piece. So text of users is always escaped.
 */
export class Html {
  readonly #text: string;
  constructor(key: typeof made, text: string) {
    if (key !== made) throw new Error("a piece of HTML is made by the tag html");
    this.#text = text;
  }
  toString(): string {
    return this.#text;
  }
}
const made = Symbol("html");

/**
 * Template tag html`<p>${text}</p>`: escapes values, and inserts pieces and lists of pieces
 * unchanged.
 */
export function html(parts: TemplateStringsArray, ...values: readonly (string | number | Html | readonly Html[])[]): Html {
  return new Html(made, parts.map((part, n) => part + (n < values.length ? shown(values[n] ?? "") : "")).join(""));
}

function shown(value: string | number | Html | readonly Html[]): string {
  if (value instanceof Html) return value.toString();
  return typeof value === "object" ? value.map(String).join("") : escapeHtml(String(value));
}

/** Escapes text for content or for a quoted attribute value. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => signs[sign] ?? sign);
}
const signs: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Converts line breaks of a text to `<br />`. */
export function lines(text: string): Html {
  return html`${text.split(/\r\n|\r|\n/).map((line, n) => (n === 0 ? html`${line}` : html`<br />${line}`))}`;
}
