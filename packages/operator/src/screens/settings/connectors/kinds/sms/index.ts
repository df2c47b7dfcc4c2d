import type { Channel } from "@parlour/protocol";
import { sms as settings } from "@parlour/protocol/settings/connectors/sms";
import { IconDeviceMobileMessage } from "@tabler/icons-react";
import { connectorScreen, readText } from "../../connector-screen.ts";
import { t } from "./text.ts";

/** The settings screen of SMS gateways (SMS-001). */
export const sms = connectorScreen({
  kind: "sms",
  settings,
  prefix: "sms",
  t,
  icon: IconDeviceMobileMessage,
  title: () => t("sms.title"),
  about: () => t("sms.about"),
  preparation: () => [t("sms.prepare.number"), t("sms.prepare.keys"), t("sms.prepare.own")],
  fields: ["gateway", "sender", "account", "secret", "address", "definition", "inbound_password"],
  completion(channel, publicUrl) {
    const path = readText(channel.info?.["path_secret"]);
    const address = `${publicUrl}/connectors/sms/${channel.public_id}/${path}`;
    return {
      text: t("sms.completion"),
      addresses:
        path === ""
          ? []
          : [
              { label: t("sms.incoming"), value: address },
              { label: t("sms.receipts"), value: `${address}/receipts` },
            ],
    };
  },
  account: (channel: Channel) => readText(channel.settings?.["sender"]),
});
