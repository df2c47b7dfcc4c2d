import { listKind } from "../kind.ts";

/** Tags of the account for chats (API-044). The name is unique in the account, ignoring case. */
export const tag = listKind({
  kind: "tag",
  path: "tags",
  label: "tag",
  table: "tag",
  part: "tags",
  key: "name",
  shortEntry: "name",
  max: 500,
  fields: {
    name: { type: "text", min: 1, max: 50, rule: "API-044" },
  },
});
