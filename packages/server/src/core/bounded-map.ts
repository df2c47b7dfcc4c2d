/** Removes the oldest entry above `capacity` entries. Must be called after each insertion. */
export function evictOldest<K>(
  map: Pick<Map<K, unknown>, "size" | "keys" | "delete">,
  capacity: number,
  evict?: (key: K) => void,
): void {
  if (map.size <= capacity) return;
  for (const oldest of map.keys()) {
    if (evict === undefined) map.delete(oldest);
    else evict(oldest);
    return;
  }
}
