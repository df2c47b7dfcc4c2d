import { Type, type Static } from "typebox";
import { Page } from "./api-common.ts";
import { Id, Time } from "./entity.ts";
import { mostChatTags } from "./writing.ts";

/** Tags: words of the account's own that mark chats (API-044). */

export const Tag = Type.Object({ id: Id, name: Type.String(), created_at: Time, managed: Type.Boolean() });
export type Tag = Static<typeof Tag>;
export const Tags = Page(Tag);

/** Unique in the account, in any case of letters. */
const name = Type.String({ minLength: 1, maxLength: 50 });
export const NewTag = Type.Object({ name }, { additionalProperties: false });
export type NewTag = Static<typeof NewTag>;
export const TagPatch = Type.Object({ name }, { additionalProperties: false });

/** All tags that the chat has from now on. */
export const ChatTags = Type.Object(
  { tags: Type.Array(Id, { maxItems: mostChatTags, uniqueItems: true }) },
  { additionalProperties: false },
);
