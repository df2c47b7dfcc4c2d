import type { Words } from "../../texts/index.ts";
import type { Acts } from "../acts.ts";
import type { Model } from "../model.ts";

/** Props of every view in the chat window. */
export interface View {
  readonly model: Model;
  readonly acts: Acts;
  readonly t: Words;
}
