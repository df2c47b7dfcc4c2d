import { useSyncExternalStore } from "react";
import { createListeners } from "../../state/listeners.ts";

/** What this person decided about the check list on this device. */
interface Memory {
  readonly isHidden?: boolean;
  /** Local day on which everything was done first, "Mon Nov 23 2026". */
  readonly doneOn?: string;
}
const listeners = createListeners();
/** For browsers that refuse storage: until the page is loaded again. */
let unstored: Memory = {};
let last: { text: string; memory: Memory } = { text: "", memory: unstored };

const placeOf = (operator: number): string => `parlour.start.${operator}`;

function read(operator: number): Memory {
  try {
    const text = localStorage.getItem(placeOf(operator)) ?? "{}";
    if (text !== last.text) last = { text, memory: JSON.parse(text) as Memory };
    return last.memory;
  } catch {
    return unstored;
  }
}

export function remember(operator: number, change: Memory): void {
  unstored = { ...read(operator), ...change };
  try {
    localStorage.setItem(placeOf(operator), JSON.stringify(unstored));
  } catch (error) {
    console.warn("the choice could not be kept on this device", error);
  }
  listeners.tell();
}

export function useMemory(operator: number): Memory {
  return useSyncExternalStore(listeners.add, () => read(operator));
}
