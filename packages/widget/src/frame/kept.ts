import type { Model } from "./model.ts";
import { keptDraft, keptUnsent } from "./outbox.ts";
import { isMuted } from "./ringing.ts";
import type { Store } from "./store.ts";

type Kept = Pick<Model, "outbox" | "draft" | "muted" | "contactsDone">;

/** What of the model outlives a page. */
export function keptOf(store: Store, now: number): Kept {
  return {
    outbox: keptUnsent(store, now),
    draft: keptDraft(store, now),
    muted: isMuted(store),
    contactsDone: store.read("contacts") !== null,
  };
}

/** With what was kept before, and is known only now. Of this window's own nothing goes, however long ago it was written. */
export function withKept(model: Model, kept: Kept): Model {
  const { outbox, draft } = model;
  const earlier = kept.outbox.filter(({ ref }) => !outbox.some((one) => one.ref === ref));
  return { ...model, ...kept, outbox: [...earlier, ...outbox], draft: draft || kept.draft };
}
