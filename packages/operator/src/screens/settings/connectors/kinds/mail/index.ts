import { IconMail } from "@tabler/icons-react";
import type { KindScreen, SettingField } from "../../kind-screen.ts";
import { MailSetUp } from "./set-up/MailSetUp.tsx";
import { isSignInReturn } from "./sign-in/begin-sign-in.ts";
import { RenewSignIn } from "./sign-in/RenewSignIn.tsx";
import { t } from "./text.ts";

const security = {
  type: "choice",
  options: () => [
    { value: "tls", label: t("mailchannel.security.tls") },
    { value: "starttls", label: t("mailchannel.security.starttls") },
    { value: "none", label: t("mailchannel.security.none") },
  ],
  initial: "tls",
} as const;

const hasMailbox: SettingField["isShown"] = (get) => get("receive") === "imap";
const hasServer: SettingField["isShown"] = (get) => get("send") === "smtp";

const mailboxFields: readonly SettingField[] = [
  { name: "imap.host", label: () => t("mailchannel.imap.host"), type: "text" },
  {
    name: "imap.port",
    label: () => t("mailchannel.imap.port"),
    hint: () => t("mailchannel.imap.port.hint"),
    type: "number",
    initial: "993",
  },
  { name: "imap.security", label: () => t("mailchannel.imap.security"), ...security },
  { name: "imap.user", label: () => t("mailchannel.imap.user"), type: "text" },
  { name: "imap_password", label: () => t("mailchannel.imap.password"), type: "secret" },
  {
    name: "imap.mailbox",
    label: () => t("mailchannel.imap.mailbox"),
    type: "text",
    initial: "INBOX",
  },
  {
    name: "imap.move_to",
    label: () => t("mailchannel.imap.move"),
    hint: () => t("mailchannel.imap.move.hint"),
    type: "text",
    isOptional: true,
  },
];
const serverFields: readonly SettingField[] = [
  { name: "smtp.host", label: () => t("mailchannel.smtp.host"), type: "text" },
  {
    name: "smtp.port",
    label: () => t("mailchannel.smtp.port"),
    hint: () => t("mailchannel.smtp.port.hint"),
    type: "number",
    initial: "465",
  },
  { name: "smtp.security", label: () => t("mailchannel.smtp.security"), ...security },
  {
    name: "smtp.user",
    label: () => t("mailchannel.smtp.user"),
    hint: () => t("mailchannel.smtp.user.hint"),
    type: "text",
    isOptional: true,
  },
  {
    name: "smtp_password",
    label: () => t("mailchannel.smtp.password"),
    type: "secret",
    isOptional: true,
  },
];

const fields: readonly SettingField[] = [
  {
    name: "address",
    label: () => t("mailchannel.address"),
    hint: () => t("mailchannel.address.hint"),
    type: "text",
  },
  {
    name: "receive",
    heading: () => t("mailchannel.heading.receive"),
    label: () => t("mailchannel.receive"),
    type: "choice",
    options: () => [
      { value: "imap", label: t("mailchannel.receive.imap") },
      { value: "smtp", label: t("mailchannel.receive.smtp") },
    ],
    initial: "imap",
  },
  ...mailboxFields.map((field) => ({ ...field, isShown: hasMailbox })),
  {
    name: "send",
    heading: () => t("mailchannel.heading.send"),
    label: () => t("mailchannel.send"),
    type: "choice",
    options: () => [
      { value: "installation", label: t("mailchannel.send.installation") },
      { value: "smtp", label: t("mailchannel.send.smtp") },
    ],
    initial: "installation",
  },
  ...serverFields.map((field) => ({ ...field, isShown: hasServer })),
  {
    name: "sender_name",
    heading: () => t("mailchannel.heading.replies"),
    label: () => t("mailchannel.sender"),
    hint: () => t("mailchannel.sender.hint"),
    type: "text",
    isOptional: true,
  },
  {
    name: "signature",
    label: () => t("mailchannel.signature"),
    hint: () => t("mailchannel.signature.hint", { operator: "{operator}", channel: "{channel}" }),
    type: "lines",
    initial: "{operator}\n{channel}",
    isOptional: true,
  },
  {
    name: "reply_address",
    label: () => t("mailchannel.reply"),
    hint: () => t("mailchannel.reply.hint"),
    type: "choice",
    options: () => [
      { value: "plus", label: t("mailchannel.reply.plus") },
      { value: "plain", label: t("mailchannel.reply.plain") },
    ],
    initial: "plus",
  },
  {
    name: "automatic_emails",
    label: () => t("mailchannel.automatic"),
    hint: () => t("mailchannel.automatic.hint"),
    type: "choice",
    options: () => [
      { value: "chat", label: t("mailchannel.kind.chat") },
      { value: "ignored", label: t("mailchannel.kind.ignored") },
    ],
    initial: "chat",
  },
  {
    name: "newsletters",
    label: () => t("mailchannel.newsletters"),
    hint: () => t("mailchannel.newsletters.hint"),
    type: "choice",
    options: () => [
      { value: "ignored", label: t("mailchannel.kind.ignored") },
      { value: "chat", label: t("mailchannel.kind.chat") },
    ],
    initial: "ignored",
  },
  {
    name: "authentication_servers",
    label: () => t("mailchannel.servers"),
    hint: () => t("mailchannel.servers.hint"),
    type: "text",
    isOptional: true,
  },
];

/** Passwords have no effect if an access token signs in (MAIL-123). */
const fieldsOfToken = fields.filter(({ type }) => type !== "secret");

/** The settings screen of mail channels (MAIL-070). */
export const mail: KindScreen = {
  kind: "mail",
  icon: IconMail,
  title: () => t("mailchannel.title"),
  about: () => t("mailchannel.about"),
  SetUp: MailSetUp,
  isReturn: isSignInReturn,
  ProblemAction: RenewSignIn,
  preparation: () => [],
  fields,
  fieldsOf: ({ settings }) => (settings?.["oauth"] == null ? fields : fieldsOfToken),
  account: ({ settings }) => (typeof settings?.["address"] === "string" ? settings["address"] : ""),
};
