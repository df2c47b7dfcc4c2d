/**
 * Keeps the order of rows under the pointer or focus (product.md 3). Held rows keep their place
 * while `exists` is true, even if they left the view. New ones are appended.
 */
export function heldOrder(held: readonly number[], present: readonly number[], exists: (id: number) => boolean): number[] {
  const known = new Set(held);
  return [...held.filter(exists), ...present.filter((id) => !known.has(id))];
}

/**
 * Counts the rows that would move if `shownIds` became `currentIds`: all except the longest run
 * that keeps its order.
 */
export function movedCount(shown: readonly number[], present: readonly number[]): number {
  let same = 0;
  while (same < shown.length && shown[same] === present[same]) same += 1;
  return same === shown.length ? 0 : movedBehind(shown.slice(same), present.slice(same));
}

function movedBehind(shown: readonly number[], present: readonly number[]): number {
  const place = new Map(present.map((id, index) => [id, index]));
  const places = shown.flatMap((id) => place.get(id) ?? []);
  const gone = shown.length - places.length;
  return places.length - longestRising(places) + gone;
}

function longestRising(values: readonly number[]): number {
  const tails: number[] = [];
  for (const value of values) {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((tails[middle] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    tails[low] = value;
  }
  return tails.length;
}
