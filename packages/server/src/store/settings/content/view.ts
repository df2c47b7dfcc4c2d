import { view, type ViewFields } from "@parlour/protocol/settings/kinds/chats/view";
import type { Values } from "@parlour/protocol/settings/values";
import { createAudienceStore, type AudienceRow } from "./audience-store.ts";

export type ViewValues = Values<ViewFields>;
/** A saved view (VIEW-001). */
export type ViewRow = AudienceRow<ViewFields>;
export const viewStore = createAudienceStore(view);
