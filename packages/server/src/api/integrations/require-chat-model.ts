import { refuse } from "../../core/failure.ts";
import type { ModelRecord } from "../../store/model/model.ts";

/** Returns the name of the chat model. Throws Refusal `model_not_set_up` without one. */
export function requireChatModel({ server, model: { chat_model } }: ModelRecord): string {
  if (server === null || chat_model === null)
    refuse(
      "model_not_set_up",
      "The account has no language model. An administrator connects one under Settings → Model.",
    );
  return chat_model;
}
