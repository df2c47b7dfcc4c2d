/** Tokens of a search as they stand in its field; what they mean is the server's (API-070). */
export const tokenNames = ["from", "channel", "operator", "department", "rating", "tag", "has", "after", "before", "visitor"] as const;
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

/** Values that contain what was typed, those that begin with it first; at most eight. */
export function fitting(values: readonly string[], typed: string): readonly string[] {
  const wanted = typed.toLocaleLowerCase();
  const rank = (value: string): number => {
    const small = value.toLocaleLowerCase();
    return small.startsWith(wanted) ? 0 : small.includes(wanted) ? 1 : 2;
  };
  const fit = [...new Set(values)].filter((value) => rank(value) < 2);
  return fit.toSorted((a, b) => rank(a) - rank(b)).slice(0, 8);
}

function unquoted(value: string): string {
  return value.startsWith('"') ? value.slice(1).replace(/"$/u, "") : value;
}
