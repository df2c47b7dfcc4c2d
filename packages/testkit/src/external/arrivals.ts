import { testTimeoutMs } from "../timeouts.ts";

/** What arrived at a server of a test, in order. */
export interface Arrivals<T> {
  readonly list: readonly T[];
  readonly add: (item: T) => void;
  /** Resolves when `count` items in total have arrived. Rejects after `withinMs`. */
  readonly waitFor: (count: number, withinMs?: number) => Promise<readonly T[]>;
}

/** `noun`: the plural of the items in the error, such as `requests`. */
export function collectArrivals<T>(noun: string): Arrivals<T> {
  const list: T[] = [];
  const waiting = new Set<() => void>();
  return {
    list,
    add(item) {
      list.push(item);
      for (const check of waiting) check();
    },
    waitFor: (count, withinMs = testTimeoutMs) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(check);
          reject(new Error(`${list.length} of ${count} ${noun} arrived within ${withinMs} ms`));
        }, withinMs);
        const check = (): void => {
          if (list.length < count) return;
          clearTimeout(timer);
          waiting.delete(check);
          resolve(list);
        };
        waiting.add(check);
        check();
      }),
  };
}
