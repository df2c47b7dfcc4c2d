import type { Model } from "./model.ts";

/** What the parts of a conversation share: the model as it stands, and the one way to move it. */
export interface Held {
  readonly model: () => Model;
  readonly set: (next: Model) => void;
}
