import {
  defaultRatingWaitS,
  defaultWebhookEvents,
  type WebhookWithSecret,
} from "@parlour/protocol/api";
import { api } from "../../../state/api/api.ts";
import { FormPage } from "../kit/form/FormPage.tsx";
import { useOpenCreated } from "../kit/resource/resource.ts";
import { useForm } from "../kit/form/use-form.ts";
import { t } from "./text.ts";
import {
  selectEvents,
  toRequestBody,
  webhookEvents,
  validateWebhook,
  explainWebhookError,
  mapWebhookErrorField,
  getWebhookLabels,
  type WebhookFormValues,
} from "./webhook-form.ts";
import { WebhookFields } from "./WebhookFields.tsx";

/** Renders Settings → Webhooks → Add (WH-001). The next page shows the signing secret once. */
export function NewWebhookPage() {
  const openCreated = useOpenCreated("webhooks");
  const form = useForm<WebhookFormValues>({
    saved: {
      name: "",
      url: "",
      events: selectEvents([], webhookEvents, defaultWebhookEvents),
      channels: null,
      departments: null,
      message_text: false,
      blocks: [],
      rating_wait_s: String(defaultRatingWaitS),
    },
    validate: validateWebhook,
    mapErrorField: mapWebhookErrorField,
    explainError: explainWebhookError,
    save: async (values) =>
      openCreated(
        await api.post<WebhookWithSecret>(
          "/webhooks",
          toRequestBody(values, Object.keys(values) as (keyof WebhookFormValues)[]),
        ),
      ),
  });
  return (
    <FormPage
      title={t("webhook.new.title")}
      about={t("webhook.new.about")}
      back="webhooks"
      form={form}
      labels={getWebhookLabels()}
      verb={t("webhook.create")}
    >
      <WebhookFields form={form} readOnly={false} />
    </FormPage>
  );
}
