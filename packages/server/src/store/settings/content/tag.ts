import { tag } from "@parlour/protocol/settings/kinds/tag";
import { createTableStore } from "../table-store.ts";

/** Tags of the account for chats. Chats keep the name of a deleted tag. */
export const tagStore = createTableStore(tag);
