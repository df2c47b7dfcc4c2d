import type { PresentValues } from "../values.ts";
import { defineConnector } from "./connector-settings.ts";

/** Address of a mail server. The password is a field of its own. */
const server = {
  host: { type: "text", min: 1, max: 253 },
  port: { type: "integer", min: 1, max: 65_535 },
  security: { type: "choice", values: ["tls", "starttls", "none"] },
} as const;
const password = { type: "credential", password: true, min: 0, max: 1000, default: null } as const;
const hasMailbox = { field: "receive", is: "imap" } as const;
const hasServer = { field: "send", is: "smtp" } as const;

export const mail = defineConnector({
  address: "address",
  signIn: "oauth",
  fields: {
    address: { type: "text", min: 1, max: 254, needs: "addresses" },
    receive: { type: "choice", values: ["imap", "smtp"], needs: "addresses" },
    imap: {
      type: "group",
      shownIf: hasMailbox,
      omitsEmpty: true,
      needs: "addresses",
      fields: {
        ...server,
        user: { type: "text", max: 320 },
        /** Folder that is read. Absent: INBOX. */
        mailbox: { type: "text", min: 1, max: 255, default: null },
        /** Folder to which read mails are moved. */
        move_to: { type: "text", max: 255, default: null },
      },
    },
    imap_password: { ...password, shownIf: hasMailbox, needs: "addresses" },
    send: { type: "choice", values: ["installation", "smtp"], needs: "addresses" },
    smtp: {
      type: "group",
      shownIf: hasServer,
      omitsEmpty: true,
      needs: "addresses",
      /** Without `user`, nobody signs in. */
      fields: { ...server, user: { type: "text", max: 320, default: null } },
    },
    smtp_password: { ...password, shownIf: hasServer, needs: "addresses" },
    /** The sign-in at a provider, which replaces the passwords (MAIL-125). */
    oauth: {
      type: "group",
      default: null,
      needs: "addresses",
      fields: {
        provider: { type: "choice", values: ["google", "microsoft", "own"] },
        grant: { type: "text", min: 1, max: 100 },
      },
    },
    sender_name: { type: "text", max: 100, default: null, needs: null },
    signature: { type: "text", max: 1000, lines: true, default: null, needs: null },
    /** `plus`: replies have an address with a token, such as `shop+token@shop.example`. */
    reply_address: { type: "choice", values: ["plus", "plain"], default: null, needs: null },
    /** Whether emails that a program wrote start a chat (MAIL-081). Usually they do. */
    automatic_emails: { type: "choice", values: ["chat", "ignored"], default: null, needs: null },
    /** The same for newsletters of unknown senders. */
    newsletters: { type: "choice", values: ["ignored", "chat"], default: null, needs: null },
    /**
     * Names of the servers whose checks of the sender count (authserv-id of RFC 8601), with spaces
     * between them. Their senders get answers of bots (CORE-300).
     */
    authentication_servers: { type: "text", max: 1000, default: null, needs: "addresses" },
  },
});
/** Settings of a mail channel that administrators set and see. */
export type MailChannelSettings = PresentValues<(typeof mail)["fields"]>;
