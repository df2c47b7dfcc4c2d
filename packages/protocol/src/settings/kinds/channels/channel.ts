import { listKind } from "../../kind.ts";

/** Channels of the chat API (CH-001). */
export const channel = listKind({
  kind: "channel",
  path: "channels",
  label: "channel",
  table: "channel",
  part: "channels",
  entryKind: "api",
  key: "public_id",
  fields: {
    name: { type: "text", min: 1, max: 100 },
    /** null: Parlour generates it, and the file finds the channel by its name. */
    public_id: {
      type: "text",
      format: "public_id",
      exact: true,
      only: "file",
      default: null,
    },
    random_string: { type: "secret", format: "random", elsewhere: true },
    secret: {
      type: "secret",
      format: "signing",
      elsewhere: true,
      hint: "secret_hint",
      generated: "signing_secret",
    },
    /** Endpoint of the integrator, called exactly as written (CORE-123). */
    endpoint_url: {
      type: "text",
      format: "url",
      exact: true,
      min: 1,
      max: 2048,
      elsewhere: true,
      needs: "addresses",
      rule: "CH-001",
    },
    chunked: { type: "flag", default: false, exported: "always" },
    append_public_id: {
      rule: "CH-070",
      type: "flag",
      default: true,
      exported: "always",
      needs: "addresses",
    },
    media_as: {
      rule: "CH-075",
      type: "choice",
      values: ["media objects", "text with link"],
      default: "media objects",
      exported: "always",
    },
    /** Whether the endpoint handles edits and deletions of messages. */
    message_changes: { rule: "CH-126", type: "flag", default: false, exported: "always" },
    bot_available: { rule: "CH-011", type: "flag", default: false },
    enabled: { rule: "CH-110", type: "flag", default: true, exported: "always" },
    /** Operators who receive the chats. At least one, except in the file. */
    operators: { type: "references", to: "operator", min: 1, max: 1000, elsewhere: true },
  },
});
