/** Forgets the entry that was set longest ago when a map holds more than `capacity`; to be called after each one that is set. */
export function keepWithin<K>(
  map: Pick<Map<K, unknown>, "size" | "keys" | "delete">,
  capacity: number,
  forget: (key: K) => void = (key) => void map.delete(key),
): void {
  if (map.size > capacity) for (const oldest of map.keys()) return forget(oldest);
}
