/** Pictures that could not be shown, so that scrolling back does not ask for them again. Bounded: the oldest is forgotten. */
const failed = new Set<string>();
const most = 500;

export function hasFailed(address: string): boolean {
  return failed.has(address);
}

export function rememberFailed(address: string): void {
  failed.add(address);
  const oldest = failed.values().next().value;
  if (failed.size > most && oldest !== undefined) failed.delete(oldest);
}
