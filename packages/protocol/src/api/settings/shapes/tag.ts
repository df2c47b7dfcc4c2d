import { maxTags } from "../../writing-limits.ts";
import type { ResourceShape } from "./resource-shape.ts";

/** Tags of the account for chats (API-044). The name is unique in the account, ignoring case. */
export const tagShape = {
  kind: "tag",
  path: "tags",
  max: maxTags,
  texts: { name: { minLength: 1, maxLength: 50 } },
} as const satisfies ResourceShape;
