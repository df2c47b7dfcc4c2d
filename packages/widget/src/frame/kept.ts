import type { Model } from "./model.ts";
import { keptDraft, keptUnsent } from "./outbox.ts";
import { isMuted } from "./ringing.ts";
import type { Store } from "./store.ts";

/** What of the model outlives a page. */
export function keptOf(store: Store, now: number): Pick<Model, "outbox" | "draft" | "muted" | "contactsDone"> {
  return {
    outbox: keptUnsent(store, now),
    draft: keptDraft(store, now),
    muted: isMuted(store),
    contactsDone: store.read("contacts") !== null,
  };
}
