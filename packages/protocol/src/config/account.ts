import { Type, type Static } from "typebox";
import {
  Email,
  EnvName,
  HttpUrl,
  Name,
  Optional,
  oneOf,
  strictOptions,
  textField,
} from "../api/settings/file-fields.ts";
import { operatorTexts } from "../api/people/operator.ts";

/** Parts of the provisioning file for the account and its operators (CFG-025). */

export const AccountConfigFile = Type.Object(
  {
    name: textField(100, "Name of the site or company."),
    locale: Optional(
      Type.String({
        pattern: "^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$",
        description: "Language of what visitors read.",
      }),
    ),
    accent: Optional(
      Type.String({ pattern: "^#[0-9A-Fa-f]{6}$", description: "Colour of the account." }),
    ),
    safe_url: Optional(
      Type.Union([Type.Boolean(), Type.Array(Type.String({ pattern: "^[A-Za-z0-9.-]+$" }))], {
        description: "WG-045: true, false or a list of domains.",
      }),
    ),
    trust_webhook_links: Optional(Type.Boolean()),
  },
  strictOptions,
);

export const OperatorConfigFile = Type.Object(
  {
    email: Email,
    name: Name,
    role: Optional(
      oneOf(["owner", "admin", "developer", "operator", "viewer"], { default: "operator" }),
    ),
    password: Optional(
      Type.String({
        minLength: 12,
        maxLength: 256,
        description: "In clear; rather use password_env.",
      }),
    ),
    password_env: Optional(EnvName),
    phone: Optional(textField(operatorTexts.phone.maxLength, "Phone number.")),
    photo: Optional(HttpUrl("Public address of a picture.")),
    chat_limit: Optional(
      Type.Integer({ minimum: 0, maximum: 1000, description: "Parallel chats; 0 = no limit." }),
    ),
    channels: Optional(
      Type.Literal("all", {
        description: "Answers all channels, also those added later; else those that list them.",
      }),
    ),
  },
  strictOptions,
);
export type OperatorConfigFile = Static<typeof OperatorConfigFile>;
