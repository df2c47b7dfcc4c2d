import type { ToPage } from "../bridge.ts";
import { factsOf, type Model } from "./model.ts";
import { forgetUnsent } from "./outbox.ts";
import type { Store } from "./store.ts";

/** The state that the services share, and the only way to change it. */
export interface Held {
  readonly model: () => Model;
  readonly set: (next: Model) => void;
}
export interface HeldDeps {
  readonly store: Store;
  readonly post: (message: ToPage) => void;
  readonly changed: (model: Model) => void;
}

/**
 * Creates the state store. At each change it posts the new public state to the page and removes
 * sent messages from the storage.
 */
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
