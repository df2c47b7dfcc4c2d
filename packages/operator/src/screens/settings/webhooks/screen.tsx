import type { Webhook } from "@parlour/protocol/api";
import { webhook } from "@parlour/protocol/settings/kinds/webhook";
import { IconWebhook } from "@tabler/icons-react";
import { Tag } from "../../../ui/badges.tsx";
import { kindScreen } from "../kit/kind/kind-screen.ts";
import { DeliveriesLink, LastFailure, Timestamp } from "../kit/resource/parts.tsx";
import { t as shared } from "../text.ts";
import { EventGroups } from "./EventGroups.tsx";
import { listFields } from "../kit/setting-field.ts";
import { t } from "./text.ts";
import { getWebhookName } from "./webhook-name.ts";
import { Connection, WebhookStatus } from "./WebhookStatus.tsx";

/** Settings → Webhooks (WH-001). The page of a new webhook shows its signing secret once. */
export const webhookScreen = kindScreen<Webhook>()({
  kind: webhook,
  prefix: "webhook",
  t,
  icon: IconWebhook,
  labels: [
    ...listFields(["webhook.events.chats", "webhook.events.messages", "webhook.events.others"], {
      group: "webhook.group.events",
    }),
    { label: "webhook.connection" },
    ...listFields(["channel.secret.new", "channel.secret"], { group: "webhook.connection" }),
    ...listFields(["test.title", "last.title"]),
    { label: "test.which", group: "test.title" },
  ],
  sections: [
    { id: "hook", fields: ["name", "url"] },
    { id: "events", fields: ["events", "message_text"] },
    { id: "scope", fields: ["channels", "departments"] },
    { id: "body", fields: ["rating_wait_s", "blocks"] },
  ],
  controls: { events: EventGroups },
  nameField: "url",
  nameOf: getWebhookName,
  below: ({ url }) => <small className="mono">{url}</small>,
  about: (stored) =>
    stored === null ? t("webhook.new.about") : t("webhook.about", { url: stored.url }),
  columns: () => [
    { head: t("webhook.status"), cell: (hook) => <WebhookStatusTag webhook={hook} /> },
    {
      head: t("webhook.events"),
      className: "num",
      cell: ({ events }) =>
        t("webhook.n", { n: events.length, all: webhook.fields.events.values.length }),
    },
    { head: t("webhook.out"), cell: (hook) => <Timestamp time={hook.last_success_at} /> },
    {
      head: t("webhook.failure"),
      cell: (hook) => <LastFailure failure={hook.last_failure} endpoint={hook.endpoint_id} />,
    },
  ],
  tools: (hook) => <DeliveriesLink endpoint={hook.endpoint_id} />,
  after: (hook) => <Connection webhook={hook} />,
  side: (hook, { changed }, switchOn) => (
    <WebhookStatus webhook={hook} isChanged={changed.length > 0} onSwitchOn={switchOn} />
  ),
  opensCreated: true,
  polls: true,
});

function WebhookStatusTag({ webhook: { off, enabled } }: { webhook: Webhook }) {
  if (off !== null) return <Tag tone="bad">{t("webhook.off.tag")}</Tag>;
  return enabled ? <Tag tone="ok">{shared("page.on")}</Tag> : <Tag>{shared("page.off")}</Tag>;
}
