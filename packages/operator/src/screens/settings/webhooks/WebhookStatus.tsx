import type { Webhook } from "@parlour/protocol/api";
import { Button } from "../../../ui/Button.tsx";
import { Banner } from "../../../ui/badges.tsx";
import { formatFullTime } from "../../../ui/time.ts";
import { RecentDeliveries } from "../channels/RecentDeliveries.tsx";
import { TestEventCard } from "../channels/TestEventCard.tsx";
import { SettingsSection } from "../kit/form/SettingsSection.tsx";
import { DocsLink } from "../kit/resource/parts.tsx";
import { rotateCredential } from "../kit/resource/resource.ts";
import { SigningSecret } from "../kit/resource/SigningSecret.tsx";
import { webhookEvents } from "../../../state/webhook-events.ts";
import { t } from "./text.ts";
import { getWebhookName } from "./webhook-name.ts";

/** Shows the signing secret and the documentation (CORE-124). */
export function Connection({ webhook }: { webhook: Webhook }) {
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
export function WebhookStatus({
  webhook,
  isChanged,
  onSwitchOn,
}: {
  webhook: Webhook;
  isChanged: boolean;
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
        dirty={isChanged}
      />
      <RecentDeliveries endpoint={webhook.endpoint_id} />
    </>
  );
}
