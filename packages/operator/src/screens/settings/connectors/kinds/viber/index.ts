import { viber as settings } from "@parlour/protocol/settings/connectors/viber";
import { IconBrandViber } from "@tabler/icons-react";
import { connectorScreen, readText } from "../../connector-screen.ts";
import { t } from "./text.ts";

/** The settings screen of Viber bots (VB-001). */
export const viber = connectorScreen({
  kind: "viber",
  settings,
  prefix: "viber",
  t,
  icon: IconBrandViber,
  title: () => t("viber.title"),
  about: () => t("viber.about"),
  preparation: () => [t("viber.prepare.bot"), t("viber.prepare.copy"), t("viber.prepare.address")],
  fields: ["auth_token", "greeting"],
  completion({ info }) {
    const uri = readText(info?.["uri"]);
    const link = { label: t("viber.link"), value: `viber://pa?chatURI=${uri}` };
    return { text: t("viber.write"), addresses: uri === "" ? [] : [link] };
  },
  account: ({ info }) => readText(info?.["name"]),
});
