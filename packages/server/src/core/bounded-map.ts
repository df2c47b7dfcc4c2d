/**
 * Removes the oldest entry of a map that has more than `capacity` entries. Must be called after
 * each insertion.
 */
export function evictOldest<K>(
  map: Pick<Map<K, unknown>, "size" | "keys" | "delete">,
  capacity: number,
  evict: (key: K) => void = (key) => void map.delete(key),
): void {
  if (map.size > capacity) for (const oldest of map.keys()) return evict(oldest);
}
