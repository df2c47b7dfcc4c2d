/**
 * Returns a function that loads a value by its key. Calls while it is loading share the load, as
 * long as they have the same version. The version changes with the data, because a load that began
 * before a change may return outdated data.
 */
export function shareLoads<T>(
  load: (key: number, version: number) => Promise<T>,
): (key: number, version: number) => Promise<T> {
  const running = new Map<number, { readonly version: number; readonly value: Promise<T> }>();
  return (key, version) => {
    const known = running.get(key);
    if (known?.version === version) return known.value;
    const value = load(key, version).finally(() => {
      if (running.get(key)?.value === value) running.delete(key);
    });
    running.set(key, { version, value });
    return value;
  };
}
