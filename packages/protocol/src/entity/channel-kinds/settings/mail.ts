import { Type } from "typebox";
import type { ConnectorSettings } from "./connector-settings.ts";

/** Address and account of a mail server. The password is a secret of its own. */
const server = {
  host: Type.String({ minLength: 1, maxLength: 253 }),
  port: Type.Integer({ minimum: 1, maximum: 65_535 }),
  security: Type.Union([Type.Literal("tls"), Type.Literal("starttls"), Type.Literal("none")]),
  user: Type.String({ maxLength: 320 }),
};

export const mail = {
  settings: Type.Object({
    address: Type.String({ minLength: 3, maxLength: 254 }),
    sender_name: Type.Optional(Type.String({ maxLength: 100 })),
    signature: Type.Optional(Type.String({ maxLength: 1000 })),
    receive: Type.Union([Type.Literal("imap"), Type.Literal("smtp")]),
    imap: Type.Optional(
      Type.Object(
        { ...server, mailbox: Type.Optional(Type.String({ maxLength: 255 })) },
        { additionalProperties: false },
      ),
    ),
    send: Type.Union([Type.Literal("installation"), Type.Literal("smtp")]),
    smtp: Type.Optional(Type.Object(server, { additionalProperties: false })),
  }),
  secrets: Type.Object({
    imap_password: Type.Optional(Type.String({ maxLength: 1000 })),
    smtp_password: Type.Optional(Type.String({ maxLength: 1000 })),
  }),
  info: Type.Object({}),
} satisfies ConnectorSettings;
