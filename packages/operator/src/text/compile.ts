/**
 * Part of a compiled message as @lingui/core reads it: plain text, `[name]`, or `[name, "plural",
 * cases]`.
 */
export type Part = string | [string] | [string, "plural", Record<string, string | Part[]>];

/**
 * Compiles the subset of ICU MessageFormat that the catalogues use: `{name}` and `{n, plural, one
 * {…} other {…}}` with `#`. Keeps the full parser out of the first chunk. Throws on an unclosed
 * brace.
 */
export function compileText(source: string): Part[] {
  const at = { index: 0 };
  return parts(source, at, false);
}

function parts(source: string, at: { index: number }, inPlural: boolean): Part[] {
  const out: Part[] = [];
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
      out.push(argument(source, at));
    } else text += char;
  }
  flush();
  return out;
}

function argument(source: string, at: { index: number }): Part {
  const name = until(source, at, /[,}]/);
  if (source.charAt(at.index - 1) === "}") return [name];
  const kind = until(source, at, /,/);
  if (kind !== "plural") throw new Error(`unknown format "${kind}" in: ${source}`);
  const cases: Record<string, string | Part[]> = {};
  for (;;) {
    skipSpace(source, at);
    if (source.charAt(at.index) === "}") {
      at.index += 1;
      return [name, "plural", cases];
    }
    const key = until(source, at, /\{/);
    cases[key.replace(/^=/, "")] = parts(source, at, true);
    if (source.charAt(at.index) !== "}") throw new Error(`unclosed brace in: ${source}`);
    at.index += 1;
  }
}

function until(source: string, at: { index: number }, stop: RegExp): string {
  const from = at.index;
  while (at.index < source.length && !stop.test(source.charAt(at.index))) at.index += 1;
  if (at.index >= source.length) throw new Error(`unclosed brace in: ${source}`);
  const found = source.slice(from, at.index).trim();
  at.index += 1;
  return found;
}

function skipSpace(source: string, at: { index: number }): void {
  while (/\s/.test(source.charAt(at.index))) at.index += 1;
}
