import { NewTag, Tag, TagPatch, Tags } from "@parlour/protocol/api";
import { tagShape } from "@parlour/protocol/api/settings/shapes/tag";
import {
  createTag,
  deleteTag,
  listTags,
  updateTag,
  type TagFields,
  type TagRecord,
} from "../../store/settings/content/tag.ts";
import type { SettingsResource } from "../resource.ts";
import { emptyTexts, trimTexts } from "../texts.ts";

/** Tags of the account for chats (API-044). The provisioning file contains only their names. */
export const tagResource: SettingsResource<{
  fields: TagFields;
  row: TagRecord;
  body: TagFields;
  api: Tag;
  entry: string;
}> = {
  shape: tagShape,
  label: "tag",
  rights: { read: "chats.read", manage: "account.manage" },
  summaries: {
    list: "List tags",
    one: "Get a tag",
    create: "Create a tag",
    change: "Rename a tag",
    remove: "Delete a tag",
  },
  schemas: { entity: Tag, page: Tags, create: NewTag, patch: TagPatch },
  store: { list: listTags, create: createTag, update: updateTag, remove: deleteTag },
  audit: { nameOf: ({ name }) => name },
  newFields: () => emptyTexts(tagShape),
  parse: (body) => trimTexts(tagShape, body),
  toApi: ({ id, createdAt, managed, ...texts }) => ({
    id,
    ...texts,
    created_at: createdAt,
    managed,
  }),
  file: {
    part: "tags",
    read(config, { reportError, unique }) {
      const names = (config.tags ?? []).map((name) => name.trim());
      names.forEach((name, n) => {
        if (name === "") reportError(["tags", n], "is empty", "API-044");
      });
      unique(
        names,
        (name) => name.toLowerCase(),
        (n, first) => reportError(["tags", n], `has the same name as tags[${first}]`, "API-044"),
      );
      return names;
    },
    write: (name) => name,
    keyOf: (name) => name.toLowerCase(),
    subject: (name) => `tag ${name}`,
    compared: (name) => ({ name }),
    notesTakeoverAlone: true,
    toEntry: ({ name }) => name,
    toFields: (name) => ({ name }),
  },
};
