import type { ToPage } from "../bridge.ts";
import { factsOf, type Model } from "./model.ts";
import { forgetUnsent } from "./outbox.ts";
import type { Store } from "./store.ts";

/** What the parts of a conversation share: the model as it stands, and the one way to move it. */
export interface Held {
  readonly model: () => Model;
  readonly set: (next: Model) => void;
}
export interface HeldDeps {
  readonly store: Store;
  readonly post: (message: ToPage) => void;
  readonly changed: (model: Model) => void;
}

/** Holds the model. At each move the page hears what changed of what it may know, and what waits no more is forgotten. */
export function holdModel(first: Model, { store, post, changed }: HeldDeps): Held {
  let model = first;
  let told = "";
  return {
    model: () => model,
    set(next) {
      if (next === model) return;
      for (const { ref } of model.outbox) if (!next.outbox.some((kept) => kept.ref === ref)) forgetUnsent(store, ref);
      model = next;
      const facts = factsOf(model);
      const text = JSON.stringify(facts);
      if (text !== told) {
        told = text;
        post({ type: "facts", facts });
      }
      changed(model);
    },
  };
}
