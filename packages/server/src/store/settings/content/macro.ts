import { macro, type MacroFields } from "@parlour/protocol/settings/kinds/chats/macro";
import { createAudienceStore, type AudienceRow } from "./audience-store.ts";

/** A macro (ACT-020). */
export type MacroRow = AudienceRow<MacroFields>;
export const macroStore = createAudienceStore(macro);
