/** Values of accounts, in memory until they change. */
export interface AccountCache<T> {
  /** Returns the value of an account, or undefined if it was not read yet. Reads nothing. */
  peek(account: number): T | undefined;
  read(account: number): Promise<T>;
  /** Lets the value of an account, or of all, be read again. */
  invalidate(account?: number): void;
}

/** Creates a cache of what `load` reads. Values read before an invalidation are not kept. */
export function createAccountCache<T>(load: (account: number) => Promise<T>): AccountCache<T> {
  const values = new Map<number, T>();
  /** Number of invalidations so far. */
  let changes = 0;
  return {
    peek: (account) => values.get(account),
    async read(account) {
      const known = values.get(account);
      if (known !== undefined) return known;
      const changesBefore = changes;
      const value = await load(account);
      if (changes === changesBefore) values.set(account, value);
      return value;
    },
    invalidate(account) {
      changes++;
      if (account === undefined) values.clear();
      else values.delete(account);
    },
  };
}
