import type { ApiError } from "@parlour/client";
import type { Webhook } from "@parlour/protocol/api";
import { explainChannelError } from "../channels/channel-form.ts";
import { t as shared } from "../text.ts";
import { t } from "./text.ts";

export interface WebhookFormValues {
  /** Name of the webhook. If it is empty, the URL is shown instead. */
  name: string;
  url: string;
  events: Webhook["events"];
  /** Ids of the channels, or null for all channels. */
  channels: number[] | null;
  /** Ids of the departments, or null for all departments. */
  departments: number[] | null;
  message_text: boolean;
  blocks: Webhook["blocks"];
  /** Time in seconds, as text. */
  rating_wait_s: string;
}

type WebhookEvent = Webhook["events"][number];
/** Events by the heading under which the form shows them. */
export const eventGroups = {
  chats: [
    "chat_created",
    "chat_accepted",
    "chat_updated",
    "chat_assigned",
    "chat_finished",
    "chat_rated",
  ],
  messages: ["message_created", "message_delivery_failed", "offline_message"],
  others: ["visitor_updated", "call_event"],
} as const satisfies Readonly<Record<string, readonly WebhookEvent[]>>;
/** All events in the order of the form. */
export const webhookEvents: Webhook["events"] = Object.values(eventGroups).flat();

/** Replaces the selected events of one group and keeps those of the others, in the form's order. */
export function selectEvents(
  events: readonly WebhookEvent[],
  group: readonly WebhookEvent[],
  selected: readonly WebhookEvent[],
): Webhook["events"] {
  return webhookEvents.filter((event) =>
    group.includes(event) ? selected.includes(event) : events.includes(event),
  );
}

export const webhookBlocks: Webhook["blocks"] = [
  "tags",
  "invitation",
  "custom_data",
  "rating_comment",
];

export const getWebhookLabels = () => ({
  name: t("webhook.name"),
  url: t("webhook.url"),
  events: t("webhook.events"),
  channels: t("webhook.all"),
  departments: t("webhook.departments"),
  message_text: t("webhook.texts"),
  blocks: t("webhook.blocks"),
  rating_wait_s: t("webhook.rating"),
});

/** Returns the errors by field before anything is sent (WH-001). The server validates again. */
export function validateWebhook({
  url,
  events,
  channels,
  departments,
  rating_wait_s: wait,
}: WebhookFormValues): Partial<Record<keyof WebhookFormValues, string>> {
  return {
    ...(!isUrl(url) && { url: t("webhook.url.missing") }),
    ...(events.length === 0 && { events: t("webhook.events.missing") }),
    ...(channels?.length === 0 && { channels: shared("pick.missing") }),
    ...(departments?.length === 0 && { departments: shared("pick.departments.missing") }),
    ...(!(/^\d{1,3}$/.test(wait) && Number(wait) <= 600) && {
      rating_wait_s: t("webhook.rating.wrong"),
    }),
  };
}

/**
 * Returns whether the text is an http or https URL without user name and password. The text is
 * stored exactly as typed (WH-002).
 */
export function isUrl(text: string): boolean {
  if (!/^https?:\/\/./i.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === "" && password === "";
}

/** Returns the form field that a server error belongs to, or null. */
export function mapWebhookErrorField(error: ApiError): keyof WebhookFormValues | null {
  if (error.code === "private_address" || error.field === "endpoint_url") return "url";
  const field = error.field?.split(/[./[]/)[0];
  return field !== undefined && Object.hasOwn(getWebhookLabels(), field)
    ? (field as keyof WebhookFormValues)
    : null;
}

/** Adds advice to the server error that refuses a private address. */
export const explainWebhookError = explainChannelError;

/** Returns the request body with the given fields. */
export function toRequestBody(
  values: WebhookFormValues,
  names: readonly (keyof WebhookFormValues)[],
): Partial<Record<keyof WebhookFormValues, unknown>> {
  const body = { ...values, name: values.name.trim(), rating_wait_s: Number(values.rating_wait_s) };
  return Object.fromEntries(names.map((name) => [name, body[name]]));
}

/** Returns the name of a webhook. If it is empty, returns the host of the URL. */
export function getWebhookName({ name, url }: Pick<Webhook, "name" | "url">): string {
  return name === "" ? getHost(url) : name;
}

function getHost(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

export function toFormValues({
  name,
  url,
  events,
  channels,
  departments,
  message_text,
  blocks,
  rating_wait_s: wait,
}: Webhook): WebhookFormValues {
  return {
    name,
    url,
    events: webhookEvents.filter((event) => events.includes(event)),
    channels: channels === null ? null : channels.toSorted((a, b) => a - b),
    departments: departments === null ? null : departments.toSorted((a, b) => a - b),
    message_text,
    blocks: webhookBlocks.filter((block) => blocks.includes(block)),
    rating_wait_s: String(wait),
  };
}
