import type { Webhook } from "@parlour/protocol/api";

/** Returns the name of a webhook. If it is empty, returns the host of the URL (WH-081). */
export function getWebhookName({ name, url }: Pick<Webhook, "name" | "url">): string {
  if (name !== "") return name;
  return URL.canParse(url) ? new URL(url).host : url;
}
