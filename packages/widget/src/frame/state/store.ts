import type { MessageToPage } from "../../bridge.ts";
import { toPublicState } from "./reducer.ts";
import type { ChatWindowState } from "./state.ts";
import { removeMessage } from "./outbox-storage.ts";
import type { KeyValueStore } from "../storage/local-storage.ts";

/** The state that all services share, and the only access for changes. */
export interface StateStore {
  readonly model: () => ChatWindowState;
  readonly set: (next: ChatWindowState) => void;
}
export interface StateStoreDeps {
  readonly store: KeyValueStore;
  readonly post: (message: MessageToPage) => void;
  readonly onChange: (model: ChatWindowState) => void;
}

/**
 * Creates the state store. At each change it posts the new public state to the page and removes
 * sent messages from the storage.
 */
export function createStateStore(
  first: ChatWindowState,
  { store, post, onChange }: StateStoreDeps,
): StateStore {
  let model = first;
  let postedState = "";
  return {
    model: () => model,
    set(next) {
      if (next === model) return;
      for (const { ref } of model.outbox)
        if (!next.outbox.some((message) => message.ref === ref)) removeMessage(store, ref);
      model = next;
      const facts = toPublicState(model);
      const text = JSON.stringify(facts);
      if (text !== postedState) {
        postedState = text;
        post({ type: "facts", facts });
      }
      onChange(model);
    },
  };
}
