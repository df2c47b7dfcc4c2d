/** Counts code points, as the channel does (CH-074). */
export function lengthOf(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/**
 * Splits a long reply into messages of at most `limit` code points. Prefers, in this order, an
 * empty line, a line end, a sentence end, a space. Splits longer words between code points
 * (CH-074). Only white space at the split points is lost.
 */
export function splitText(text: string, limit: number): string[] {
  const parts: string[] = [];
  let rest = text.trim();
  while (lengthOf(rest) > limit) {
    const head = firstPoints(rest, limit);
    const cut = placeToCut(head, rest.charAt(head.length));
    parts.push(rest.slice(0, cut).trimEnd());
    rest = rest.slice(cut).trimStart();
  }
  return rest === "" ? parts : [...parts, rest];
}

function placeToCut(head: string, next: string): number {
  if (/\s/u.test(next)) return head.length;
  // A split in the first half would make the message too short.
  const least = head.length / 2;
  for (const mark of [/\n\s*\n/gu, /\n/gu, /[.!?…]\s/gu, /\s/gu]) {
    let last = -1;
    for (const match of head.matchAll(mark)) last = match.index + match[0].length;
    if (last > least) return last;
  }
  return head.length;
}

function firstPoints(text: string, count: number): string {
  let left = count;
  let end = 0;
  for (const point of text) {
    if (left === 0) break;
    left -= 1;
    end += point.length;
  }
  return text.slice(0, end);
}
