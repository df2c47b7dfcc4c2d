import type { Webhook } from "@parlour/protocol/api";
import { Button } from "../../../ui/Button.tsx";
import { Banner } from "../../../ui/badges.tsx";
import { formatFullTime } from "../../../ui/time.ts";
import { RecentDeliveries } from "../channels/RecentDeliveries.tsx";
import { TestEventCard } from "../channels/TestEventCard.tsx";
import { t } from "./text.ts";
import { webhookEvents, getWebhookName } from "./webhook-form.ts";

/**
 * Shows why the webhook is off (WH-062), a test of each event and the latest deliveries (WH-070).
 */
export function WebhookStatus({
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
