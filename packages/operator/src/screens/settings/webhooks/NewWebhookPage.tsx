import type { WebhookWithSecret } from "@parlour/protocol/api";
import { useRouter } from "@tanstack/react-router";
import { api, queries } from "../../../state/api.ts";
import { stale } from "../data.ts";
import { FormPage } from "../FormPage.tsx";
import { keepSecret } from "../fresh-secret.ts";
import { useForm } from "../use-form.ts";
import { t } from "./text.ts";
import { allEvents, checkWebhook, explainWebhook, webhookFieldOf, webhookLabels, type WebhookValues } from "./webhook-form.ts";
import { WebhookFields } from "./WebhookFields.tsx";

/** Settings → Webhooks → Add (WH-001). The signing secret is shown on the page that follows, once. */
export function NewWebhookPage() {
  const router = useRouter();
  const form = useForm<WebhookValues>({
    saved: { url: "", events: allEvents, channels: null, blocks: [] },
    check: checkWebhook,
    fieldOf: webhookFieldOf,
    explain: explainWebhook,
    save: async (values) => {
      const { signing_secret: secret, ...webhook } = await api.post<WebhookWithSecret>("/webhooks", values);
      if (secret !== undefined) keepSecret(`webhooks/${webhook.id}`, secret);
      queries.setQueryData(["webhooks", webhook.id], webhook);
      stale("webhooks");
      await router.navigate({ to: "/settings/$", params: { _splat: `webhooks/${webhook.id}` } });
    },
  });
  return (
    <FormPage
      title={t("hook.new.title")}
      about={t("hook.new.about")}
      back="webhooks"
      form={form}
      labels={webhookLabels()}
      verb={t("hook.create")}
    >
      <WebhookFields form={form} readOnly={false} />
    </FormPage>
  );
}
