/** Converts each value of an object. The keys and their order stay. */
export function mapValues<V, R>(
  object: Readonly<Record<string, V>>,
  convert: (key: string, value: V) => R,
): Record<string, R> {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key, convert(key, value)]),
  );
}
