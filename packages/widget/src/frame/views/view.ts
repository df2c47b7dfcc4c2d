import type { Words } from "../../texts/index.ts";
import type { Acts } from "../acts.ts";
import type { Model } from "../model.ts";

/** What every part of the window gets. */
export interface View {
  readonly model: Model;
  readonly acts: Acts;
  readonly t: Words;
}
