/** Returns a copy of an object without the named fields. */
export function omitFields<T extends object, Name extends keyof T>(
  fields: T,
  ...names: readonly Name[]
): Omit<T, Name> {
  const rest: Partial<T> = {};
  for (const name in fields)
    if (!(names as readonly (keyof T)[]).includes(name)) rest[name] = fields[name];
  return rest as Omit<T, Name>;
}
