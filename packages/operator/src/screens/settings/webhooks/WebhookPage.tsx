import type { Webhook } from "@parlour/protocol/api";
import { useWebhook } from "../queries.ts";
import { FormPage } from "../kit/form/FormPage.tsx";
import { SettingsSection } from "../kit/form/SettingsSection.tsx";
import { DeliveriesLink, DocsLink, QueryPageBody } from "../kit/resource/parts.tsx";
import { SigningSecret } from "../kit/resource/SigningSecret.tsx";
import { t as shared } from "../text.ts";
import {
  updateResource,
  rotateCredential,
  setEnabled,
  createToggleEntry,
} from "../kit/resource/resource.ts";
import { useForm, type Form } from "../kit/form/use-form.ts";
import { useResourceMenu } from "../kit/resource/use-resource-menu.tsx";
import { t } from "./text.ts";
import {
  toRequestBody,
  validateWebhook,
  explainWebhookError,
  getWebhookName,
  toFormValues,
  mapWebhookErrorField,
  getWebhookLabels,
  type WebhookFormValues,
  webhookEvents,
} from "./webhook-form.ts";
import { WebhookFields } from "./WebhookFields.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Banner } from "../../../ui/badges.tsx";
import { formatFullTime } from "../../../ui/time.ts";
import { RecentDeliveries } from "../channels/RecentDeliveries.tsx";
import { TestEventCard } from "../channels/TestEventCard.tsx";

/** Renders Settings → Webhooks → one webhook (WH-001, CORE-124). */
export function WebhookPage({ id }: { id: number }) {
  const query = useWebhook(id);
  return (
    <QueryPageBody query={query} title={shared("menu.webhooks")} back="webhooks">
      {(webhook) => <WebhookForm webhook={webhook} />}
    </QueryPageBody>
  );
}

function WebhookForm({ webhook }: { webhook: Webhook }) {
  const form = useWebhookForm(webhook);
  const { menu, dialog } = useWebhookMenu(webhook);
  const { managed } = webhook;
  return (
    <>
      <FormPage
        title={getWebhookName(webhook)}
        about={t("webhook.about", { url: webhook.url })}
        back="webhooks"
        form={form}
        labels={getWebhookLabels()}
        readOnly={managed ? shared("page.managed") : null}
        tools={
          <>
            <DeliveriesLink endpoint={webhook.endpoint_id} />
            {!managed && menu}
          </>
        }
        side={
          <WebhookStatus
            webhook={webhook}
            dirty={form.changed.length > 0}
            onSwitchOn={() => void setEnabled(toToggleable(webhook), true)}
          />
        }
      >
        <WebhookFields form={form} readOnly={managed} />
        <Connection webhook={webhook} />
      </FormPage>
      {dialog}
    </>
  );
}

function useWebhookForm(webhook: Webhook): Form<WebhookFormValues> {
  return useForm<WebhookFormValues>({
    saved: toFormValues(webhook),
    validate: validateWebhook,
    mapErrorField: mapWebhookErrorField,
    explainError: explainWebhookError,
    save: (values, changed) =>
      updateResource("webhooks", webhook.id, toRequestBody(values, changed)),
  });
}

function toToggleable(webhook: Webhook) {
  const labels = {
    turnOn: t("webhook.turnon"),
    turnOff: t("webhook.turnoff"),
    turnedOn: t("webhook.turnedon"),
    turnedOff: t("webhook.turnedoff"),
  };
  return { list: "webhooks", of: webhook, labels } as const;
}

function useWebhookMenu(webhook: Webhook) {
  return useResourceMenu({
    label: t("webhook.more"),
    deleteLabel: t("webhook.delete"),
    otherEntries: [createToggleEntry(toToggleable(webhook))],
    list: "webhooks",
    page: "webhooks",
    id: webhook.id,
    name: getWebhookName(webhook),
    text: t("webhook.delete.text"),
    verb: t("webhook.delete.verb"),
  });
}

function Connection({ webhook }: { webhook: Webhook }) {
  return (
    <SettingsSection id="g-sign" title={t("webhook.connection")}>
      <SigningSecret
        path={`webhooks/${webhook.id}`}
        hint={webhook.secret_hint}
        createdAt={webhook.secret_created_at}
        lastUsedAt={webhook.last_used_at}
        managed={webhook.managed}
        rotate={() => rotateCredential("webhooks", webhook.id)}
      />
      <DocsLink page="webhook" />
    </SettingsSection>
  );
}

/**
 * Shows why the webhook is disabled (WH-062), a test for each event, and the latest deliveries
 * (WH-070).
 */
function WebhookStatus({
  webhook,
  dirty,
  onSwitchOn,
}: {
  webhook: Webhook;
  dirty: boolean;
  onSwitchOn: () => void;
}) {
  const { off } = webhook;
  return (
    <>
      {off !== null && (
        <Banner
          tone="bad"
          action={
            !webhook.managed && (
              <Button small onClick={onSwitchOn}>
                {t("webhook.off.on")}
              </Button>
            )
          }
        >
          <p className="medium">
            {t(off.reason === "gone" ? "webhook.off.gone" : "webhook.off.failing", {
              time: formatFullTime(off.at),
            })}
          </p>
          <p className="t12">{t("webhook.off.text")}</p>
        </Banner>
      )}
      <TestEventCard
        target={{ kind: "webhook", id: webhook.id, name: getWebhookName(webhook) }}
        about={t("webhook.test")}
        defaultEvent={webhookEvents.find((event) => webhook.events.includes(event))}
        dirty={dirty}
      />
      <RecentDeliveries endpoint={webhook.endpoint_id} />
    </>
  );
}
