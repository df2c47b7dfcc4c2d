import { Type, type Static } from "typebox";
import { Page } from "../common.ts";
import { Id, Time } from "../../entity/index.ts";
import { maxTagsPerChat } from "../writing-limits.ts";

/** Tags of the account for chats (API-044). */

export const Tag = Type.Object({ id: Id, name: Type.String(), created_at: Time, managed: Type.Boolean() });
export type Tag = Static<typeof Tag>;
export const Tags = Page(Tag);

/** Unique in the account, ignoring case. */
const name = Type.String({ minLength: 1, maxLength: 50 });
export const NewTag = Type.Object({ name }, { additionalProperties: false });
export type NewTag = Static<typeof NewTag>;
export const TagPatch = Type.Object({ name }, { additionalProperties: false });

/** Replaces all tags of the chat. */
export const ChatTags = Type.Object(
  { tags: Type.Array(Id, { maxItems: maxTagsPerChat, uniqueItems: true }) },
  { additionalProperties: false },
);
