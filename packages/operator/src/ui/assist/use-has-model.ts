import type { Operator } from "@parlour/protocol";
import { useAccount } from "../../state/account.ts";
import { readsTexts } from "../../state/session.tsx";

/** Returns whether the model can write drafts for this operator (ASSIST-004). */
export const useHasModel = (me: Operator): boolean =>
  useAccount().data?.has_model === true && readsTexts(me);

/** Returns whether messages can be translated for this operator, by a model or another server. */
export const useCanTranslate = (me: Operator): boolean =>
  useAccount().data?.can_translate === true && readsTexts(me);
