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
    name: textField(100),
    locale: Optional(
      Type.String({
        pattern: "^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$",
      }),
    ),
    accent: Optional(Type.String({ pattern: "^#[0-9A-Fa-f]{6}$" })),
    safe_url: Optional(
      Type.Union([Type.Boolean(), Type.Array(Type.String({ pattern: "^[A-Za-z0-9.-]+$" }))]),
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
    password: Optional(Type.String({ minLength: 12, maxLength: 256 })),
    password_env: Optional(EnvName),
    phone: Optional(textField(operatorTexts.phone.maxLength)),
    photo: Optional(HttpUrl),
    chat_limit: Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
    channels: Optional(Type.Literal("all")),
  },
  strictOptions,
);
export type OperatorConfigFile = Static<typeof OperatorConfigFile>;
