/** Places of each key, at most `most()` at once. */
export interface Places {
  /** Takes a place; the answer gives it back, once however often it is called. Null: all are taken. */
  take(key: string): (() => void) | null;
}

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
