/**
 * Regular expressions of rules (WG-052, `matches`). In a backtracking engine, a pattern may need
 * hours. So this engine simulates all states of a pattern simultaneously, in time proportional to
 * text length times pattern length. It cannot support lookaround and back references, so it rejects
 * them.
 */
const maxPatternLength = 200;
const maxRegexSteps = 200;
/** Maximum number of characters of an address that are matched. */
const maxTextLength = 2048;

export interface RegexNode {
  /** Matches one character. null: consumes no character. */
  readonly character: RegExp | null;
  /** Assertion at this position. Used if the node consumes no character. */
  readonly assertion: string;
  next: RegexNode | null;
  readonly alternative: RegexNode | null;
  visitedAt: number;
}
/** Builds the nodes of a part of the pattern. After this part, matching continues at `next`. */
type NodeBuilder = (next: RegexNode | null) => RegexNode | null;

class PatternError extends Error {}

/** Validates a pattern. Returns the error text, or null if the pattern is valid. */
export function validatePattern(source: string): string | null {
  try {
    parsePattern(source);
    return null;
  } catch (error) {
    return error instanceof PatternError ? error.message : "is no regular expression";
  }
}

/** Returns true if the pattern occurs anywhere in the text. An invalid pattern never matches. */
export function matchesPattern(source: string, input: string): boolean {
  const text = input.slice(0, maxTextLength);
  let start: RegexNode | null;
  try {
    start = parsePattern(source);
  } catch {
    return false;
  }
  let current: RegexNode[] = [];
  let isEnd = false;
  const isWord = (position: number): boolean => /\w/.test(text.charAt(position));
  const add = (node: RegexNode | null, position: number, target: RegexNode[]): void => {
    if (node === null) isEnd = true;
    if (node === null || node.visitedAt === position) return;
    node.visitedAt = position;
    if (node.character !== null) target.push(node);
    else if (node.assertion === "") {
      add(node.next, position, target);
      add(node.alternative, position, target);
    } else if (
      node.assertion === "^"
        ? position === 0
        : node.assertion === "$"
          ? position === text.length
          : (isWord(position - 1) === isWord(position)) === (node.assertion === "\\B")
    )
      add(node.next, position, target);
  };
  for (let position = 0; position <= text.length; position++) {
    add(start, position, current);
    if (isEnd) return true;
    const following: RegexNode[] = [];
    if (position < text.length)
      for (const node of current)
        if (node.character?.test(text.charAt(position))) add(node.next, position + 1, following);
    if (isEnd) return true;
    current = following;
  }
  return false;
}

/** Returns the first node. Throws an error for an invalid pattern. */
export function parsePattern(source: string): RegexNode | null {
  if (source.length > maxPatternLength)
    throw new PatternError(`must not be longer than ${maxPatternLength} characters`);
  // Check the syntax first, so that the following parser receives only valid patterns.
  new RegExp(source);
  const tokens = listTokens(source);
  let tokenIndex = 0;
  let steps = 0;
  const countStep = (): void => {
    if (++steps > maxRegexSteps) throw new PatternError("is too complex");
  };
  const createNode = (
    character: RegExp | null,
    assertion: string,
    next: RegexNode | null,
    alternative: RegexNode | null,
  ): RegexNode => {
    countStep();
    return { character, assertion, next, alternative, visitedAt: -1 };
  };
  const parseAlternatives = (): NodeBuilder => {
    const alternatives = [parseSequence()];
    while (tokens[tokenIndex] === "|") {
      tokenIndex++;
      alternatives.push(parseSequence());
    }
    return (next) =>
      alternatives
        .map((alternative) => alternative(next))
        .reduceRight((nextNode, alternative) => createNode(null, "", alternative, nextNode));
  };
  const parseSequence = (): NodeBuilder => {
    const parts: NodeBuilder[] = [];
    for (
      let token = tokens[tokenIndex];
      token !== undefined && token !== "|" && token !== ")";
      token = tokens[tokenIndex]
    )
      parts.push(parseRepetition(parsePart(token)));
    return (next) => parts.reduceRight((nextNode, matcher) => matcher(nextNode), next);
  };
  const parsePart = (token: string): NodeBuilder => {
    tokenIndex++;
    if (token === "(" || token === "(?:") {
      if (tokens[tokenIndex] === "?")
        throw new PatternError("must not use lookahead, lookbehind or named groups");
      const inner = parseAlternatives();
      tokenIndex++;
      return inner;
    }
    if (/^\\[0-9k]/.test(token))
      throw new PatternError("must not use backreferences or octal escapes");
    if (/^(?:[\^$]|\\b)$/i.test(token)) return (next) => createNode(null, token, next, null);
    const matcher = new RegExp(`^${token}$`);
    return (next) => createNode(matcher, "", next, null);
  };
  const parseRepetition = (piece: NodeBuilder): NodeBuilder => {
    const range = parseQuantifier(tokens[tokenIndex] ?? "");
    if (range === null) return piece;
    const [minCount, maxCount] = range;
    tokenIndex++;
    // Ignore a lazy quantifier: it matches the same texts as a greedy one.
    if (tokens[tokenIndex] === "?") tokenIndex++;
    return (next) => {
      let entry: RegexNode | null = next;
      if (maxCount === Infinity) {
        const loop = createNode(null, "", null, next);
        loop.next = piece(loop);
        entry = loop;
      } else
        for (let n = minCount; n < maxCount; n++) entry = createNode(null, "", piece(entry), next);
      for (let n = 0; n < minCount; n++) {
        countStep();
        entry = piece(entry);
      }
      return entry;
    };
  };
  return parseAlternatives()(null);
}

const listTokens = (source: string): readonly string[] =>
  source.match(
    /\\(?:x[\da-f]{2}|u[\da-f]{4}|c[a-z]|[^])|\[(?:\\[^]|[^\]\\])*\]|\(\?:|\{\d+(?:,\d*)?\}|[^]/gi,
  ) ?? [];

/** Returns how often a part may occur: minimum, maximum. Null: the token is not a quantifier. */
function parseQuantifier(token: string): readonly [number, number] | null {
  const count = /^\{(\d+)(,?)(\d*)\}$/.exec(token);
  if (count === null)
    return /^[*+?]$/.test(token) ? [token === "+" ? 1 : 0, token === "?" ? 1 : Infinity] : null;
  const min = Number(count[1]);
  return [min, count[2] === "" ? min : count[3] === "" ? Infinity : Number(count[3])];
}
