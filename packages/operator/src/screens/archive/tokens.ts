/** Tokens of a search as they stand in its field; what they mean is the server's (API-070). */
export const tokenNames = [
  "from",
  "channel",
  "operator",
  "department",
  "state",
  "rating",
  "tag",
  "has",
  "after",
  "before",
  "visitor",
] as const;
export type TokenName = (typeof tokenNames)[number];

export interface Token {
  readonly name: TokenName;
  readonly value: string;
  readonly not: boolean;
  /** Where it stands in the text. */
  readonly from: number;
  readonly to: number;
}

const part = /(-?)(?:([a-z]+):)?("[^"]*"?|[^\s"]\S*)|(-?)([a-z]+):(?=\s|$)/giu;

/** The tokens of a text, in order. */
export function tokensOf(text: string): readonly Token[] {
  return [...text.matchAll(part)].flatMap((match) => {
    const bare = /^([a-z]+):$/i.exec(match[3] ?? "")?.[1];
    const wanted = (match[5] ?? match[2] ?? bare ?? "").toLowerCase();
    const name = tokenNames.find((one) => one === wanted);
    if (name === undefined) return [];
    const value = bare !== undefined || match[5] !== undefined ? "" : (match[3] ?? "");
    const from = match.index;
    return [{ name, value: unquoted(value), not: (match[1] ?? match[4]) === "-", from, to: from + match[0].length }];
  });
}

/** The text without this token. */
export function without(text: string, { from, to }: Pick<Token, "from" | "to">): string {
  return `${text.slice(0, from).trimEnd()} ${text.slice(to).trimStart()}`.trim();
}

/** Numbers of the visitors that a query names. */
export function visitorsIn(text: string): ReadonlySet<number> {
  return new Set(tokensOf(text).flatMap(({ name, value }) => (name === "visitor" ? [Number(value.replace(/^#/, ""))] : [])));
}

/** The query narrowed to this visitor, or without the visitor if it names them already. */
export function withVisitor(text: string, number: number): string {
  const own = tokensOf(text).find(({ name, value }) => name === "visitor" && Number(value.replace(/^#/, "")) === number);
  return own === undefined ? `${text.trim()} visitor:${number}`.trim() : without(text, own);
}

/** A token with its value, as it is written. */
export function written(name: TokenName, value: string, not = false): string {
  return `${not ? "-" : ""}${name}:${/[\s"]/u.test(value) ? `"${value.replaceAll('"', "")}"` : value}`;
}

/** The token that is being typed at the caret. */
export function tokenAt(text: string, caret: number): Token | null {
  return tokensOf(text).find(({ from, to }) => from < caret && caret <= to) ?? null;
}

/** Puts `words` in the place of what stands between two places, with a space behind; gives the text and the caret. */
export function putIn(text: string, from: number, to: number, words: string): { readonly text: string; readonly caret: number } {
  const before = text.slice(0, from);
  const space = before === "" || before.endsWith(" ") ? "" : " ";
  const head = `${before}${space}${words}${words.endsWith(":") ? "" : " "}`;
  return { text: head + text.slice(to).trimStart(), caret: head.length };
}

/** A value of a token, and how it is shown where that differs. */
export interface Value {
  readonly text: string;
  readonly label: string;
}

/** Values that contain what was typed, by their text or their label, those that begin with it first; at most eight. */
export function fitting(values: readonly Value[], typed: string): readonly Value[] {
  const wanted = typed.toLocaleLowerCase();
  const rank = ({ text, label }: Value): number => {
    const both = [text.toLocaleLowerCase(), label.toLocaleLowerCase()];
    return both.some((one) => one.startsWith(wanted)) ? 0 : both.some((one) => one.includes(wanted)) ? 1 : 2;
  };
  const distinct = [...new Map(values.map((value) => [value.text, value])).values()];
  return distinct
    .filter((value) => rank(value) < 2)
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, 8);
}

/** A query in two parts: its filters, shown as chips, and the words in the field. */
export interface QueryParts {
  readonly filters: readonly Token[];
  /** The filters as they are written, each with a space behind it. */
  readonly head: string;
  readonly words: string;
}

/** Divides a query whose filters are written first ({@link hoisted}): a token without a space behind it is still being typed. */
export function partsOf(text: string): QueryParts {
  const filters: Token[] = [];
  let end = 0;
  for (const token of tokensOf(text)) {
    if (token.from !== end || token.value === "" || text[token.to] !== " ") break;
    filters.push(token);
    end = token.to + 1;
  }
  return { filters, head: text.slice(0, end), words: text.slice(end) };
}

/** The query with its finished tokens first. A token is finished when a space follows it. */
export function hoisted(text: string): string {
  const done = tokensOf(text).filter(({ value, to }) => value !== "" && text[to] === " ");
  const rest = done.reduceRight((left, { from, to }) => left.slice(0, from) + left.slice(to + 1), text);
  const heads = done.map(({ name, value, not }) => `${written(name, value, not)} `);
  return heads.join("") + (done.length === 0 ? text : rest.trimStart());
}

/** A query of an address as the field holds it: all its tokens are finished. */
export function settled(q: string): string {
  const { head, words } = partsOf(hoisted(`${q} `));
  return head + words.trimEnd();
}

function unquoted(value: string): string {
  return value.startsWith('"') ? value.slice(1).replace(/"$/u, "") : value;
}
