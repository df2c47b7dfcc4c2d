import { Type, type Static } from "typebox";
import { Id } from "../../entity/index.ts";
import { tag } from "../../settings/kinds/tag.ts";
import { maxTagsPerChat } from "../writing-limits.ts";
import { createListSchemas } from "./shapes/list-schemas.ts";

/** Schemas of tags (API-044). Their fields are in `tag`. */
export const {
  entity: Tag,
  page: Tags,
  create: NewTag,
  patch: TagPatch,
  file: TagFile,
} = createListSchemas(tag, {});
export type Tag = Static<typeof Tag>;

/** Replaces all tags of the chat. */
export const ChatTags = Type.Object(
  { tags: Type.Array(Id, { maxItems: maxTagsPerChat, uniqueItems: true }) },
  { additionalProperties: false },
);
