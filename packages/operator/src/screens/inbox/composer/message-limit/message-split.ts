/** Counts code points, as the channel does (CH-074). */
export function countCodePoints(text: string): number {
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
  let remaining = text.trim();
  while (countCodePoints(remaining) > limit) {
    const head = takeCodePoints(remaining, limit);
    const cut = findSplitPoint(head, remaining.charAt(head.length));
    parts.push(remaining.slice(0, cut).trimEnd());
    remaining = remaining.slice(cut).trimStart();
  }
  return remaining === "" ? parts : [...parts, remaining];
}

function findSplitPoint(head: string, next: string): number {
  if (/\s/u.test(next)) return head.length;
  // A split in the first half would make the message too short.
  const minLength = head.length / 2;
  for (const separator of [/\n\s*\n/gu, /\n/gu, /[.!?…]\s/gu, /\s/gu]) {
    let last = -1;
    for (const match of head.matchAll(separator)) last = match.index + match[0].length;
    if (last > minLength) return last;
  }
  return head.length;
}

function takeCodePoints(text: string, count: number): string {
  let remaining = count;
  let end = 0;
  for (const point of text) {
    if (remaining === 0) break;
    remaining -= 1;
    end += point.length;
  }
  return text.slice(0, end);
}
