/** Counts concurrent uses per key, at most `getMax()` of each. */
export interface Places {
  /**
   * Acquires a slot and returns a function that releases it. Further calls of that function have no
   * effect. Null if all slots are in use.
   */
  take(key: string): (() => void) | null;
}

/** Creates a slot counter. `getMax` is read at each call. */
export function openPlaces(most: () => number): Places {
  const taken = new Map<string, number>();
  return {
    take(key) {
      const count = taken.get(key) ?? 0;
      if (count >= most()) return null;
      taken.set(key, count + 1);
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        const left = (taken.get(key) ?? 1) - 1;
        if (left > 0) taken.set(key, left);
        else taken.delete(key);
      };
    },
  };
}
