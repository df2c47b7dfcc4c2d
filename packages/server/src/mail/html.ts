/**
 * A piece of HTML. Made by {@link html} only, so that whatever a person wrote is text in it: the tag escapes every value that is not a piece
 * itself.
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

/** html`<p>${text}</p>`: values are escaped, pieces and lists of pieces stand as they are. */
export function html(parts: TemplateStringsArray, ...values: readonly (string | number | Html | readonly Html[])[]): Html {
  return new Html(made, parts.map((part, n) => part + (n < values.length ? shown(values[n] ?? "") : "")).join(""));
}

function shown(value: string | number | Html | readonly Html[]): string {
  if (value instanceof Html) return value.toString();
  return typeof value === "object" ? value.map(String).join("") : escapeHtml(String(value));
}

/** The text as content or as the value of a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => signs[sign] ?? sign);
}
const signs: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** The text with its line breaks. */
export function lines(text: string): Html {
  return html`${text.split(/\r\n|\r|\n/).map((line, n) => (n === 0 ? html`${line}` : html`<br />${line}`))}`;
}
