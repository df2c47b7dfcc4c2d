import {
  mailProviders,
  type MailProvider,
} from "@parlour/protocol/settings/connectors/mail-providers";
import { t } from "./text.ts";

/** A provider that the set-up offers. `other`: any server with IMAP and SMTP. */
export type ProviderId = MailProvider["id"] | "other";

/** What the set-up says about a provider. */
export interface Provider {
  readonly id: ProviderId;
  readonly name: () => string;
  /** How people sign in, in a few words. */
  readonly about: () => string;
  /** What to do before the sign-in, and the page of the provider for it. */
  readonly advice?: () => string;
  readonly url?: string;
}

/** The providers in the order of the screen. */
export const providers: readonly Provider[] = [
  {
    id: "fastmail",
    name: () => "Fastmail",
    about: () => t("mailsetup.by.app_password"),
    advice: () => t("mailsetup.advice.fastmail"),
    url: "https://app.fastmail.com/settings/security",
  },
  {
    id: "google",
    name: () => t("mailsetup.provider.google"),
    about: () => t("mailsetup.by.app_password"),
    advice: () => t("mailsetup.advice.google"),
    url: "https://myaccount.google.com/apppasswords",
  },
  {
    id: "microsoft",
    name: () => "Microsoft 365",
    about: () => t("mailsetup.by.microsoft"),
    advice: () => t("mailsetup.advice.microsoft"),
  },
  {
    id: "icloud",
    name: () => "iCloud",
    about: () => t("mailsetup.by.app_password"),
    advice: () => t("mailsetup.advice.icloud"),
    url: "https://account.apple.com/account/manage",
  },
  {
    id: "zoho",
    name: () => "Zoho",
    about: () => t("mailsetup.by.app_password"),
    advice: () => t("mailsetup.advice.zoho"),
    url: "https://accounts.zoho.com/home#security/app_password",
  },
  {
    id: "other",
    name: () => t("mailsetup.provider.other"),
    about: () => t("mailsetup.by.servers"),
  },
];

/** Returns the provider with this name, or `other`. */
export const findProvider = (id: string | null): Provider =>
  providers.find((one) => one.id === id) ?? (providers.at(-1) as Provider);

/** Returns the servers of a known provider, or null. */
export const findServers = (id: ProviderId): MailProvider | null =>
  mailProviders.find((one) => one.id === id) ?? null;
