import { useState } from "react";
import {
  parseStoredFilters,
  addSavedFilter,
  type StoredFilters,
  type ChatFilter,
  type SavedFilter,
} from "./filter.ts";

export interface ChatFilterState {
  readonly narrow: ChatFilter;
  readonly saved: readonly SavedFilter[];
  readonly choose: (narrow: ChatFilter) => void;
  readonly save: (name: string, narrow: ChatFilter) => void;
  readonly remove: (name: string) => void;
}

/**
 * Manages the active filter of the lists and the saved ones, stored per operator in this browser.
 */
export function useChatFilter(operatorId: number): ChatFilterState {
  const storageKey = `parlour.filters.${operatorId}`;
  const [stored, setStored] = useState<StoredFilters>(() => loadStoredFilters(storageKey));
  const store = (next: StoredFilters) => {
    setStored(next);
    try {
      localStorage.setItem(storageKey, JSON.stringify(next));
    } catch (error) {
      console.warn("the filters could not be kept on this device", error);
    }
  };
  return {
    ...stored,
    choose: (narrow) => store({ ...stored, narrow }),
    save: (name, narrow) => store({ narrow, saved: addSavedFilter(stored.saved, name, narrow) }),
    remove: (name) =>
      store({ ...stored, saved: stored.saved.filter((savedFilter) => savedFilter.name !== name) }),
  };
}

function loadStoredFilters(storageKey: string): StoredFilters {
  try {
    return parseStoredFilters(localStorage.getItem(storageKey));
  } catch {
    return parseStoredFilters(null);
  }
}
