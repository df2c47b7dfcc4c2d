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

/** Operators in the provisioning file (CFG-025). */

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
