import { ratingWaitDefaultS, type WebhookWithSecret } from "@parlour/protocol/api";
import { api } from "../../../state/api.ts";
import { FormPage } from "../FormPage.tsx";
import { useMade } from "../thing.ts";
import { useForm } from "../use-form.ts";
import { t } from "./text.ts";
import { allEvents, bodyOf, checkWebhook, explainWebhook, webhookFieldOf, webhookLabels, type WebhookValues } from "./webhook-form.ts";
import { WebhookFields } from "./WebhookFields.tsx";

/** Settings → Webhooks → Add (WH-001). The next page shows the signing secret once. */
export function NewWebhookPage() {
  const onMade = useMade("webhooks");
  const form = useForm<WebhookValues>({
    saved: { name: "", url: "", events: allEvents, channels: null, blocks: [], rating_wait_s: String(ratingWaitDefaultS) },
    check: checkWebhook,
    fieldOf: webhookFieldOf,
    explain: explainWebhook,
    save: async (values) =>
      onMade(await api.post<WebhookWithSecret>("/webhooks", bodyOf(values, Object.keys(values) as (keyof WebhookValues)[]))),
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
