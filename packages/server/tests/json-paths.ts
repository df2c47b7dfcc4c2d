type Path = readonly (string | number)[];

/** Values of every type, with those that programs often do not expect. */
export const strangeValues: readonly unknown[] = [
  null,
  7,
  -1.5,
  1e300,
  Number.MAX_SAFE_INTEGER,
  "",
  "x",
  [],
  [[]],
  {},
  true,
  { valueOf: 1, toString: 1 },
  "\u0000",
  "9".repeat(400),
];

/** Lists the paths of all values in a JSON value, without the value itself. */
export function listPaths(value: unknown): readonly Path[] {
  if (typeof value !== "object" || value === null) return [];
  const names = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return names.flatMap((name): readonly Path[] => {
    const inner = (value as Record<string | number, unknown>)[name];
    return [[name], ...listPaths(inner).map((path) => [name, ...path])];
  });
}

/** Returns a copy of a JSON value with another value at a path. */
export function replaceAt(value: unknown, [name, ...rest]: Path, replacement: unknown): unknown {
  if (name === undefined) return replacement;
  const copy = structuredClone(value) as Record<string | number, unknown>;
  copy[name] = replaceAt(copy[name], rest, replacement);
  return copy;
}
