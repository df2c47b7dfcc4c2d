import { Type, type Static } from "typebox";
import { Id } from "../../entity/index.ts";
import { maxTagsPerChat } from "../writing-limits.ts";
import { createTextResourceSchemas } from "./shapes/resource-schemas.ts";
import { tagShape } from "./shapes/tag.ts";

/** Schemas of tags (API-044). Their fields are in `tagShape`. */
export const {
  entity: Tag,
  page: Tags,
  create: NewTag,
  patch: TagPatch,
} = createTextResourceSchemas(tagShape);
export type Tag = Static<typeof Tag>;

/** Replaces all tags of the chat. */
export const ChatTags = Type.Object(
  { tags: Type.Array(Id, { maxItems: maxTagsPerChat, uniqueItems: true }) },
  { additionalProperties: false },
);
