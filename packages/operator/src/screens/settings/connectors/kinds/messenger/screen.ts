import { messenger as settings } from "@parlour/protocol/settings/connectors/messenger";
import { IconBrandInstagram, IconBrandMessenger } from "@tabler/icons-react";
import { connectorScreen, readText, type ConnectorScreen } from "../../connector-screen.ts";
import { t } from "./text.ts";

/** What differs between the settings screens of both kinds. */
interface Product {
  readonly kind: "messenger" | "instagram";
  readonly icon: ConnectorScreen["icon"];
  readonly title: string;
  readonly about: () => string;
  /** What the access token needs. */
  readonly token: () => string;
  /** Names in the app dashboard. */
  readonly object: string;
  readonly fields: string;
}

const createScreen = ({ kind, icon, title, about, token, object, fields }: Product) =>
  connectorScreen({
    kind,
    settings,
    prefix: "messenger",
    t,
    icon,
    title: () => title,
    about,
    preparation: () => [t("messenger.prepare.app"), t("messenger.prepare.secret"), token()],
    fields: ["app_id", "app_secret", "access_token"],
    completion: ({ public_id, info }, publicUrl) => ({
      text: t("messenger.completion", { object, fields }),
      addresses: [
        {
          label: t("messenger.address"),
          value: `${publicUrl}/connectors/${kind}/${public_id}`,
        },
        { label: t("messenger.verify"), value: readText(info?.["verify_token"]) },
      ],
    }),
    account: ({ info }) => readText(info?.["name"]),
  });

/** Settings screen of Facebook pages (ME-003). */
export const messenger = createScreen({
  kind: "messenger",
  icon: IconBrandMessenger,
  title: "Messenger",
  about: () => t("messenger.about"),
  token: () => t("messenger.prepare.page"),
  object: "Page",
  fields:
    "messages, messaging_postbacks, messaging_referrals, message_deliveries, message_reads, message_echoes, message_edits, message_reactions",
});

/** Settings screen of Instagram accounts (ME-003). */
export const instagram = createScreen({
  kind: "instagram",
  icon: IconBrandInstagram,
  title: "Instagram",
  about: () => t("messenger.about_instagram"),
  token: () => t("messenger.prepare.instagram"),
  object: "Instagram",
  fields: "messages, messaging_postbacks, messaging_referral, messaging_seen, message_reactions",
});
