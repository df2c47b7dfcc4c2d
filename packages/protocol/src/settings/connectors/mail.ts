import { Type, type Static } from "typebox";
import { defineConnector } from "./connector-settings.ts";

/** Address and account of a mail server. The password is a secret of its own. */
const server = {
  host: Type.String({ minLength: 1, maxLength: 253 }),
  port: Type.Integer({ minimum: 1, maximum: 65_535 }),
  security: Type.Union([Type.Literal("tls"), Type.Literal("starttls"), Type.Literal("none")]),
};
const user = Type.String({ maxLength: 320 });

export const mail = defineConnector({
  address: "address",
  signIn: "oauth",
  settings: Type.Object({
    address: Type.String({ minLength: 3, maxLength: 254 }),
    sender_name: Type.Optional(Type.String({ maxLength: 100 })),
    signature: Type.Optional(Type.String({ maxLength: 1000 })),
    receive: Type.Union([Type.Literal("imap"), Type.Literal("smtp")]),
    imap: Type.Optional(
      Type.Object(
        {
          ...server,
          user,
          mailbox: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
          /** Folder to which read mails are moved. */
          move_to: Type.Optional(Type.String({ maxLength: 255 })),
        },
        { additionalProperties: false },
      ),
    ),
    send: Type.Union([Type.Literal("installation"), Type.Literal("smtp")]),
    /** Without `user`, nobody signs in. */
    smtp: Type.Optional(
      Type.Object({ ...server, user: Type.Optional(user) }, { additionalProperties: false }),
    ),
    /** The sign-in at a provider, which replaces the passwords (MAIL-125). */
    oauth: Type.Optional(
      Type.Object(
        {
          provider: Type.Union([
            Type.Literal("google"),
            Type.Literal("microsoft"),
            Type.Literal("own"),
          ]),
          grant: Type.String({ minLength: 1, maxLength: 100 }),
        },
        { additionalProperties: false },
      ),
    ),
    /** `plus`: replies have an address with a token, such as `shop+token@shop.example`. */
    reply_address: Type.Optional(Type.Union([Type.Literal("plus"), Type.Literal("plain")])),
    /**
     * Names of the servers whose checks of the sender count (authserv-id of RFC 8601), with spaces
     * between them.
     */
    authentication_servers: Type.Optional(Type.String({ maxLength: 1000 })),
    /** Whether emails that a program wrote start a chat (the default) or are ignored (MAIL-081). */
    automatic_emails: Type.Optional(Type.Union([Type.Literal("chat"), Type.Literal("ignored")])),
    /** The same for newsletters of unknown senders, which are ignored by default. */
    newsletters: Type.Optional(Type.Union([Type.Literal("chat"), Type.Literal("ignored")])),
  }),
  secrets: Type.Object({
    imap_password: Type.Optional(Type.String({ maxLength: 1000 })),
    smtp_password: Type.Optional(Type.String({ maxLength: 1000 })),
  }),
  passwords: ["imap_password", "smtp_password"],
  destinations: {
    address: true,
    receive: true,
    imap: true,
    imap_password: true,
    send: true,
    smtp: true,
    oauth: true,
    smtp_password: true,
    // Whose senders count as verified, and so get answers of bots (CORE-300).
    authentication_servers: true,
    sender_name: false,
    signature: false,
    reply_address: false,
    automatic_emails: false,
    newsletters: false,
  },
  /** Where the mailbox was when the settings were saved. Mails from then on are read (MAIL-040). */
  info: Type.Object({
    uid_validity: Type.Optional(Type.String()),
    uid_next: Type.Optional(Type.Integer()),
  }),
});
/** Settings of a mail channel that administrators set and see. */
export type MailChannelSettings = Static<(typeof mail)["settings"]>;
