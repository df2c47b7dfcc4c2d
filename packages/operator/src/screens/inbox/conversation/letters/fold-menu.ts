import { useSyncExternalStore } from "react";
import { createEventEmitter } from "../../../../state/api/event-emitter.ts";

/** Entry of the chat's menu that folds or unfolds all emails of the conversation on screen. */
interface FoldEntry {
  readonly label: string;
  readonly run: () => void;
}

let entry: FoldEntry | null = null;
const listeners = createEventEmitter();

/** Offers the entry in the menu. Null if the conversation has nothing to fold. */
export function setFoldEntry(next: FoldEntry | null): void {
  entry = next;
  listeners.emit();
}

export const useFoldEntry = (): FoldEntry | null =>
  useSyncExternalStore(listeners.subscribe, () => entry);
