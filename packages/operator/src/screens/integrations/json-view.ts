/** A part of formatted JSON: key, string, or other text. */
export interface Piece {
  readonly text: string;
  readonly kind: "key" | "string" | "plain";
}

/**
 * Formats JSON text for reading. Values keep every byte: numbers keep all digits, and keys keep
 * their order and repetitions. Returns null if the text is not JSON.
 */
export function prettyJson(source: string): Piece[] | null {
  try {
    JSON.parse(source);
  } catch {
    return null;
  }
  const pieces: Piece[] = [];
  const put = (text: string, kind: Piece["kind"] = "plain") => {
    const last = pieces.at(-1);
    if (last?.kind === kind && kind === "plain") pieces[pieces.length - 1] = { text: last.text + text, kind };
    else pieces.push({ text, kind });
  };
  const tokens = source.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? [];
  let depth = 0;
  const line = () => put(`\n${"  ".repeat(depth)}`);
  for (const [index, token] of tokens.entries()) {
    const next = tokens[index + 1];
    if (token === "{" || token === "[") {
      put(token);
      depth += 1;
      if (next !== "}" && next !== "]") line();
    } else if (token === "}" || token === "]") {
      depth -= 1;
      if (tokens[index - 1] !== "{" && tokens[index - 1] !== "[") line();
      put(token);
    } else if (token === ",") {
      put(token);
      line();
    } else if (token === ":") put(": ");
    else put(token, token.startsWith('"') ? (next === ":" ? "key" : "string") : "plain");
  }
  return pieces;
}
