import { useSyncExternalStore } from "react";
import { createEventEmitter } from "../../../state/api/event-emitter.ts";

/** Ids of the chats that are selected for a bulk action (ACT-036). */
let selectedIds: ReadonlySet<number> = new Set();
/** The chat that was selected last, where a range begins. */
let anchorId: number | null = null;
const listeners = createEventEmitter();

export function selectChats(ids: Iterable<number>): void {
  selectedIds = new Set(ids);
  listeners.emit();
}

export function toggleChat(id: number): void {
  anchorId = id;
  const ids = new Set(selectedIds);
  if (!ids.delete(id)) ids.add(id);
  selectChats(ids);
}

export const getSelectionAnchor = (): number | null => anchorId;

export const getSelectedChats = (): ReadonlySet<number> => selectedIds;

export const useSelectedChats = (): ReadonlySet<number> =>
  useSyncExternalStore(listeners.subscribe, getSelectedChats);
