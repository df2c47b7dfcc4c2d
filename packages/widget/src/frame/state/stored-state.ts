import type { ChatWindowState } from "./reducer.ts";
import { loadDraft, loadMessages } from "./outbox-storage.ts";
import { isMuted } from "./message-sound.ts";
import type { KeyValueStore } from "./local-storage.ts";

type StoredState = Pick<ChatWindowState, "outbox" | "draft" | "muted" | "contactsDone">;

/** Returns the part of the state that is stored for the next page. */
export function loadStoredState(store: KeyValueStore, now: number): StoredState {
  return {
    outbox: loadMessages(store, now),
    draft: loadDraft(store, now),
    muted: isMuted(store),
    contactsDone: store.read("contacts") !== null,
  };
}

/**
 * Merges a stored state that was read late. Values of this chat window stay, however old they are.
 */
export function restoreState(model: ChatWindowState, storedState: StoredState): ChatWindowState {
  const { outbox, draft } = model;
  const earlier = storedState.outbox.filter(({ ref }) => !outbox.some((one) => one.ref === ref));
  return {
    ...model,
    ...storedState,
    outbox: [...earlier, ...outbox],
    draft: draft || storedState.draft,
  };
}
