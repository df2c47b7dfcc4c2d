/** Counts concurrent uses per key, up to `getMax()` for each key. */
export interface SlotCounter {
  /**
   * Acquires a slot and returns a function that releases it. Further calls of that function have no
   * effect. Returns null if all slots are in use.
   */
  acquire(key: string): ReleaseSlot | null;
  count(key: string): number;
}
export type ReleaseSlot = () => void;

/** Creates a slot counter. Calls `getMax` for each slot. */
export function createSlotCounter(getMax: () => number): SlotCounter {
  const usedSlots = new Map<string, number>();
  const count = (key: string): number => usedSlots.get(key) ?? 0;
  return {
    acquire(key) {
      if (count(key) >= getMax()) return null;
      usedSlots.set(key, count(key) + 1);
      let isInUse = true;
      return () => {
        if (!isInUse) return;
        isInUse = false;
        const remaining = count(key) - 1;
        if (remaining > 0) usedSlots.set(key, remaining);
        else usedSlots.delete(key);
      };
    },
    count,
  };
}
