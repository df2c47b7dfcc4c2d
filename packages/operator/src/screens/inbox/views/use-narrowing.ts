import { useState } from "react";
import { keptOf, withSaved, type Kept, type Narrow, type SavedNarrow } from "./narrow.ts";

export interface Narrowing {
  readonly narrow: Narrow;
  readonly saved: readonly SavedNarrow[];
  readonly choose: (narrow: Narrow) => void;
  readonly save: (name: string, narrow: Narrow) => void;
  readonly remove: (name: string) => void;
}

/**
 * Manages the active filter of the lists and the saved ones, stored per operator in this browser.
 */
export function useNarrowing(operatorId: number): Narrowing {
  const place = `parlour.filters.${operatorId}`;
  const [kept, setKept] = useState<Kept>(() => read(place));
  const put = (next: Kept) => {
    setKept(next);
    try {
      localStorage.setItem(place, JSON.stringify(next));
    } catch (error) {
      console.warn("the filters could not be kept on this device", error);
    }
  };
  return {
    ...kept,
    choose: (narrow) => put({ ...kept, narrow }),
    save: (name, narrow) => put({ narrow, saved: withSaved(kept.saved, name, narrow) }),
    remove: (name) => put({ ...kept, saved: kept.saved.filter((one) => one.name !== name) }),
  };
}

function read(place: string): Kept {
  try {
    return keptOf(localStorage.getItem(place));
  } catch {
    return keptOf(null);
  }
}
