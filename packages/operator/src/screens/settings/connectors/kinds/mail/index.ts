import { mail as settings } from "@parlour/protocol/settings/connectors/mail";
import { IconMail } from "@tabler/icons-react";
import { connectorScreen } from "../../connector-screen.ts";
import { MailSetUp } from "./set-up/MailSetUp.tsx";
import { isSignInReturn } from "./sign-in/begin-sign-in.ts";
import { RenewSignIn } from "./sign-in/RenewSignIn.tsx";
import { t } from "./text.ts";

/** The settings screen of mail channels (MAIL-070). */
export const mail = connectorScreen({
  kind: "mail",
  settings,
  prefix: "mailchannel",
  t,
  icon: IconMail,
  title: () => t("mailchannel.title"),
  about: () => t("mailchannel.about"),
  SetUp: MailSetUp,
  isReturn: isSignInReturn,
  ProblemAction: RenewSignIn,
  preparation: () => [],
  fields: [
    "address",
    "receive",
    "imap.host",
    "imap.port",
    "imap.security",
    "imap.user",
    "imap_password",
    "imap.mailbox",
    "imap.move_to",
    "send",
    "smtp.host",
    "smtp.port",
    "smtp.security",
    "smtp.user",
    "smtp_password",
    "sender_name",
    "signature",
    "reply_address",
    "automatic_emails",
    "newsletters",
    "authentication_servers",
  ],
  initial: {
    "imap.port": "993",
    "imap.mailbox": "INBOX",
    "smtp.port": "465",
    signature: "{operator}\n{channel}",
  },
  // Passwords have no effect if an access token signs in (MAIL-123).
  isUnused: ({ type }, channel) => type === "credential" && channel.settings?.["oauth"] != null,
  account(channel) {
    const address = channel.settings?.["address"];
    return typeof address === "string" ? address : "";
  },
});
