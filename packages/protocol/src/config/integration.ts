import { Type, type Static } from "typebox";
import {
  Channels,
  Email,
  EnvName,
  HttpUrl,
  Name,
  Optional,
  Secret,
  oneOf,
  strictOptions,
  textField,
} from "../api/settings/file-fields.ts";

/** Bots in the provisioning file. */

const ProviderIdText = Type.String({
  pattern: "^[A-Za-z0-9._-]{2,64}$",
  description: "<provider_id> of the addresses (BOT-001).",
});

export const BotProviderConfigFile = Type.Object(
  {
    id: ProviderIdText,
    name: Name,
    contact: Optional(Email),
    endpoint_url: Optional(HttpUrl("Default of its connections.")),
    scope: Optional(
      oneOf(["service", "account"], {
        default: "service",
        description: "account: only this account may choose it.",
      }),
    ),
  },
  strictOptions,
);
export type BotProviderConfigFile = Static<typeof BotProviderConfigFile>;

export const BotConfigFile = Type.Object(
  {
    provider: ProviderIdText,
    token: Optional(
      Type.String({
        pattern: "^[\\x21-\\x7e]{1,255}$",
        description: "As the provider generated it (BOT-003).",
      }),
    ),
    token_env: Optional(EnvName),
    name: Optional(Name),
    photo: Optional(HttpUrl("Public address of a picture.")),
    endpoint_url: Optional(HttpUrl("Where events are posted; absent: the provider's default.")),
    channels: Optional(Channels),
    enabled: Optional(Type.Boolean({ default: true })),
    secret: Optional(Secret),
    secret_env: Optional(EnvName),
    invite_wait_s: Optional(
      Type.Integer({ minimum: 10, maximum: 600, default: 60, description: "BOT-070." }),
    ),
    silent_s: Optional(
      Type.Integer({ minimum: 0, maximum: 86_400, default: 0, description: "BOT-077; 0: never." }),
    ),
    sends_chat_closed: Optional(Type.Boolean({ default: false, description: "BOT-057." })),
    answers_settle: Optional(Type.Boolean({ default: true, description: "BOT-055." })),
    append_token: Optional(Type.Boolean({ default: true, description: "BOT-012." })),
    authorization: Optional(
      Type.Object(
        {
          token_url: HttpUrl("Token endpoint."),
          client_id: textField(255, "Client id."),
          client_secret: Optional(textField(1024, "In clear; rather use client_secret_env.")),
          client_secret_env: Optional(EnvName),
          scope: Optional(textField(1024, "Scope asked for.")),
          client_auth: Optional(oneOf(["basic", "body"], { default: "basic" })),
        },
        strictOptions,
      ),
    ),
  },
  strictOptions,
);
export type BotConfigFile = Static<typeof BotConfigFile>;
