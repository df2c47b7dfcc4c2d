import type { Test } from "../../../conditions/operators.ts";
import type { Tree } from "../../../conditions/tree.ts";
import { valueOf } from "../../field.ts";
import { listKind } from "../../kind.ts";

/** When a bot starts chats, by the working hours of the chat (BOT-112). */
export const botHours = ["always", "inside", "outside"] as const;
export type BotHours = (typeof botHours)[number];

/** Bots of providers, which the account has connected (BOT-003). */
export const bot = listKind({
  kind: "bot",
  path: "bots",
  label: "bot",
  table: "bot",
  part: "bots",
  key: "token",
  keyWith: "provider_id",
  fields: {
    /** Absent in a request: an own bot, whose provider is made with it (BOT-108). */
    provider_id: {
      type: "reference",
      to: "bot_provider",
      as: "object",
      completed: true,
      set: "create",
      rule: "BOT-003",
    },
    /** As the provider generated it. It is a part of addresses (BOT-010, BOT-012). */
    token: {
      type: "secret",
      format: "token",
      completed: true,
      elsewhere: true,
      needs: "addresses",
      rule: "BOT-003",
    },
    /** Absent: the name of the provider. */
    name: { type: "text", min: 1, max: 100, completed: true, derivedInFile: true },
    /** Public http or https URL of a picture (CH-071). */
    photo: { type: "text", format: "url", max: 2048, default: null },
    /** Absent: the URL of the provider. May contain `{token}`. */
    endpoint_url: {
      type: "text",
      format: "url",
      min: 1,
      max: 2048,
      completed: true,
      derivedInFile: true,
      elsewhere: true,
      needs: "addresses",
    },
    channels: {
      type: "references",
      to: "channel",
      min: 1,
      max: 1000,
      elsewhere: true,
      default: null,
      needs: "addresses",
    },
    /** New chats that the bot starts (BOT-112). Its column has another name. */
    if: { type: "custom", value: valueOf<Tree<Test>>(), elsewhere: true, default: { all: [] } },
    hours: { type: "choice", values: botHours, default: "always" },
    precedence: { type: "integer", min: 0, max: 100, default: 0 },
    enabled: { type: "flag", default: true, exported: "always" },
    secret: {
      type: "secret",
      format: "signing",
      elsewhere: true,
      hint: "secret_hint",
      generated: "signing_secret",
    },
    /** Seconds to wait for an operator after an invitation (BOT-070). */
    invite_wait_s: { type: "integer", min: 10, max: 600, default: 60, exported: "always" },
    /** Wait for the bot before the hand-over, in seconds (BOT-077). 0: no limit. */
    silent_s: { type: "integer", min: 0, max: 86_400, default: 0, exported: "always" },
    /** Whether `CHAT_CLOSED` is sent (BOT-057). */
    sends_chat_closed: { type: "flag", default: false, exported: "always" },
    sends_button_text: { type: "flag", default: false, exported: "always" },
    /** Whether a post of the bot completes the running delivery of its chat (BOT-055). */
    answers_settle: { type: "flag", default: true, exported: "always" },
    /** If false, the URL contains the token only where it has `{token}` (BOT-012). */
    append_token: { type: "flag", default: true, exported: "always", needs: "addresses" },
    /** OAuth 2.0 client credentials. null: the token is the only credential (BOT-030). */
    authorization: {
      type: "group",
      nullable: true,
      elsewhere: true,
      fields: {
        token_url: { type: "text", format: "url", min: 1, max: 2048 },
        client_id: { type: "text", min: 1, max: 255 },
        /** Absent in a change: the stored one, if the origin of `token_url` is the same. */
        client_secret: {
          type: "credential",
          min: 1,
          max: 1024,
          completed: true,
          clearInFile: true,
          rule: "BOT-031",
        },
        scope: { type: "text", max: 1024, default: null },
        client_auth: {
          type: "choice",
          values: ["basic", "body"],
          default: "basic",
          exported: "always",
        },
      },
    },
  },
});
