import type { Chat } from "@parlour/protocol";
import {
  IconBrandInstagram,
  IconBrandMessenger,
  IconBrandTelegram,
  IconBrandViber,
  IconBrandWhatsapp,
  IconCode,
  IconDeviceMobileMessage,
  IconMail,
  IconWorld,
} from "@tabler/icons-react";
import { defineTexts } from "../../text/index.ts";
import type { IconType } from "../Icon.tsx";

export type ChannelKind = Chat["channel"]["kind"];

/** How operators see a kind of channel. */
interface KindLabel {
  readonly icon: IconType;
  readonly name: () => string;
  /** Says from where contact data comes that a channel of this kind provides (CORE-020). */
  readonly source: (isVerified?: boolean) => string;
  /** Whether senders can choose this data freely, as in the header of a mail. */
  readonly isForgeable?: true;
}

const t = defineTexts({
  en: {
    "kind.api": "Chat API",
    "kind.instagram": "Instagram",
    "kind.mail": "Email",
    "kind.sms": "SMS",
    "kind.messenger": "Messenger",
    "kind.telegram": "Telegram",
    "kind.viber": "Viber",
    "kind.whatsapp": "WhatsApp",
    "kind.widget": "Site widget",
    "source.server": "your channel server",
    "source.mail": "Not verified: the sender may be forged",
    "source.mail.verified": "Verified by your mail server",
    "source.sms": "from an SMS",
    "source.instagram": "from Instagram",
    "source.messenger": "from Messenger",
    "source.telegram": "from Telegram",
    "source.viber": "from Viber",
    "source.whatsapp": "from WhatsApp",
  },
  ru: {
    "kind.api": "API чата",
    "kind.instagram": "Instagram",
    "kind.mail": "Почта",
    "kind.sms": "SMS",
    "kind.messenger": "Messenger",
    "kind.telegram": "Telegram",
    "kind.viber": "Viber",
    "kind.whatsapp": "WhatsApp",
    "kind.widget": "Виджет на сайте",
    "source.server": "ваш сервер канала",
    "source.mail": "Не проверено: отправителя могли подделать",
    "source.mail.verified": "Проверено вашим почтовым сервером",
    "source.sms": "из SMS",
    "source.instagram": "из Instagram",
    "source.messenger": "из Messenger",
    "source.telegram": "из Telegram",
    "source.viber": "из Viber",
    "source.whatsapp": "из WhatsApp",
  },
});

const api: KindLabel = {
  icon: IconCode,
  name: () => t("kind.api"),
  source: () => t("source.server"),
};
/** All kinds of channels. A new kind adds its entry here. */
const kinds: Readonly<Record<ChannelKind, KindLabel>> = {
  api,
  mail: {
    icon: IconMail,
    name: () => t("kind.mail"),
    source: (isVerified) => t(isVerified === true ? "source.mail.verified" : "source.mail"),
    isForgeable: true,
  },
  sms: {
    icon: IconDeviceMobileMessage,
    name: () => t("kind.sms"),
    source: () => t("source.sms"),
    isForgeable: true,
  },
  messenger: {
    icon: IconBrandMessenger,
    name: () => t("kind.messenger"),
    source: () => t("source.messenger"),
  },
  instagram: {
    icon: IconBrandInstagram,
    name: () => t("kind.instagram"),
    source: () => t("source.instagram"),
  },
  telegram: {
    icon: IconBrandTelegram,
    name: () => t("kind.telegram"),
    source: () => t("source.telegram"),
  },
  viber: {
    icon: IconBrandViber,
    name: () => t("kind.viber"),
    source: () => t("source.viber"),
  },
  whatsapp: {
    icon: IconBrandWhatsapp,
    name: () => t("kind.whatsapp"),
    source: () => t("source.whatsapp"),
  },
  widget: { ...api, icon: IconWorld, name: () => t("kind.widget") },
};

/** Returns how operators see a kind. An unknown one looks like interface A. */
export const getKindLabel = (kind: ChannelKind): KindLabel =>
  (kinds as Readonly<Partial<Record<ChannelKind, KindLabel>>>)[kind] ?? api;
