import { IconBrandWhatsapp } from "@tabler/icons-react";
import type { KindScreen } from "../../kind-screen.ts";
import { t } from "./text.ts";

/** Settings screen of WhatsApp (WA-003). */
export const whatsapp: KindScreen = {
  kind: "whatsapp",
  icon: IconBrandWhatsapp,
  title: () => "WhatsApp",
  about: () => t("whatsapp.about"),
  preparation: () => [
    t("whatsapp.prepare.number"),
    t("whatsapp.prepare.token"),
    t("whatsapp.prepare.secret"),
  ],
  fields: [
    { name: "phone_number_id", type: "text", label: () => t("whatsapp.number") },
    { name: "waba_id", type: "text", label: () => t("whatsapp.account") },
    {
      name: "access_token",
      type: "secret",
      label: () => t("whatsapp.token"),
      hint: () => t("whatsapp.token.hint"),
    },
    {
      name: "app_secret",
      type: "secret",
      label: () => t("whatsapp.secret"),
      hint: () => t("whatsapp.secret.hint"),
    },
  ],
  completion: ({ public_id: publicId, info }) => ({
    text: t("whatsapp.completion"),
    addresses: [
      {
        label: t("whatsapp.address"),
        value: `${window.location.origin}/connectors/whatsapp/${publicId}`,
      },
      { label: t("whatsapp.verify"), value: readText(info?.["verify_token"]) },
    ],
  }),
  account: ({ info }) =>
    [readText(info?.["phone_number"]), readText(info?.["verified_name"])]
      .filter((part) => part !== "")
      .join(" · "),
};

const readText = (value: unknown): string => (typeof value === "string" ? value : "");
