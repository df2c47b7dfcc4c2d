/** Tokens of a search query. The server defines their meaning (API-252). */
export const tokenNames = [
  "from",
  "channel",
  "operator",
  "department",
  "bot",
  "state",
  "rating",
  "tag",
  "priority",
  "country",
  "language",
  "page",
  "has",
  "after",
  "before",
  "visitor",
  "company",
] as const;
export type TokenName = (typeof tokenNames)[number];

export interface Token {
  readonly name: TokenName;
  readonly value: string;
  readonly not: boolean;
  /** Range of the token in the text: `from` is inclusive, `to` is exclusive. */
  readonly from: number;
  readonly to: number;
}

const tokenPattern = /(-?)(?:([a-z]+):)?("[^"]*"?|[^\s"]\S*)|(-?)([a-z]+):(?=\s|$)/giu;

/** Returns the tokens of a text, in order. */
export function parseTokens(text: string): readonly Token[] {
  return [...text.matchAll(tokenPattern)].flatMap((match) => {
    const bare = /^([a-z]+):$/i.exec(match[3] ?? "")?.[1];
    const prefix = (match[5] ?? match[2] ?? bare ?? "").toLowerCase();
    const name = tokenNames.find((one) => one === prefix);
    if (name === undefined) return [];
    const value = bare !== undefined || match[5] !== undefined ? "" : (match[3] ?? "");
    const from = match.index;
    return [
      {
        name,
        value: unquote(value),
        not: (match[1] ?? match[4]) === "-",
        from,
        to: from + match[0].length,
      },
    ];
  });
}

export function removeToken(text: string, { from, to }: Token): string {
  return `${text.slice(0, from).trimEnd()} ${text.slice(to).trimStart()}`.trim();
}

/** Returns the visitor numbers in a query. */
export function parseVisitorNumbers(text: string): ReadonlySet<number> {
  return new Set(
    parseTokens(text).flatMap(({ name, value }) =>
      name === "visitor" ? [Number(value.replace(/^#/, ""))] : [],
    ),
  );
}

/** Adds a filter by this visitor to the query, or removes the filter if it is present. */
export function toggleVisitor(text: string, number: number): string {
  const existing = parseTokens(text).find(
    ({ name, value }) => name === "visitor" && Number(value.replace(/^#/, "")) === number,
  );
  return existing === undefined
    ? `${text.trim()} visitor:${number}`.trim()
    : removeToken(text, existing);
}

/** Formats a token as an operator types it. */
export function formatToken(name: TokenName, value: string, not = false): string {
  return `${not ? "-" : ""}${name}:${/[\s"]/u.test(value) ? `"${value.replaceAll('"', "")}"` : value}`;
}

/** Returns the token at the caret, or null. */
export function findTokenAt(text: string, caret: number): Token | null {
  return parseTokens(text).find(({ from, to }) => from < caret && caret <= to) ?? null;
}

/** Replaces a range by `words` and a space. Returns the text and the new caret position. */
export function replaceRange(
  text: string,
  from: number,
  to: number,
  words: string,
): { readonly text: string; readonly caret: number } {
  const before = text.slice(0, from);
  const space = before === "" || before.endsWith(" ") ? "" : " ";
  const head = `${before}${space}${words}${words.endsWith(":") ? "" : " "}`;
  return { text: head + text.slice(to).trimStart(), caret: head.length };
}

/** A token value and, if different, its label. */
export interface TokenValue {
  readonly text: string;
  readonly label: string;
}

/**
 * Returns at most eight values whose text or label contains the typed text. Values that start with
 * the typed text come first.
 */
export function matchingValues(
  values: readonly TokenValue[],
  typed: string,
): readonly TokenValue[] {
  const needle = typed.toLocaleLowerCase();
  const rank = ({ text, label }: TokenValue): number => {
    const both = [text.toLocaleLowerCase(), label.toLocaleLowerCase()];
    return both.some((one) => one.startsWith(needle))
      ? 0
      : both.some((one) => one.includes(needle))
        ? 1
        : 2;
  };
  const distinct = [...new Map(values.map((value) => [value.text, value])).values()];
  return distinct
    .filter((value) => rank(value) < 2)
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, 8);
}

/** A query in two parts: the filters (shown as chips) and the words in the field. */
export interface QueryParts {
  readonly filters: readonly Token[];
  /** The filters as typed, each followed by a space. */
  readonly head: string;
  readonly words: string;
}

/**
 * Splits a query whose filters come first ({@link moveFiltersFirst}). A token without a following
 * space counts as words, because the operator is still typing it.
 */
export function splitQuery(text: string): QueryParts {
  const filters: Token[] = [];
  let end = 0;
  for (const token of parseTokens(text)) {
    if (token.from !== end || token.value === "" || text[token.to] !== " ") break;
    filters.push(token);
    end = token.to + 1;
  }
  return { filters, head: text.slice(0, end), words: text.slice(end) };
}

/**
 * Moves the complete tokens to the start of the query. A token is complete when a space follows it.
 */
export function moveFiltersFirst(text: string): string {
  const done = parseTokens(text).filter(({ value, to }) => value !== "" && text[to] === " ");
  const rest = done.reduceRight(
    (left, { from, to }) => left.slice(0, from) + left.slice(to + 1),
    text,
  );
  const heads = done.map(({ name, value, not }) => `${formatToken(name, value, not)} `);
  return heads.join("") + (done.length === 0 ? text : rest.trimStart());
}

/** Converts the query in the URL to the text for the field, with all tokens complete. */
export function toFieldText(q: string): string {
  const { head, words } = splitQuery(moveFiltersFirst(`${q} `));
  return head + words.trimEnd();
}

function unquote(value: string): string {
  return value.startsWith('"') ? value.slice(1).replace(/"$/u, "") : value;
}
