import type { ApiError } from "@parlour/client";
import type { Webhook } from "@parlour/protocol/api";
import { explainChannel } from "../channel-form.ts";
import { t as shared } from "../text.ts";
import { t } from "./text.ts";

export interface WebhookValues {
  url: string;
  events: Webhook["events"];
  /** null: all. */
  channels: number[] | null;
  blocks: Webhook["blocks"];
}

/** In the order in which a chat meets them. */
export const allEvents: Webhook["events"] = [
  "chat_accepted",
  "chat_updated",
  "chat_assigned",
  "chat_finished",
  "offline_message",
  "call_event",
];
export const allBlocks: Webhook["blocks"] = ["tags", "invitation", "custom_data", "rating_comment"];

export const webhookLabels = () => ({
  url: t("hook.url"),
  events: t("hook.events"),
  channels: t("hook.all"),
  blocks: t("hook.blocks"),
});

/** Faults found before anything is sent (WH-001); the server checks again. */
export function checkWebhook({ url, events, channels }: WebhookValues): Partial<Record<keyof WebhookValues, string>> {
  return {
    ...(!isUrl(url) && { url: t("hook.url.missing") }),
    ...(events.length === 0 && { events: t("hook.events.missing") }),
    ...(channels?.length === 0 && { channels: shared("pick.missing") }),
  };
}

/** http or https without a user name. The text itself is kept exactly as typed (WH-002). */
export function isUrl(text: string): boolean {
  if (!/^https?:\/\/./i.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === "" && password === "";
}

/** Where a refusal of the server belongs in this form. */
export function webhookFieldOf(error: ApiError): keyof WebhookValues | null {
  if (error.code === "private_address" || error.field === "endpoint_url") return "url";
  const field = error.field?.split(/[./[]/)[0];
  return field === "url" || field === "events" || field === "channels" || field === "blocks" ? field : null;
}

/** Adds what to do to a refusal that only says what is wrong. */
export const explainWebhook = explainChannel;

/** What stands for a webhook where there is little room: its host. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

export function valuesOf({ url, events, channels, blocks }: Webhook): WebhookValues {
  return {
    url,
    events: allEvents.filter((event) => events.includes(event)),
    channels: channels === null ? null : channels.toSorted((a, b) => a - b),
    blocks: allBlocks.filter((block) => blocks.includes(block)),
  };
}
