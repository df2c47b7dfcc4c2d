/** Counts concurrent uses per key, up to `getMax()` for each key. */
export interface SlotCounter {
  /**
   * Acquires a slot and returns a function that releases it. Further calls of that function have no
   * effect. Returns null if all slots are in use.
   */
  acquire(key: string): (() => void) | null;
}

/** Creates a slot counter. Calls `getMax` for each slot. */
export function createSlotCounter(getMax: () => number): SlotCounter {
  const usedSlots = new Map<string, number>();
  return {
    acquire(key) {
      const count = usedSlots.get(key) ?? 0;
      if (count >= getMax()) return null;
      usedSlots.set(key, count + 1);
      let isInUse = true;
      return () => {
        if (!isInUse) return;
        isInUse = false;
        const remaining = (usedSlots.get(key) ?? 1) - 1;
        if (remaining > 0) usedSlots.set(key, remaining);
        else usedSlots.delete(key);
      };
    },
  };
}
