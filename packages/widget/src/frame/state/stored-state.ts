import type { ChatWindowState } from "./state.ts";
import { loadDraft, loadMessages } from "./outbox-storage.ts";
import { isSoundMuted } from "./message-sound.ts";
import type { KeyValueStore } from "../storage/local-storage.ts";

type StoredState = Pick<ChatWindowState, "outbox" | "draft" | "muted" | "contactsDone">;

/** Loads the part of the state that an earlier page has stored. */
export function loadStoredState(store: KeyValueStore, now: number): StoredState {
  return {
    outbox: loadMessages(store, now),
    draft: loadDraft(store, now),
    muted: isSoundMuted(store),
    contactsDone: store.read("contacts") !== null,
  };
}

/**
 * Merges the stored state if it was loaded after the chat window started. Values that this chat
 * window has already set are kept, even if they are older.
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
