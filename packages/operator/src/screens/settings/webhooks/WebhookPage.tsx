import type { Webhook } from "@parlour/protocol/api";
import { useWebhook } from "../data.ts";
import { FormPage } from "../FormPage.tsx";
import { Group } from "../Group.tsx";
import { DeliveriesLink, DocsLink, Loaded } from "../parts.tsx";
import { Secret } from "../Secret.tsx";
import { t as shared } from "../text.ts";
import { change, rotate, turn, turnEntry } from "../thing.ts";
import { useForm, type Form } from "../use-form.ts";
import { useThingMenu } from "../use-thing-menu.tsx";
import { t } from "./text.ts";
import {
  bodyOf,
  checkWebhook,
  explainWebhook,
  nameOf,
  valuesOf,
  webhookFieldOf,
  webhookLabels,
  type WebhookValues,
} from "./webhook-form.ts";
import { WebhookFields } from "./WebhookFields.tsx";
import { WebhookSide } from "./WebhookSide.tsx";

/** Settings → Webhooks → one webhook (WH-001, CORE-124). */
export function WebhookPage({ id }: { id: number }) {
  const read = useWebhook(id);
  return (
    <Loaded read={read} title={shared("menu.webhooks")} back="webhooks">
      {(webhook) => <WebhookForm webhook={webhook} />}
    </Loaded>
  );
}

function WebhookForm({ webhook }: { webhook: Webhook }) {
  const form = useWebhookForm(webhook);
  const { menu, dialog } = useWebhookMenu(webhook);
  const { managed } = webhook;
  return (
    <>
      <FormPage
        title={nameOf(webhook)}
        about={t("hook.about", { url: webhook.url })}
        back="webhooks"
        form={form}
        labels={webhookLabels()}
        readOnly={managed ? shared("page.managed") : null}
        tools={
          <>
            <DeliveriesLink endpoint={webhook.endpoint_id} />
            {!managed && menu}
          </>
        }
        side={<WebhookSide webhook={webhook} dirty={form.changed.length > 0} onSwitchOn={() => void turn(switchOf(webhook), true)} />}
      >
        <WebhookFields form={form} readOnly={managed} />
        <Connection webhook={webhook} />
      </FormPage>
      {dialog}
    </>
  );
}

function useWebhookForm(webhook: Webhook): Form<WebhookValues> {
  return useForm<WebhookValues>({
    saved: valuesOf(webhook),
    check: checkWebhook,
    fieldOf: webhookFieldOf,
    explain: explainWebhook,
    save: (values, changed) => change("webhooks", webhook.id, bodyOf(values, changed)),
  });
}

function switchOf(webhook: Webhook) {
  const words = { turnOn: t("hook.turnon"), turnOff: t("hook.turnoff"), turnedOn: t("hook.turnedon"), turnedOff: t("hook.turnedoff") };
  return { list: "webhooks", of: webhook, words } as const;
}

function useWebhookMenu(webhook: Webhook) {
  return useThingMenu({
    label: t("hook.more"),
    deletes: t("hook.delete"),
    others: [turnEntry(switchOf(webhook))],
    list: "webhooks",
    page: "webhooks",
    id: webhook.id,
    name: nameOf(webhook),
    text: t("hook.delete.text"),
    verb: t("hook.delete.verb"),
  });
}

function Connection({ webhook }: { webhook: Webhook }) {
  return (
    <Group id="g-sign" title={t("hook.connection")}>
      <Secret
        path={`webhooks/${webhook.id}`}
        hint={webhook.secret_hint}
        madeAt={webhook.secret_created_at}
        usedAt={webhook.last_used_at}
        managed={webhook.managed}
        rotate={() => rotate("webhooks", webhook.id)}
      />
      <DocsLink page="webhook" />
    </Group>
  );
}
