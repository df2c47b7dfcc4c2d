import type { Webhook } from "@parlour/protocol/api";
import { Button } from "../../../ui/Button.tsx";
import { Banner } from "../../../ui/marks.tsx";
import { fullTime } from "../../../ui/Time.tsx";
import { LastResults } from "../LastResults.tsx";
import { TestCard } from "../TestCard.tsx";
import { t } from "./text.ts";
import { allEvents, nameOf } from "./webhook-form.ts";

/**
 * Shows why the webhook is off (WH-062), a test of each event and the latest deliveries (WH-070).
 */
export function WebhookSide({ webhook, dirty, onSwitchOn }: { webhook: Webhook; dirty: boolean; onSwitchOn: () => void }) {
  const { off } = webhook;
  return (
    <>
      {off !== null && (
        <Banner
          tone="bad"
          action={
            !webhook.managed && (
              <Button small onClick={onSwitchOn}>
                {t("hook.off.on")}
              </Button>
            )
          }
        >
          <p className="medium">{t(off.reason === "gone" ? "hook.off.gone" : "hook.off.failing", { time: fullTime(off.at) })}</p>
          <p className="t12">{t("hook.off.text")}</p>
        </Banner>
      )}
      <TestCard
        target={{ kind: "webhook", id: webhook.id, name: nameOf(webhook) }}
        about={t("hook.test")}
        first={allEvents.find((event) => webhook.events.includes(event))}
        dirty={dirty}
      />
      <LastResults endpoint={webhook.endpoint_id} />
    </>
  );
}
