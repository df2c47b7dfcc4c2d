import type { ApiError } from "@parlour/client";
import type { FoundConnection } from "@parlour/protocol/api";
import type { OAuthProvider } from "@parlour/protocol/api/operations/oauth";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { Form } from "../../../../../../ui/form/use-form.ts";
import { findServers, type ProviderId } from "./providers.ts";
import { t } from "./text.ts";

/** The values of the second step. All are texts, as they are entered. */
export interface SignInValues {
  /** `imap`: Parlour reads a mailbox. `smtp`: it receives by SMTP. */
  receive: "imap" | "smtp";
  send: "smtp" | "installation";
  /** How the user signs in: with a password, or at a provider. */
  sign_in: "password" | OAuthProvider;
  user: string;
  password: string;
  /** Name of the sign-in at the provider. "": there is none yet. */
  grant: string;
  imap_host: string;
  imap_port: string;
  imap_security: string;
  folder: string;
  move_to: string;
  smtp_host: string;
  smtp_port: string;
  smtp_security: string;
}
export type SignInForm = Form<SignInValues>;
type FieldName = keyof SignInValues;

/** A server as the lookup and the list of providers name it. */
interface Server {
  readonly host: string;
  readonly port: number;
  readonly security: string;
  readonly user?: string;
}

export interface AddressChoice {
  readonly address: string;
  readonly provider: ProviderId;
  readonly receive: SignInValues["receive"];
  readonly found: FoundConnection | null;
}

type Offer = FoundConnection["sign_ins"][number];

/** Returns the provider at which people can sign in to this mailbox, or null. */
export function findOffer({ provider, receive, found }: AddressChoice): Offer | null {
  if (receive !== "imap") return null;
  const id = provider === "other" ? "own" : provider;
  return found?.sign_ins.find((one) => one.provider === id) ?? null;
}

/** Whether the mailbox cannot be read until the installation has a client at its provider. */
export const needsClient = (choice: AddressChoice): boolean =>
  choice.receive === "imap" && choice.provider === "microsoft" && findOffer(choice) === null;

/** Whether somebody must go to the page of the provider first. */
export const mustLeave = ({ sign_in, grant }: SignInValues): boolean =>
  sign_in !== "password" && grant === "";

/** Returns the values with which the second step begins. */
export function toSignInValues(choice: AddressChoice): SignInValues {
  const { address, provider, receive, found } = choice;
  // What was found for the domain is more exact than the list, for example for a region.
  const isFound = found !== null && (found.provider ?? "other") === provider;
  const servers = isFound ? found.settings : findServers(provider);
  const named = (servers ?? {}) as { readonly imap?: Server; readonly smtp?: Server };
  const { imap = createUnknown(993), smtp = createUnknown(465) } = named;
  return {
    receive,
    send: receive === "smtp" && found?.has_mail_server === true ? "installation" : "smtp",
    sign_in: findOffer(choice)?.provider ?? "password",
    user: (receive === "imap" ? imap : smtp).user ?? address,
    password: "",
    grant: "",
    imap_host: imap.host,
    imap_port: String(imap.port),
    imap_security: imap.security,
    folder: "INBOX",
    move_to: "",
    smtp_host: smtp.host,
    smtp_port: String(smtp.port),
    smtp_security: smtp.security,
  };
}

const createUnknown = (port: number): Server => ({ host: "", port, security: "tls" });

/** Returns whether a mailbox or a server of the channel needs a sign-in. */
export const needsSignIn = ({ receive, send }: SignInValues): boolean =>
  receive === "imap" || send === "smtp";

/** Builds the settings of the channel (MAIL-070). */
export function toSettings(
  address: string,
  values: SignInValues,
): Readonly<Record<string, unknown>> {
  const { receive, send, password, sign_in, grant } = values;
  const user = values.user.trim();
  const hasPassword = sign_in === "password";
  return omitAbsent({
    address,
    receive,
    send,
    oauth: hasPassword ? undefined : { provider: sign_in, grant },
    imap: receive === "imap" ? toImapSettings(values) : undefined,
    imap_password: receive === "imap" && hasPassword ? password : undefined,
    smtp: send === "smtp" ? toSmtpSettings(values) : undefined,
    smtp_password: send === "smtp" && hasPassword && user !== "" ? password : undefined,
  });
}

const toImapSettings = (values: SignInValues) =>
  omitAbsent({
    host: values.imap_host.trim(),
    port: Number(values.imap_port),
    security: values.imap_security,
    user: values.user.trim(),
    mailbox: values.folder.trim() || "INBOX",
    move_to: values.move_to.trim() || undefined,
  });

const toSmtpSettings = (values: SignInValues) =>
  omitAbsent({
    host: values.smtp_host.trim(),
    port: Number(values.smtp_port),
    security: values.smtp_security,
    user: values.user.trim() || undefined,
  });

export function validateSignIn(values: SignInValues): Partial<Record<FieldName, string>> {
  const { receive, send, sign_in } = values;
  const needed: readonly FieldName[] = [
    ...(receive === "imap" ? (["user", "imap_host", "imap_port"] as const) : []),
    ...(receive === "imap" && sign_in === "password" ? (["password"] as const) : []),
    ...(send === "smtp" ? (["smtp_host", "smtp_port"] as const) : []),
  ];
  return Object.fromEntries(
    needed.flatMap((name) => {
      const text = values[name].trim();
      if (text === "") return [[name, t("mailsetup.missing")]];
      return name.endsWith("_port") && !/^\d{1,5}$/.test(text)
        ? [[name, t("mailsetup.port.wrong")]]
        : [];
    }),
  );
}

export function mapSignInField({ field }: ApiError): FieldName | null {
  const fields: Readonly<Record<string, FieldName>> = {
    "settings.imap": "imap_host",
    "settings.imap.port": "imap_port",
    "settings.imap_password": "password",
    "settings.smtp": "smtp_host",
    "settings.smtp.port": "smtp_port",
    "settings.smtp_password": "password",
    "settings.send": "send",
  };
  return fields[field ?? ""] ?? null;
}
