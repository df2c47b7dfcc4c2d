/** Returns the fields that are not undefined, in their order. */
export function omitAbsent<const T extends object>(
  fields: T,
): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  const present: Partial<T> = {};
  for (const name in fields) if (fields[name] !== undefined) present[name] = fields[name];
  return present as ReturnType<typeof omitAbsent<T>>;
}
