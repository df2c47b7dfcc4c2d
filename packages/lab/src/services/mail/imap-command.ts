/** A command of an IMAP client: `a1 UID FETCH 1:* (FLAGS)`. */
export interface ImapCommand {
  readonly tag: string;
  /** Upper case. `UID` is part of the name: `UID FETCH`. */
  readonly name: string;
  readonly args: readonly ImapArgument[];
}
/** A string or an atom, or a parenthesised list of them. */
export type ImapArgument = string | readonly ImapArgument[];

/** Maximum size of a command, in bytes. */
const maxCommandBytes = 64 * 1024;

/**
 * Splits the bytes of a client into commands (RFC 3501, section 2.2). Literals are part of their
 * command: `{5}` is answered by `onLiteral`, and `{5+}` is not (LITERAL+).
 */
export class ImapCommandReader {
  #buffer = "";
  readonly #onLiteral: () => void;
  /** Length of the buffer up to the end of the literal that is being received, or 0. */
  #literalEnd = 0;
  #searchedFrom = 0;

  constructor(onLiteral: () => void) {
    this.#onLiteral = onLiteral;
  }

  /** Adds received bytes. Returns the lines of complete commands, with their literals. */
  push(bytes: Buffer): readonly string[] {
    this.#buffer += bytes.toString("latin1");
    if (this.#buffer.length > maxCommandBytes) throw new Error("the command is too long");
    const commands: string[] = [];
    while (this.#buffer.length >= this.#literalEnd) {
      const lineEnd = this.#buffer.indexOf("\r\n", Math.max(this.#literalEnd, this.#searchedFrom));
      if (lineEnd < 0) break;
      const literal = /\{(\d+)(\+?)\}$/.exec(this.#buffer.slice(this.#literalEnd, lineEnd));
      if (literal === null) {
        commands.push(this.#buffer.slice(0, lineEnd));
        this.#buffer = this.#buffer.slice(lineEnd + 2);
        this.#literalEnd = 0;
        this.#searchedFrom = 0;
      } else {
        if (literal[2] === "") this.#onLiteral();
        this.#literalEnd = lineEnd + 2 + Number(literal[1]);
        this.#searchedFrom = this.#literalEnd;
      }
    }
    return commands;
  }
}

/** Parses a command. Returns null if it has no tag or no name. */
export function parseCommand(line: string): ImapCommand | null {
  const match = /^(\S+) (UID )?([A-Za-z]+) ?/.exec(line);
  if (match === null) return null;
  return {
    tag: match[1] ?? "",
    name: `${match[2] ?? ""}${match[3] ?? ""}`.toUpperCase(),
    args: parseArguments(line, match[0].length).args,
  };
}

function parseArguments(
  line: string,
  start: number,
): { readonly args: readonly ImapArgument[]; readonly end: number } {
  const args: ImapArgument[] = [];
  let at = start;
  while (at < line.length) {
    const sign = line[at];
    if (sign === " ") at += 1;
    else if (sign === ")") return { args, end: at + 1 };
    else if (sign === "(") {
      const inner = parseArguments(line, at + 1);
      args.push(inner.args);
      at = inner.end;
    } else {
      const token = parseString(line, at);
      args.push(token.text);
      at = token.end;
    }
  }
  return { args, end: at };
}

/** Parses a quoted string, a literal, or an atom, which may contain brackets: `BODY[]<0.99>`. */
function parseString(line: string, start: number): { readonly text: string; readonly end: number } {
  const literal = /^\{(\d+)\+?\}\r\n/.exec(line.slice(start, start + 20));
  if (literal !== null) {
    const from = start + literal[0].length;
    const end = from + Number(literal[1]);
    return { text: line.slice(from, end), end };
  }
  if (line[start] === '"') {
    const quoted = /^"((?:[^"\\]|\\.)*)"/.exec(line.slice(start));
    if (quoted === null) return { text: line.slice(start + 1), end: line.length };
    return {
      text: (quoted[1] ?? "").replaceAll(/\\(.)/g, "$1"),
      end: start + quoted[0].length,
    };
  }
  const atom = /^[^\s()[]*(?:\[[^\]]*\](?:<[^>]*>)?)?/.exec(line.slice(start))?.[0] ?? "";
  return { text: atom, end: start + Math.max(1, atom.length) };
}

/** Returns an argument as text, "" if it is missing or a list. */
export function toText(argument: ImapArgument | undefined): string {
  return typeof argument === "string" ? argument : "";
}
/** Returns the texts of a list, or of a single argument. */
export function toTexts(argument: ImapArgument | undefined): readonly string[] {
  if (argument === undefined) return [];
  return typeof argument === "string" ? [argument] : argument.map(toText);
}

/** Returns whether a set such as `1:3,7,9:*` has a number. `highest` is the value of `*`. */
export function isInSet(set: string, number: number, highest: number): boolean {
  const parse = (text: string): number => (text === "*" ? highest : Number(text));
  return set.split(",").some((range) => {
    const [first = "", last = first] = range.split(":");
    const [from, to] = [parse(first), parse(last)];
    return number >= Math.min(from, to) && number <= Math.max(from, to);
  });
}
