import { NewTag, Tag, TagPatch, Tags } from "@parlour/protocol/api";
import { tag } from "@parlour/protocol/settings/kinds/tag";
import { tagStore } from "../../store/settings/content/tag.ts";
import { createResource } from "../kind/create-resource.ts";
import { summarizeRequests } from "../kind/request-summaries.ts";

/** Tags of the account for chats (API-044). */
export const tagResource = createResource(tag, {
  rights: { read: "chats.read", manage: "account.manage" },
  summaries: { ...summarizeRequests("a tag", "tags"), change: "Rename a tag" },
  schemas: { entity: Tag, page: Tags, create: NewTag, patch: TagPatch },
  store: tagStore,
  notesTakeoverAlone: true,
});
