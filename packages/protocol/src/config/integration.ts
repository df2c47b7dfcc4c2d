import { Type, type Static } from "typebox";
import {
  Email,
  HttpUrl,
  Name,
  Optional,
  oneOf,
  strictOptions,
  ProviderIdField,
} from "../api/settings/file-fields.ts";

/** Bot providers in the provisioning file. */

export const BotProviderConfigFile = Type.Object(
  {
    id: ProviderIdField,
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
