import type { Webhook } from "@parlour/protocol/api";
import { IconWebhook } from "@tabler/icons-react";
import { Tag } from "../../../ui/badges.tsx";
import { useWebhooks } from "../queries.ts";
import { Timestamp, LastFailure } from "../kit/resource/parts.tsx";
import { t as shared } from "../text.ts";
import { AddEndpointLink } from "../kit/resource/ListPage.tsx";
import { ResourceListPage } from "../kit/resource/ResourceTable.tsx";
import { ResourceName } from "../kit/resource/ResourceTable.tsx";
import { t } from "./text.ts";
import { getWebhookName, webhookEvents } from "./webhook-form.ts";

/** Renders Settings → Webhooks: all webhooks (WH-001). */
export function WebhookList() {
  return (
    <ResourceListPage<Webhook>
      query={useWebhooks()}
      title={shared("menu.webhooks")}
      about={t("webhooks.about")}
      add={<AddEndpointLink to="webhooks/new">{t("webhooks.new")}</AddEndpointLink>}
      empty={{ icon: IconWebhook, title: t("webhooks.empty"), text: t("webhooks.empty.text") }}
      name={{
        head: t("webhooks.url"),
        cell: (webhook) => (
          <ResourceName
            resource={webhook}
            page="webhooks"
            below={<small className="mono">{webhook.url}</small>}
          >
            <bdi>{getWebhookName(webhook)}</bdi>
          </ResourceName>
        ),
      }}
      columns={[
        { head: t("webhooks.status"), cell: (webhook) => <WebhookStatusTag webhook={webhook} /> },
        {
          head: t("webhooks.events"),
          className: "num",
          cell: (webhook) =>
            t("webhooks.n", { n: webhook.events.length, all: webhookEvents.length }),
        },
        {
          head: t("webhooks.out"),
          cell: (webhook) => <Timestamp time={webhook.last_success_at} />,
        },
        {
          head: t("webhooks.failure"),
          cell: (webhook) => (
            <LastFailure failure={webhook.last_failure} endpoint={webhook.endpoint_id} />
          ),
        },
      ]}
    />
  );
}

function WebhookStatusTag({ webhook }: { webhook: Webhook }) {
  if (webhook.off !== null) return <Tag tone="bad">{t("webhook.off.tag")}</Tag>;
  return webhook.enabled ? (
    <Tag tone="ok">{shared("page.on")}</Tag>
  ) : (
    <Tag>{shared("page.off")}</Tag>
  );
}
