/** Part of a message of @lingui/core: plain text, `[name]`, or `[name, "plural", cases]`. */
export type MessagePart =
  | string
  | [string]
  | [string, "plural", Record<string, string | MessagePart[]>];

/**
 * Compiles the subset of ICU MessageFormat that the catalogues use: `{name}` and `{n, plural, one
 * {…} other {…}}` with `#`. So the full parser need not be in the first chunk. Throws if a brace is
 * not closed.
 */
export function compileText(source: string): MessagePart[] {
  const at = { index: 0 };
  return parseParts(source, at, false);
}

function parseParts(source: string, at: { index: number }, inPlural: boolean): MessagePart[] {
  const out: MessagePart[] = [];
  let text = "";
  const flush = () => {
    if (text !== "") {
      out.push(text);
      text = "";
    }
  };
  while (at.index < source.length) {
    const char = source.charAt(at.index);
    if (char === "}" && inPlural) break;
    at.index += 1;
    if (char === "#" && inPlural) {
      flush();
      out.push("#");
    } else if (char === "{") {
      flush();
      out.push(parseArgument(source, at));
    } else text += char;
  }
  flush();
  return out;
}

function parseArgument(source: string, at: { index: number }): MessagePart {
  const name = readUntil(source, at, /[,}]/);
  if (source.charAt(at.index - 1) === "}") return [name];
  const kind = readUntil(source, at, /,/);
  if (kind !== "plural") throw new Error(`unknown format "${kind}" in: ${source}`);
  const cases: Record<string, string | MessagePart[]> = {};
  for (;;) {
    skipSpace(source, at);
    if (source.charAt(at.index) === "}") {
      at.index += 1;
      return [name, "plural", cases];
    }
    const key = readUntil(source, at, /\{/);
    cases[key.replace(/^=/, "")] = parseParts(source, at, true);
    if (source.charAt(at.index) !== "}") throw new Error(`unclosed brace in: ${source}`);
    at.index += 1;
  }
}

function readUntil(source: string, at: { index: number }, stop: RegExp): string {
  const from = at.index;
  while (at.index < source.length && !stop.test(source.charAt(at.index))) at.index += 1;
  if (at.index >= source.length) throw new Error(`unclosed brace in: ${source}`);
  const text = source.slice(from, at.index).trim();
  at.index += 1;
  return text;
}

function skipSpace(source: string, at: { index: number }): void {
  while (/\s/.test(source.charAt(at.index))) at.index += 1;
}
