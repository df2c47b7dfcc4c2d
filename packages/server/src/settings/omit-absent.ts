/** Returns the fields that are not undefined. */
export const omitAbsent = <T extends object>(
  fields: T,
): { [Name in keyof T]?: Exclude<T[Name], undefined> } =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as ReturnType<typeof omitAbsent<T>>;
