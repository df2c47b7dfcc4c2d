import { listKind } from "../kind.ts";

/** Bot providers (BOT-001). They belong to the installation, and their ids are texts. */
export const botProvider = listKind({
  kind: "bot_provider",
  path: "bot-providers",
  label: "bot provider",
  table: "bot_provider",
  part: "bot_providers",
  key: "id",
  fields: {
    /** Part of the addresses of its bots. Parlour generates it for the API. */
    id: {
      type: "text",
      format: "provider_id",
      exact: true,
      only: "file",
      rule: "BOT-001",
    },
    name: { type: "text", min: 1, max: 100 },
    contact: { type: "text", format: "email", min: 1, max: 254, default: null, required: true },
    /** Default address of the provider's bots. */
    endpoint_url: { type: "text", format: "url", min: 1, max: 2048, default: null },
    scope: {
      type: "choice",
      values: ["service", "account"],
      default: "service",
      completed: true,
      set: "create",
      elsewhere: true,
    },
  },
});
