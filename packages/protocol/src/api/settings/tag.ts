import { Type, type Static } from "typebox";
import { Id } from "../../entity/index.ts";
import { tag } from "../../settings/kinds/tag.ts";
import { maxTagsPerChat } from "../writing-limits.ts";
import { createListSchemas } from "./shapes/list-schemas.ts";

/** Schemas of tags (API-044). Their fields are in `tag`. */
const schemas = createListSchemas(tag, {});
export const Tag = schemas.entity;
export const Tags = schemas.page;
export const NewTag = schemas.create;
export const TagPatch = schemas.patch;
export const TagFile = schemas.file;
export type Tag = Static<typeof Tag>;

/** Replaces all tags of the chat. */
export const ChatTags = Type.Object(
  { tags: Type.Array(Id, { maxItems: maxTagsPerChat, uniqueItems: true }) },
  { additionalProperties: false },
);

const tagIds = Type.Array(Id, { maxItems: maxTagsPerChat, uniqueItems: true });
/** Adds and removes tags of the chat. Its other tags stay. */
export const ChatTagChange = Type.Object(
  { add: Type.Optional(tagIds), remove: Type.Optional(tagIds) },
  { additionalProperties: false },
);
