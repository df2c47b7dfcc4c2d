/**
 * Keeps the order of rows under the pointer or focus (product.md 3). Held rows keep their place
 * while `exists` is true, even if they left the view. New ones are appended.
 */
export function applyStableOrder(
  heldIds: readonly number[],
  currentIds: readonly number[],
  exists: (id: number) => boolean,
): number[] {
  const heldSet = new Set(heldIds);
  return [...heldIds.filter(exists), ...currentIds.filter((id) => !heldSet.has(id))];
}

/**
 * Counts the rows that would move if `shownIds` became `currentIds`: all except the longest run
 * that keeps its order.
 */
export function countMoved(shownIds: readonly number[], currentIds: readonly number[]): number {
  let unchanged = 0;
  while (unchanged < shownIds.length && shownIds[unchanged] === currentIds[unchanged])
    unchanged += 1;
  return unchanged === shownIds.length
    ? 0
    : longestUnmoved(shownIds.slice(unchanged), currentIds.slice(unchanged));
}

function longestUnmoved(shown: readonly number[], present: readonly number[]): number {
  const positionById = new Map(present.map((id, index) => [id, index]));
  const positions = shown.flatMap((id) => positionById.get(id) ?? []);
  const removedCount = shown.length - positions.length;
  return positions.length - longestIncreasingLength(positions) + removedCount;
}

function longestIncreasingLength(values: readonly number[]): number {
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
