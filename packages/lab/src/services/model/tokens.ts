/** Splits a text into pieces that count as one token each. Joined, they are the text. */
export function splitTokens(text: string): readonly string[] {
  return text.match(/\s*(?:\p{L}{1,4}|\p{N}{1,3}|[^\s\p{L}\p{N}])|\s+/gu) ?? [];
}
export const countTokens = (text: string): number => splitTokens(text).length;

/** Joins tokens to the parts of a stream: three tokens each, and at most 500 parts. */
export function joinTokens(tokens: readonly string[]): readonly string[] {
  const size = Math.max(3, Math.ceil(tokens.length / 500));
  return Array.from({ length: Math.ceil(tokens.length / size) }, (_, part) =>
    tokens.slice(part * size, (part + 1) * size).join(""),
  );
}
