import type { Webhook, WebhookWithSecret } from "@parlour/protocol/api";
import { IconPower } from "@tabler/icons-react";
import { api, queries } from "../../../state/api.ts";
import { wordsOf } from "../../../ui/Failure.tsx";
import { toast } from "../../../ui/toast.tsx";
import { stale, useWebhook } from "../data.ts";
import { FormPage } from "../FormPage.tsx";
import { DeliveriesLink, DocsLink, Loaded } from "../parts.tsx";
import { Secret } from "../Secret.tsx";
import { t as shared } from "../text.ts";
import { useForm } from "../use-form.ts";
import { useThingMenu } from "../use-thing-menu.tsx";
import { t } from "./text.ts";
import { checkWebhook, explainWebhook, hostOf, valuesOf, webhookFieldOf, webhookLabels, type WebhookValues } from "./webhook-form.ts";
import { WebhookFields } from "./WebhookFields.tsx";
import { WebhookSide } from "./WebhookSide.tsx";

/** Settings → Webhooks → one endpoint (WH-001, CORE-124). */
export function WebhookPage({ id }: { id: number }) {
  const read = useWebhook(id);
  return (
    <Loaded read={read} title={shared("menu.webhooks")} back="webhooks">
      {(webhook) => <WebhookForm webhook={webhook} />}
    </Loaded>
  );
}

function WebhookForm({ webhook }: { webhook: Webhook }) {
  const form = useForm<WebhookValues>({
    saved: valuesOf(webhook),
    check: checkWebhook,
    fieldOf: webhookFieldOf,
    explain: explainWebhook,
    save: async (values, changed) => {
      put(await api.patch<Webhook>(`/webhooks/${webhook.id}`, Object.fromEntries(changed.map((key) => [key, values[key]]))));
    },
  });
  const turn = async (enabled: boolean) => {
    try {
      put(await api.patch<Webhook>(`/webhooks/${webhook.id}`, { enabled }));
      toast(t(enabled ? "hook.turnedon" : "hook.turnedoff"), { action: { label: shared("page.undo"), run: () => void turn(!enabled) } });
    } catch (error) {
      toast(wordsOf(error), { tone: "bad" });
    }
  };
  const rotate = async () => {
    const { signing_secret: fresh, ...changed } = await api.post<WebhookWithSecret>(`/webhooks/${webhook.id}/rotate`);
    put(changed);
    return fresh;
  };
  const { menu, dialog } = useThingMenu({
    label: t("hook.more"),
    deletes: t("hook.delete"),
    others: [
      { id: "turn", icon: IconPower, label: t(webhook.enabled ? "hook.turnoff" : "hook.turnon"), run: () => void turn(!webhook.enabled) },
    ],
    list: "webhooks",
    page: "webhooks",
    id: webhook.id,
    name: hostOf(webhook.url),
    text: t("hook.delete.text"),
    verb: t("hook.delete.verb"),
  });
  const tools = (
    <>
      <DeliveriesLink endpoint={webhook.endpoint_id} />
      {!webhook.managed && menu}
    </>
  );
  return (
    <>
      <FormPage
        title={hostOf(webhook.url)}
        about={t("hook.about", { url: webhook.url })}
        back="webhooks"
        form={form}
        labels={webhookLabels()}
        readOnly={webhook.managed ? shared("page.managed") : null}
        tools={tools}
        side={<WebhookSide webhook={webhook} dirty={form.changed.length > 0} onSwitchOn={() => void turn(true)} />}
      >
        <WebhookFields form={form} readOnly={webhook.managed} />
        <section className="group" aria-labelledby="g-sign">
          <h2 id="g-sign">{t("hook.connection")}</h2>
          <Secret
            path={`webhooks/${webhook.id}`}
            hint={webhook.secret_hint}
            madeAt={webhook.secret_created_at}
            usedAt={webhook.last_used_at}
            managed={webhook.managed}
            rotate={rotate}
          />
          <DocsLink page="webhook" />
        </section>
      </FormPage>
      {dialog}
    </>
  );
}

function put(webhook: Webhook): void {
  queries.setQueryData(["webhooks", webhook.id], webhook);
  stale("webhooks");
}
