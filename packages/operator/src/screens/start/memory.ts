import { useSyncExternalStore } from "react";
import { createEventEmitter } from "../../state/api/event-emitter.ts";

/** What this person decided about the check list on this device. */
interface Memory {
  readonly isHidden?: boolean;
  /** Local day on which everything was done first, "Mon Nov 23 2026". */
  readonly doneOn?: string;
}
const listeners = createEventEmitter();
const nothing: Memory = {};
/** Of operators whose choice the browser refused to store: until the page is loaded again. */
const unstored = new Map<number, Memory>();
/** The same text gives the same object: React compares what it reads. */
let last: { text: string; memory: Memory } = { text: "{}", memory: nothing };

const toStorageKey = (operator: number): string => `parlour.start.${operator}`;

/** Returns what the operator decided; the same object until something changes. */
export function readMemory(operator: number): Memory {
  const own = unstored.get(operator);
  if (own !== undefined) return own;
  try {
    const text = localStorage.getItem(toStorageKey(operator)) ?? "{}";
    if (text !== last.text) last = { text, memory: (JSON.parse(text) as Memory | null) ?? nothing };
    return last.memory;
  } catch {
    return nothing;
  }
}

export function remember(operator: number, change: Memory): void {
  const memory = { ...readMemory(operator), ...change };
  try {
    localStorage.setItem(toStorageKey(operator), JSON.stringify(memory));
    unstored.delete(operator);
  } catch (error) {
    unstored.set(operator, memory);
    console.warn("the choice could not be kept on this device", error);
  }
  listeners.emit();
}

/**
 * Whether the check list is shown no more: the person hid it, or all was done on an earlier day
 * (CORE-212).
 */
export const isListOver = ({ isHidden = false, doneOn }: Memory, today: string): boolean =>
  isHidden || (doneOn !== undefined && doneOn !== today);

export function useMemory(operator: number): Memory {
  return useSyncExternalStore(listeners.subscribe, () => readMemory(operator));
}
