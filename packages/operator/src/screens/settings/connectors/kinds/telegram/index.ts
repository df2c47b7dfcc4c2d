import type { Channel } from "@parlour/protocol";
import { telegram as settings } from "@parlour/protocol/settings/connectors/telegram";
import { IconBrandTelegram } from "@tabler/icons-react";
import { connectorScreen } from "../../connector-screen.ts";
import { t } from "./text.ts";

/** The settings screen of Telegram bots (TG-001). */
export const telegram = connectorScreen({
  kind: "telegram",
  settings,
  prefix: "telegram",
  t,
  icon: IconBrandTelegram,
  title: () => t("telegram.title"),
  about: () => t("telegram.about"),
  preparation: () => [
    t("telegram.prepare.open"),
    t("telegram.prepare.name"),
    t("telegram.prepare.copy"),
  ],
  fields: ["bot_token", "greeting"],
  completion(channel) {
    const username = getUsername(channel);
    const link = { label: t("telegram.link"), value: `https://t.me/${username}` };
    return { text: t("telegram.write"), addresses: username === "" ? [] : [link] };
  },
  account(channel) {
    const username = getUsername(channel);
    return username === "" ? "" : `@${username}`;
  },
});

/** A channel of the provisioning file has no username, because Telegram was not asked for it. */
const getUsername = ({ info }: Channel): string =>
  typeof info?.["username"] === "string" ? info["username"] : "";
