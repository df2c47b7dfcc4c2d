/**
 * Regular expressions of rules (WG-052, `matches`). A pattern may need hours in a backtracking
 * engine. So all its states are simulated at once, in time proportional to text times pattern.
 * Lookaround and back references are not possible and are rejected.
 */
const longest = 200;
const mostSteps = 200;
/** Longer addresses are matched only up to this length. */
const mostText = 2048;

interface Node {
  /** Matches one character. null: consumes no character. */
  readonly one: RegExp | null;
  /** Assertion at this position, for a node that consumes no character. */
  readonly at: string;
  next: Node | null;
  readonly other: Node | null;
  seen: number;
}
/** Builds the nodes that lead to `next`. */
type Piece = (next: Node | null) => Node | null;

class Fault extends Error {}

/** Validates a pattern. Returns the error text, or null. */
export function patternFault(source: string): string | null {
  try {
    build(source);
    return null;
  } catch (error) {
    return error instanceof Fault ? error.message : "is no regular expression";
  }
}

/** Returns true if the pattern occurs anywhere in the text. An invalid pattern never matches. */
export function isFound(source: string, given: string): boolean {
  const text = given.slice(0, mostText);
  let start: Node | null;
  try {
    start = build(source);
  } catch {
    return false;
  }
  let here: Node[] = [];
  let isEnd = false;
  const isWord = (at: number): boolean => /\w/.test(text.charAt(at));
  const add = (node: Node | null, at: number, to: Node[]): void => {
    if (node === null) isEnd = true;
    if (node === null || node.seen === at) return;
    node.seen = at;
    if (node.one !== null) to.push(node);
    else if (node.at === "") {
      add(node.next, at, to);
      add(node.other, at, to);
    } else if (node.at === "^" ? at === 0 : node.at === "$" ? at === text.length : (isWord(at - 1) === isWord(at)) === (node.at === "\\B"))
      add(node.next, at, to);
  };
  for (let at = 0; at <= text.length; at++) {
    add(start, at, here);
    if (isEnd) return true;
    const then: Node[] = [];
    if (at < text.length) for (const node of here) if (node.one?.test(text.charAt(at))) add(node.next, at + 1, then);
    if (isEnd) return true;
    here = then;
  }
  return false;
}

function build(source: string): Node | null {
  if (source.length > longest) throw new Fault(`must not be longer than ${longest} characters`);
  // Checks the syntax first, so that the parser below gets valid patterns only.
  new RegExp(source);
  const tokens = source.match(/\\(?:x[\da-f]{2}|u[\da-f]{4}|c[a-z]|[^])|\[(?:\\[^]|[^\]\\])*\]|\(\?:|\{\d+(?:,\d*)?\}|[^]/gi) ?? [];
  let at = 0;
  let steps = 0;
  const step = (): void => {
    if (++steps > mostSteps) throw new Fault("asks for too much");
  };
  const node = (one: RegExp | null, place: string, next: Node | null, other: Node | null): Node => {
    step();
    return { one, at: place, next, other, seen: -1 };
  };
  const choice = (): Piece => {
    const ways = [sequence()];
    while (tokens[at] === "|") {
      at++;
      ways.push(sequence());
    }
    return (next) => ways.map((way) => way(next)).reduceRight((rest, way) => node(null, "", way, rest));
  };
  const sequence = (): Piece => {
    const parts: Piece[] = [];
    for (let token = tokens[at]; token !== undefined && token !== "|" && token !== ")"; token = tokens[at])
      parts.push(repeated(part(token)));
    return (next) => parts.reduceRight((rest, one) => one(rest), next);
  };
  const part = (token: string): Piece => {
    at++;
    if (token === "(" || token === "(?:") {
      if (tokens[at] === "?") throw new Fault("must not look ahead, behind or name its groups");
      const inner = choice();
      at++;
      return inner;
    }
    if (/^\\[0-9k]/.test(token)) throw new Fault("must not refer to its groups or to characters by octal number");
    if (/^(?:[\^$]|\\b)$/i.test(token)) return (next) => node(null, token, next, null);
    const one = new RegExp(`^${token}$`);
    return (next) => node(one, "", next, null);
  };
  const repeated = (piece: Piece): Piece => {
    const token = tokens[at] ?? "";
    const count = /^\{(\d+)(,?)(\d*)\}$/.exec(token);
    if (count === null && !/^[*+?]$/.test(token)) return piece;
    at++;
    // A lazy quantifier finds a match in the same texts.
    if (tokens[at] === "?") at++;
    const least = count ? Number(count[1]) : token === "+" ? 1 : 0;
    const most = count ? (count[2] === "" ? least : count[3] === "" ? Infinity : Number(count[3])) : token === "?" ? 1 : Infinity;
    return (next) => {
      let before: Node | null = next;
      if (most === Infinity) {
        const loop = node(null, "", null, next);
        loop.next = piece(loop);
        before = loop;
      } else for (let n = least; n < most; n++) before = node(null, "", piece(before), next);
      for (let n = 0; n < least; n++) {
        step();
        before = piece(before);
      }
      return before;
    };
  };
  return choice()(null);
}
