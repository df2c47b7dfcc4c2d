import { parsePattern, type RegexNode } from "./pattern.ts";

/** A part of a text: from `start` to before `end`. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}
/** Longer matches are found in parts. */
const maxMatchLength = 64;

/** A node that matching has reached, and where its match begins. */
interface Thread {
  readonly node: RegexNode;
  readonly start: number;
}

/**
 * Returns the matches of a pattern (WG-052) in a text: the leftmost, and of those the longest.
 * Returns null if more than `maxSteps` characters had to be compared.
 */
export function findPatternMatches(
  source: string,
  text: string,
  maxSteps: number,
): readonly TextRange[] | null {
  const first = parsePattern(source);
  const matches: TextRange[] = [];
  let steps = 0;
  for (let from = 0; from <= text.length;) {
    const search = findMatch(first, text, from);
    steps += search.steps;
    if (steps > maxSteps) return null;
    if (search.match === null) break;
    const { start, end } = search.match;
    if (end > start) matches.push(search.match);
    from = Math.max(end, start + 1);
    resetNodes(first);
  }
  return matches;
}

function findMatch(
  first: RegexNode | null,
  text: string,
  from: number,
): { readonly match: TextRange | null; readonly steps: number } {
  let match: TextRange | null = null;
  let threads: Thread[] = [];
  let steps = 0;
  const isWord = (position: number): boolean => /\w/.test(text.charAt(position));
  const isAsserted = (assertion: string, position: number): boolean => {
    if (assertion === "^") return position === 0;
    if (assertion === "$") return position === text.length;
    return (isWord(position - 1) === isWord(position)) === (assertion === "\\B");
  };
  const add = (node: RegexNode | null, start: number, position: number): void => {
    if (node === null) {
      if (match === null || start <= match.start) match = { start, end: position };
      return;
    }
    if (node.visitedAt === position) return;
    node.visitedAt = position;
    if (node.character !== null) threads.push({ node, start });
    else if (node.assertion === "") {
      add(node.next, start, position);
      add(node.alternative, start, position);
    } else if (isAsserted(node.assertion, position)) add(node.next, start, position);
  };
  for (let position = from; position <= text.length; position++) {
    // Threads that began further left were added before, so they win.
    if (match === null) add(first, position, position);
    const current = threads;
    threads = [];
    if (current.length === 0 && match !== null) break;
    for (const { node, start } of current) {
      steps += 1;
      const isLate: boolean = match !== null && start > (match as TextRange).start;
      if (
        !isLate &&
        position - start < maxMatchLength &&
        node.character?.test(text.charAt(position))
      )
        add(node.next, start, position + 1);
    }
  }
  return { match, steps };
}

/** A search that begins again visits positions again. */
function resetNodes(node: RegexNode | null): void {
  if (node === null || node.visitedAt === -1) return;
  node.visitedAt = -1;
  resetNodes(node.next);
  resetNodes(node.alternative);
}
