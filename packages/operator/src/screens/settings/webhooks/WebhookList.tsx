import type { Webhook } from "@parlour/protocol/api";
import { IconWebhook } from "@tabler/icons-react";
import { Tag } from "../../../ui/marks.tsx";
import { useWebhooks } from "../data.ts";
import { At, LastFailure } from "../parts.tsx";
import { t as shared } from "../text.ts";
import { AddAddressLink } from "../ListPage.tsx";
import { ThingList } from "../ThingList.tsx";
import { ThingName } from "../Things.tsx";
import { t } from "./text.ts";
import { nameOf } from "./webhook-form.ts";

/** Settings → Webhooks: all endpoints (WH-001). */
export function WebhookList() {
  return (
    <ThingList<Webhook>
      read={useWebhooks()}
      title={shared("menu.webhooks")}
      about={t("hooks.about")}
      add={<AddAddressLink to="webhooks/new">{t("hooks.new")}</AddAddressLink>}
      empty={{ icon: IconWebhook, title: t("hooks.empty"), text: t("hooks.empty.text") }}
      name={{
        head: t("hooks.url"),
        cell: (webhook) => (
          <ThingName of={webhook} page="webhooks" below={<small className="mono">{webhook.url}</small>}>
            <bdi>{nameOf(webhook)}</bdi>
          </ThingName>
        ),
      }}
      columns={[
        { head: t("hooks.status"), cell: (webhook) => <WebhookStatus webhook={webhook} /> },
        { head: t("hooks.events"), className: "num", cell: (webhook) => t("hooks.n", { n: webhook.events.length }) },
        { head: t("hooks.out"), cell: (webhook) => <At time={webhook.last_success_at} /> },
        { head: t("hooks.failure"), cell: (webhook) => <LastFailure failure={webhook.last_failure} endpoint={webhook.endpoint_id} /> },
      ]}
    />
  );
}

function WebhookStatus({ webhook }: { webhook: Webhook }) {
  if (webhook.off !== null) return <Tag tone="bad">{t("hook.off.tag")}</Tag>;
  return webhook.enabled ? <Tag tone="ok">{shared("page.on")}</Tag> : <Tag>{shared("page.off")}</Tag>;
}
