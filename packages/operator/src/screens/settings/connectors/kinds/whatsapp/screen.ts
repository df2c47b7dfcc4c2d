import { whatsapp as settings } from "@parlour/protocol/settings/connectors/whatsapp";
import { IconBrandWhatsapp } from "@tabler/icons-react";
import { connectorScreen, readText } from "../../connector-screen.ts";
import { t } from "./text.ts";

/** Settings screen of WhatsApp (WA-003). */
export const whatsapp = connectorScreen({
  kind: "whatsapp",
  settings,
  prefix: "whatsapp",
  t,
  icon: IconBrandWhatsapp,
  title: () => "WhatsApp",
  about: () => t("whatsapp.about"),
  preparation: () => [
    t("whatsapp.prepare.number"),
    t("whatsapp.prepare.token"),
    t("whatsapp.prepare.secret"),
  ],
  fields: ["phone_number_id", "waba_id", "access_token", "app_secret"],
  completion: ({ public_id, info }, publicUrl) => ({
    text: t("whatsapp.completion"),
    addresses: [
      {
        label: t("whatsapp.address"),
        value: `${publicUrl}/connectors/whatsapp/${public_id}`,
      },
      { label: t("whatsapp.verify"), value: readText(info?.["verify_token"]) },
    ],
  }),
  account: ({ info }) =>
    [readText(info?.["phone_number"]), readText(info?.["verified_name"])]
      .filter((part) => part !== "")
      .join(" · "),
});
