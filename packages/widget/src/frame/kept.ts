import type { Model } from "./model.ts";
import { keptDraft, keptUnsent } from "./outbox.ts";
import { isMuted } from "./ringing.ts";
import type { Store } from "./store.ts";

type Kept = Pick<Model, "outbox" | "draft" | "muted" | "contactsDone">;

/** Returns the part of the state that is stored for the next page. */
export function keptOf(store: Store, now: number): Kept {
  return {
    outbox: keptUnsent(store, now),
    draft: keptDraft(store, now),
    muted: isMuted(store),
    contactsDone: store.read("contacts") !== null,
  };
}

/**
 * Merges a stored state that was read late. Values of this chat window stay, however old they are.
 */
export function withKept(model: Model, kept: Kept): Model {
  const { outbox, draft } = model;
  const earlier = kept.outbox.filter(({ ref }) => !outbox.some((one) => one.ref === ref));
  return { ...model, ...kept, outbox: [...earlier, ...outbox], draft: draft || kept.draft };
}
