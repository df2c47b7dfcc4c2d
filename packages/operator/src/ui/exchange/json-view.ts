/** A part of formatted JSON: key, string, or other text. */
export interface JsonToken {
  readonly text: string;
  readonly kind: "key" | "string" | "plain";
}

/**
 * Formats JSON text for reading, without changing values, order or duplicates. Null if it is none.
 */
export function formatJson(source: string): JsonToken[] | null {
  try {
    JSON.parse(source);
  } catch {
    return null;
  }
  const formatted: JsonToken[] = [];
  const append = (text: string, kind: JsonToken["kind"] = "plain") => {
    const last = formatted.at(-1);
    if (last?.kind === kind && kind === "plain")
      formatted[formatted.length - 1] = { text: last.text + text, kind };
    else formatted.push({ text, kind });
  };
  const tokens = source.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? [];
  let depth = 0;
  const breakLine = () => append(`\n${"  ".repeat(depth)}`);
  for (const [index, token] of tokens.entries()) {
    const next = tokens[index + 1];
    if (token === "{" || token === "[") {
      append(token);
      depth += 1;
      if (next !== "}" && next !== "]") breakLine();
    } else if (token === "}" || token === "]") {
      depth -= 1;
      if (tokens[index - 1] !== "{" && tokens[index - 1] !== "[") breakLine();
      append(token);
    } else if (token === ",") {
      append(token);
      breakLine();
    } else if (token === ":") append(": ");
    else append(token, token.startsWith('"') ? (next === ":" ? "key" : "string") : "plain");
  }
  return formatted;
}
